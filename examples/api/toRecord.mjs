import { chunk, toRecord } from 'froe';

const { chunks } = await chunk('Oak is hard.\n', { path: 'wood.txt' });
const { id, token_count, byte_end } = toRecord(chunks[0]);
console.log(id, token_count, byte_end); // main:wood.txt 4 13
