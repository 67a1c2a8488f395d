/**
 * node train/passages-lists.mjs LISTS OUT [owner+name …]
 *
 * Questions (withhold.mjs) and chunks → what the passage table is trained on (passages.py):
 *
 *     OUT/owner+name.terms    uint16: of each chunk how many distinct terms, their rows in order, and their counts
 *     OUT/owner+name.pieces   uint16: of each chunk how many word pieces the bi-encoder reads, and these
 *     OUT/owner+name.asked    int16: of each question its vector by the first table and by the bi-encoder, 1 as 32,767
 *     OUT/owner+name.json     of each question its kind, its answers, and the chunks that it was taken from (neither
 *                             answers nor wrong)
 *
 * Chunks: all answers, the best few of each question by the first table, and others at random; all those of a
 * repository that is held out. Questions about excerpts (excerpt-questions.jsonl) are of the kind `excerpt`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Transformer } from '../build/embed/biEncoder/transformer.js';
import { Terms } from '../build/embed/builtin/terms.js';
import { builtinModel } from '../build/embed/builtin.js';
import { embedder } from '../build/embed/index.js';
import { prefixedText } from '../build/enrich/prefix.js';
import { isHit } from '../build/eval/score.js';
import { parseQuery } from '../build/search/query.js';
import { SqliteStore } from '../build/store/sqlite.js';
import { indexedTrees } from './indexedTrees.mjs';

const [, , lists, out, ...only] = process.argv;
const [CHUNKS, NEAREST, BATCH, TERMS, MOST_COUNT, QUESTION_PIECES] = [3000, 8, 2000, 256, 64, 30];

const builtin = embedder('builtin', { env: {}, dimensions: 256 });
const model = builtinModel();
const encoder = new Transformer(readFileSync(new URL('../model/biencoder.bin', import.meta.url)));
const reader = new Terms();
const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const excerpts = linesOf(new URL('excerpt-questions.jsonl', import.meta.url));
const { repositories } = JSON.parse(readFileSync(new URL('manifest.json', import.meta.url), 'utf8'));
const held = new Set(repositories.filter((one) => one.held).map(({ repository }) => repository.replace('/', '+')));

mkdirSync(out, { recursive: true });
for (const name of indexedTrees(lists, only, (one) => existsSync(join(out, `${one}.json`)))) {
  const chunks = await chunksOf(join(lists, `${name}.db`));
  const kept = new Set();
  const asked = [
    ...linesOf(join(lists, `${name}.jsonl`)),
    ...excerpts
      .filter(({ repository }) => repository.replace('/', '+') === name)
      .map((one) => ({ ...one, kind: 'excerpt' })),
  ];
  const questions = [];
  for (const one of asked) {
    const question = await readQuestion(one, chunks, kept);
    if (question) questions.push(question);
  }
  fillAtRandom(kept, chunks.length, held.has(name) ? chunks.length : CHUNKS);
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
    for (const chunk of some) chunk.vector = vectors.get(chunk.embedHash)?.subarray(0, model.dimensions);
  }
  await store.close();
  return chunks.filter(({ vector }) => vector);
}

/** Nothing for a question without a known word or without an answer in the index. */
async function readQuestion({ kind, query, answers, exclude = [] }, chunks, kept) {
  const { text } = parseQuery(query);
  const pieces = encoder.pieces.question(text, QUESTION_PIECES);
  const files = new Set([...answers, ...exclude].map(({ file }) => file));
  const labels = chunks.map((chunk) => (files.has(chunk.filePath) ? labelOf(answers, exclude, chunk) : 0));
  const having = (label) => labels.flatMap((one, i) => (one === label ? [i] : []));
  const [positive, left] = [having(1), having(-1)];
  if (pieces.length === 0 || positive.length === 0) return undefined;
  const vector = (await builtin.embed([text], 'query'))[0].subarray(0, model.dimensions);
  const near = chunks
    .map((chunk, i) => ({ i, score: dot(chunk.vector, vector) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, NEAREST);
  for (const i of [...positive, ...left, ...near.map((one) => one.i)]) kept.add(i);
  return { kind, positive, left, vectors: [...vector, ...encoder.vector(pieces)] };
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += a[i] * b[i];
  return sum;
}

/** 1 for an answer, −1 for where the question itself stands. */
function labelOf(answers, exclude, { filePath, startLine, endLine, synthetic }) {
  const ranked = { path: filePath, ranges: synthetic ? [] : [[startLine, endLine]], tokens: 0 };
  if (answers.some((answer) => isHit(ranked, { ...answer, path: answer.file }))) return 1;
  return exclude.some((one) => one.file === filePath && one.startLine <= endLine && one.endLine >= startLine) ? -1 : 0;
}

/** The same ones in every run. */
function fillAtRandom(kept, count, most) {
  let seed = 1;
  for (let tries = 0; kept.size < Math.min(most, count) && tries < count * 20; tries++) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    kept.add((seed >>> 8) % count);
  }
}

/** The rows of the distinct terms of a text, in the order of their first occurrence, and their counts. */
function termsOf(text) {
  reader.read(text);
  const counts = new Map();
  for (let i = 0; i < reader.count; i++) {
    const row = model.rowOf(reader.list[i]);
    if (row >= 0) counts.set(row, Math.min(MOST_COUNT, (counts.get(row) ?? 0) + 1));
  }
  const first = [...counts].slice(0, TERMS);
  return [first.length, ...first.map(([row]) => row), ...first.map(([, count]) => count)];
}

function piecesOf(chunk) {
  const pieces = encoder.pieces.chunk(chunk, encoder.most);
  return [pieces.length, ...pieces];
}

function write(target, chunks, kept, questions) {
  const placeOf = new Map(kept.map((i, place) => [i, place]));
  const places = (indices) => indices.map((i) => placeOf.get(i));
  const some = kept.map((i) => chunks[i]);
  writeFileSync(
    `${target}.terms`,
    shorts(
      Uint16Array,
      some.map((chunk) => termsOf(prefixedText(chunk))),
    ),
  );
  writeFileSync(`${target}.pieces`, shorts(Uint16Array, some.map(piecesOf)));
  writeFileSync(
    `${target}.asked`,
    shorts(
      Int16Array,
      questions.map(({ vectors }) => vectors.map((x) => Math.round(x * 32767))),
    ),
  );
  const placed = questions.map(({ kind, positive, left }) => ({
    kind,
    positive: places(positive),
    left: places(left),
  }));
  writeFileSync(
    `${target}.json`,
    JSON.stringify({ held: held.has(target.split('/').at(-1)), chunks: kept.length, questions: placed }),
  );
}

function shorts(Kind, lists) {
  return Buffer.from(Kind.from(lists.flat()).buffer);
}
