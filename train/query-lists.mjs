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
import { BUILTIN, builtinModel } from '../build/embed/builtin.js';
import { isHit } from '../build/eval/score.js';
import { parseQuery } from '../build/search/query.js';
import { SqliteStore } from '../build/store/sqlite.js';
import { indexedTrees } from './indexedTrees.mjs';

const [, , lists, out, ...only] = process.argv;
const { dimensions } = BUILTIN;
const model = builtinModel();
const [CHUNKS, NEAREST, BATCH] = [2200, 24, 2000];

mkdirSync(out, { recursive: true });
for (const name of indexedTrees(lists, only, (one) => existsSync(join(out, `${one}.json`)))) {
  const chunks = await chunksOf(join(lists, `${name}.db`));
  const kept = new Set();
  const questions = readFileSync(join(lists, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => readQuestion(JSON.parse(line), chunks, kept));
  fillAtRandom(kept, chunks.length);
  write(join(out, name), chunks, [...kept], questions);
  process.stdout.write(`${name} ${questions.length} questions, ${kept.size} of ${chunks.length} chunks\n`);
}

async function chunksOf(file) {
  const store = new SqliteStore(file);
  const chunks = [];
  for (const { docId } of (await store.sources('main')).values()) chunks.push(...(await store.chunksOf(docId)));
  for (let at = 0; at < chunks.length; at += BATCH) {
    const some = chunks.slice(at, at + BATCH);
    const vectors = await store.vectors(some.map(({ embedHash }) => embedHash));
    for (const chunk of some) chunk.vector = vectors.get(chunk.embedHash);
  }
  await store.close();
  return chunks.filter(({ vector }) => vector?.length === dimensions);
}

/** None for a question without a known term or without an answer in the index. */
function readQuestion({ kind, query, answers, exclude = [] }, chunks, kept) {
  const { text } = parseQuery(query);
  const vector = model.vector(text, 'query');
  const files = new Set([...answers, ...exclude].map(({ file }) => file));
  const labels = chunks.map((chunk) => (files.has(chunk.filePath) ? labelOf(answers, exclude, chunk) : 0));
  const having = (label) => labels.flatMap((one, i) => (one === label ? [i] : []));
  const [positive, left] = [having(1), having(-1)];
  if (vector === undefined || positive.length === 0) return [];
  const near = chunks
    .map((chunk, i) => ({ i, score: dot(chunk.vector, vector) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, NEAREST);
  for (const i of [...positive, ...left, ...near.map((one) => one.i)]) kept.add(i);
  return [{ kind, rows: [...model.rowsOf(text)], positive, left }];
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** 1 for an answer, −1 for where the question itself stands. */
function labelOf(answers, exclude, { filePath, startLine, endLine, synthetic }) {
  const ranked = { path: filePath, ranges: synthetic ? [] : [[startLine, endLine]], tokens: 0 };
  if (answers.some((answer) => isHit(ranked, { ...answer, path: answer.file }))) return 1;
  return exclude.some((one) => one.file === filePath && one.startLine <= endLine && one.endLine >= startLine) ? -1 : 0;
}

/** The same ones in every run. */
function fillAtRandom(kept, count) {
  let seed = 1;
  for (let tries = 0; kept.size < Math.min(CHUNKS, count) && tries < count * 20; tries++) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    kept.add(seed % count);
  }
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
