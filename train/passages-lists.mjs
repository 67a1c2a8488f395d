/**
 * node train/passages-lists.mjs LISTS OUT [owner+name …]
 *
 * Questions (withhold.mjs) and chunks → what the passage table is trained on (passages.py):
 *
 *     OUT/owner+name.terms    uint16: of each chunk how many distinct terms, their rows in order, and their counts
 *     OUT/owner+name.pieces   uint16: of each chunk how many word pieces the bi-encoder reads, and these
 *     OUT/owner+name.asked    int16: of each question its vector by the first table and by the bi-encoder, 1 as 32,767
 *     OUT/owner+name.queries  uint16: of each question how many word pieces the bi-encoder reads, and these
 *     OUT/owner+name.json     of each question its kind, its answers, and the chunks that it was taken from (neither
 *                             answers nor wrong)
 *
 * Chunks: all answers, the best few of each question by the first table, and others at random; all those of a
 * repository that is held out. Questions about excerpts (excerpt-questions.jsonl) are of the kind `excerpt`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { biEncoder, biEncoderQuery } from '../build/embed/biEncoder.js';
import { builtinModel, embedNow } from '../build/embed/builtin.js';
import { prefixedText } from '../build/enrich/prefix.js';
import { parseQuery } from '../build/search/query.js';
import { answersAmong, fillAtRandom, indexedChunks, nearestChunks } from './indexedChunks.mjs';
import { indexedTrees } from './indexedTrees.mjs';

const [, , lists, out, ...only] = process.argv;
const [CHUNKS, NEAREST, TERMS, QUERY_PIECES] = [3000, 8, 256, 30];

const model = builtinModel();
const { pieces, maxPieces } = biEncoder();
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
  const chunks = await indexedChunks(join(lists, `${name}.db`));
  const kept = new Set();
  const asked = [
    ...linesOf(join(lists, `${name}.jsonl`)),
    ...excerpts
      .filter(({ repository }) => repository.replace('/', '+') === name)
      .map((one) => ({ ...one, kind: 'excerpt' })),
  ];
  const questions = asked.flatMap((one) => readQuestion(one, chunks, kept));
  fillAtRandom(kept, chunks.length, held.has(name) ? chunks.length : CHUNKS);
  write(join(out, name), chunks, [...kept], questions);
  process.stdout.write(`${name} ${questions.length} questions, ${kept.size} of ${chunks.length} chunks\n`);
}

/** None for a question without a known word or without an answer in the index. */
function readQuestion(question, chunks, kept) {
  const { text } = parseQuery(question.query);
  const read = biEncoderQuery(text);
  const { positive, left } = answersAmong(chunks, question);
  if (read === undefined || positive.length === 0) return [];
  const vector = embedNow(text, 'query', model.dimensions);
  for (const i of [...positive, ...left, ...nearestChunks(chunks, vector, NEAREST)]) kept.add(i);
  const asked = pieces.question(text, QUERY_PIECES);
  return [{ kind: question.kind, positive, left, vectors: [...vector, ...read], pieces: [asked.length, ...asked] }];
}

function termsOf(chunk) {
  const { rows, counts, count } = model.read(prefixedText(chunk));
  const first = Math.min(TERMS, count);
  return [first, ...rows.subarray(0, first), ...counts.subarray(0, first)];
}

function piecesOf(chunk) {
  const read = pieces.chunk(chunk, maxPieces);
  return [read.length, ...read];
}

function write(target, chunks, kept, questions) {
  const placeOf = new Map(kept.map((i, place) => [i, place]));
  const places = (indices) => indices.map((i) => placeOf.get(i));
  const some = kept.map((i) => chunks[i]);
  writeFileSync(`${target}.terms`, shorts(Uint16Array, some.map(termsOf)));
  writeFileSync(`${target}.pieces`, shorts(Uint16Array, some.map(piecesOf)));
  writeFileSync(
    `${target}.asked`,
    shorts(
      Int16Array,
      questions.map(({ vectors }) => vectors.map((x) => Math.round(x * 32767))),
    ),
  );
  writeFileSync(
    `${target}.queries`,
    shorts(
      Uint16Array,
      questions.map((one) => one.pieces),
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
