import { createReadStream } from 'node:fs';
import { chunkStream } from 'froe';

let [windows, bytes] = [0, 0];
for await (const { chunks } of chunkStream(createReadStream('handbook.md'), {
  path: 'handbook.md',
  bufferSize: 4096,
})) {
  windows++;
  bytes = chunks.at(-1).byteEnd;
}
console.log(windows > 1, bytes); // true 6501
