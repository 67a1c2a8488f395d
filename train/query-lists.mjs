/**
 * node train/query-lists.mjs LISTS OUT [owner+name …]
 *
 * Questions (withhold.mjs) → what the query encoder is trained on:
 *
 *     OUT/owner+name.vec      int8: vectors of chunks, each scaled to its largest number
 *     OUT/owner+name.scale    float32: these scales
 *     OUT/owner+name.json     of each question its kind, the rows of its terms, its answers, and the chunks
 *                             that it was taken from (neither answers nor wrong)
 *
 * Chunks: all answers, the best few of each question by the sum of its terms, and others at random.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtinModel } from '../build/embed/builtin.js';
import { parseQuery } from '../build/search/query.js';
import { answersAmong, fillAtRandom, indexedChunks, nearestChunks } from './indexedChunks.mjs';
import { indexedTrees } from './indexedTrees.mjs';

const [, , lists, out, ...only] = process.argv;
const model = builtinModel();
const [CHUNKS, NEAREST] = [2200, 24];

mkdirSync(out, { recursive: true });
for (const name of indexedTrees(lists, only, (one) => existsSync(join(out, `${one}.json`)))) {
  const chunks = await indexedChunks(join(lists, `${name}.db`));
  const kept = new Set();
  const questions = readFileSync(join(lists, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => readQuestion(JSON.parse(line), chunks, kept));
  fillAtRandom(kept, chunks.length, CHUNKS);
  write(join(out, name), chunks, [...kept], questions);
  process.stdout.write(`${name} ${questions.length} questions, ${kept.size} of ${chunks.length} chunks\n`);
}

/** None for a question without a known term or without an answer in the index. */
function readQuestion(question, chunks, kept) {
  const { text } = parseQuery(question.query);
  const vector = model.vector(text, 'query');
  const { positive, left } = answersAmong(chunks, question);
  if (vector === undefined || positive.length === 0) return [];
  for (const i of [...positive, ...left, ...nearestChunks(chunks, vector, NEAREST)]) kept.add(i);
  return [{ kind: question.kind, rows: [...model.rowsOf(text)], positive, left }];
}

function write(target, chunks, kept, questions) {
  const placeOf = new Map(kept.map((i, place) => [i, place]));
  const places = (indices) => indices.map((i) => placeOf.get(i));
  const scales = Float32Array.from(
    kept,
    (i) => chunks[i].vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127,
  );
  const vectors = kept.flatMap((i, place) =>
    Array.from(chunks[i].vector, (value) => Math.round(value / scales[place])),
  );
  writeFileSync(`${target}.vec`, Int8Array.from(vectors));
  writeFileSync(`${target}.scale`, Buffer.from(scales.buffer));
  const placed = questions.map((one) => ({ ...one, positive: places(one.positive), left: places(one.left) }));
  writeFileSync(`${target}.json`, JSON.stringify({ questions: placed }));
}
