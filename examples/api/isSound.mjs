import { chunk } from 'froe';
import { isSound } from 'froe/schema';

const { chunks } = await chunk('Oak is hard.\n');
console.log(isSound(chunks[0]), isSound({ id: 'x' })); // true false
