/** node bench/embed.mjs: the built-in model on one core. Pieces of 200 tokens a second, milliseconds a question, and its start. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { embedNow } from '../dist/embed/builtin.js';
import { tokenizer } from '../dist/text/tokens/index.js';

const source = join(import.meta.dirname, '../src');
const text = readdirSync(source, { recursive: true })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');
const counter = tokenizer('cl100k_base');
const lines = text.split('\n');
const pieces = [];
let piece = '';
for (const line of lines) {
  piece += `${line}\n`;
  if (counter.count(piece) >= 200) {
    pieces.push(piece);
    piece = '';
  }
}

const started = performance.now();
embedNow('warm', 'query');
const start = performance.now() - started;
const rounds = (work, seconds) => {
  let done = 0;
  const from = performance.now();
  while (performance.now() - from < seconds * 1000) done += work();
  return done / ((performance.now() - from) / 1000);
};
const all = () => {
  for (const one of pieces) embedNow(one, 'passage');
  return pieces.length;
};
const questions = ['how is a damaged weight file reported', 'parse http headers', 'where are tokens counted exactly'];
const asked = () => {
  for (const one of questions) embedNow(one, 'query');
  return questions.length;
};
rounds(all, 1);
const tokens = pieces.reduce((sum, one) => sum + counter.count(one), 0) / pieces.length;
const report = {
  pieces: pieces.length,
  tokensPerPiece: Math.round(tokens),
  piecesPerSecond: Math.round(Math.max(...[1, 2, 3].map(() => rounds(all, 1)))),
  queryMs: Number((1000 / Math.max(...[1, 2, 3].map(() => rounds(asked, 0.5)))).toFixed(4)),
  loadMs: Math.round(start),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
