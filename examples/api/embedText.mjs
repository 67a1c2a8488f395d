import { createHash } from 'node:crypto';
import { chunk, embedText } from 'froe';

const rows = '| oak | 5.9 |\n'.repeat(200);
const { chunks } = await chunk(`| wood | hardness |\n|---|---|\n${rows}`, { path: 'wood.md', maxTokens: 64 });
const text = embedText(chunks[1]);
console.log(JSON.stringify(text.slice(0, 40))); // "| wood | hardness |\n|---|---|\n| oak | 5."
console.log(createHash('sha256').update(text).digest('hex') === chunks[1].embedHash); // true
