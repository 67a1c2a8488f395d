import { chunk, fromRecord, toRecord } from 'froe';

const { chunks } = await chunk('Oak is hard.\n', { path: 'wood.txt' });
const line = JSON.stringify(toRecord(chunks[0]));
console.log(fromRecord(JSON.parse(line)).contentHash === chunks[0].contentHash); // true
