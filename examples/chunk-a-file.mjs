/** Cuts a file into chunks of at most 200 tokens, and shows where each stands: node examples/chunk-a-file.mjs FILE */
import { readFileSync } from 'node:fs';
import { chunk } from 'froe';

const path = process.argv[2] ?? 'README.md';
const { chunks } = await chunk(readFileSync(path), { path, maxTokens: 200 });
for (const { startLine, endLine, tokenCount, fullName } of chunks)
  process.stdout.write(`${path}:${startLine}-${endLine}  ${tokenCount} tokens  ${fullName}\n`);
