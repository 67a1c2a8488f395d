/** The chunks of an index, and which of them answer a question: what the lists of the embedder's parts are made of. */
import { builtinModel } from '../build/embed/builtin.js';
import { dot, unitVector } from '../build/embed/vectors.js';
import { isHit } from '../build/eval/score.js';
import { SqliteStore } from '../build/store/sqlite.js';

const BATCH = 2000;

/** Each with the first half of its vector, at length 1; those that have none are left out. */
export async function indexedChunks(file) {
  const { dimensions } = builtinModel();
  const store = new SqliteStore(file);
  const chunks = [];
  for (const { docId } of (await store.sources('main')).values()) chunks.push(...(await store.chunksOf(docId)));
  for (let at = 0; at < chunks.length; at += BATCH) {
    const some = chunks.slice(at, at + BATCH);
    const vectors = await store.vectors(some.map(({ embedHash }) => embedHash));
    for (const chunk of some) {
      const vector = vectors.get(chunk.embedHash);
      chunk.vector = vector && unitVector(vector.subarray(0, dimensions));
    }
  }
  await store.close();
  return chunks.filter(({ vector }) => vector);
}

/** The numbers of the chunks that answer a question (withhold.mjs), and of those that it was taken from: neither answers nor wrong. */
export function answersAmong(chunks, { answers, exclude = [] }) {
  const files = new Set([...answers, ...exclude].map(({ file }) => file));
  const labels = chunks.map((chunk) => (files.has(chunk.filePath) ? labelOf(answers, exclude, chunk) : 0));
  const having = (label) => labels.flatMap((one, i) => (one === label ? [i] : []));
  return { positive: having(1), left: having(-1) };
}

function labelOf(answers, exclude, { filePath, startLine, endLine, synthetic }) {
  const ranked = { path: filePath, ranges: synthetic ? [] : [[startLine, endLine]], tokens: 0 };
  if (answers.some((answer) => isHit(ranked, { ...answer, path: answer.file }))) return 1;
  return exclude.some((one) => one.file === filePath && one.startLine <= endLine && one.endLine >= startLine) ? -1 : 0;
}

/** The numbers of the chunks nearest to a vector. */
export const nearestChunks = (chunks, vector, count) =>
  chunks
    .map((chunk, i) => ({ i, score: dot(chunk.vector, vector) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ i }) => i);

/** Others at random, up to `most` in all: the same ones in every run. */
export function fillAtRandom(kept, count, most) {
  let seed = 1;
  for (let tries = 0; kept.size < Math.min(most, count) && tries < count * 20; tries++) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    kept.add((seed >>> 8) % count);
  }
}
