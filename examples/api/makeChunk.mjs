import { chunk, makeChunk } from 'froe';

const { chunks } = await chunk('Oak is hard.\n');
console.log(makeChunk({ ...chunks[0], name: 'Oak' }).name); // Oak
try {
  makeChunk({ ...chunks[0], startLine: 0 });
} catch ({ message }) {
  console.log(message); // Invalid chunk main:text.txt at start_line: must be a whole number of at least 1, not 0
}
