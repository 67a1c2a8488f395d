/**
 * What chunks are to each other, once each has been looked at alone: beside a
 * better one, of the same document, named by one of the three best, like them.
 * Better is what the first ranking says.
 */
import type { Chunk } from '../schema.js';
import type { Store } from '../store/store.js';
import { queryWords } from '../text/words.js';

/** A chunk, and what it was worth at first. */
export interface PrescoredChunk {
  readonly chunk: Chunk;
  readonly logOdds: number;
}

/** What a chunk is to the best of the others. */
export interface CrossChunkFeatures {
  /** How far it was behind the best at first. */
  readonly gapToBest: number;
  /** How much better the better of its two neighbours was; 0 where none was. */
  readonly gapToNeighbour: number;
  /** How much better the best other of its document was; less than 0 where it is the best itself. */
  readonly gapInDocument: number;
  /** 1 where one of the three best names it; less where others have that name, too. */
  readonly mentionedByBest: number;
  /** How near its vector is to the middle of the question and the three best; the nearest has 1, the farthest 0. */
  readonly similarity: number;
  /** ln of the chunks that have its name among their words; behind the best twenty, what these have in the mean. */
  readonly nameFrequency: number;
}

const BEST = 3;
/** Of so many names it is looked up how often they are said. */
const LOOKED_UP = 20;
/** A shorter name is said in other senses, too. */
const NAME = /[\p{L}_$][\p{L}\p{N}_$]{3,}/gu;
/** What a document of one chunk has no better one by. */
const ALONE = -3;

/** `chunks`: the best first. */
export async function crossChunkFeatures(
  store: Pick<Store, 'vectors' | 'documentFrequencies'>,
  chunks: readonly PrescoredChunk[],
  question: Float32Array | undefined,
): Promise<readonly CrossChunkFeatures[]> {
  const [similarity, frequency] = await Promise.all([
    question ? similarityOf(store, chunks, question) : chunks.map(() => 0),
    nameFrequencyOf(store, chunks),
  ]);
  const mentioned = mentionedOf(chunks);
  const best = chunks[0]?.logOdds ?? 0;
  const byPlace = new Map(chunks.map(({ chunk, logOdds }) => [placeOf(chunk), logOdds]));
  const byDocument = new Map<string, PrescoredChunk[]>();
  for (const one of chunks) byDocument.set(one.chunk.docId, [...(byDocument.get(one.chunk.docId) ?? []), one]);
  return chunks.map((one, i) => {
    const { chunk, logOdds } = one;
    const neighbours = [-1, 1].flatMap((step) => byPlace.get(placeOf(chunk, step)) ?? []);
    const other = byDocument.get(chunk.docId)?.find((each) => each !== one);
    return {
      gapToBest: best - logOdds,
      gapToNeighbour: Math.max(0, ...neighbours.map((near) => near - logOdds)),
      gapInDocument: other ? other.logOdds - logOdds : ALONE,
      mentionedByBest: mentioned[i],
      similarity: similarity[i],
      nameFrequency: frequency[i],
    };
  });
}

const placeOf = ({ docId, position }: Chunk, step = 0): string => `${position + step} ${docId}`;

function mentionedOf(chunks: readonly PrescoredChunk[]): readonly number[] {
  const callers = chunks
    .slice(0, BEST)
    .map(({ chunk }) => ({ chunk, names: new Set(chunk.synthetic ? [] : chunk.content.match(NAME)) }));
  const bearers = new Map<string, number>();
  for (const { chunk } of chunks) bearers.set(chunk.name, (bearers.get(chunk.name) ?? 0) + 1);
  return chunks.map(({ chunk: { name, synthetic } }) =>
    !synthetic && callers.some(({ chunk, names }) => chunk.name !== name && names.has(name))
      ? 1 / (bearers.get(name) ?? 1)
      : 0,
  );
}

async function nameFrequencyOf(
  store: Pick<Store, 'documentFrequencies'>,
  chunks: readonly PrescoredChunk[],
): Promise<readonly number[]> {
  // The last of the words of a name is the name as a whole.
  const names = chunks.slice(0, LOOKED_UP).map(({ chunk }) => queryWords(chunk.name).at(-1) ?? '');
  const logs = (await store.documentFrequencies(names)).map((n) => Math.log1p(n));
  const mean = logs.reduce((sum, one) => sum + one, 0) / (logs.length || 1);
  return chunks.map((_, i) => logs[i] ?? mean);
}

async function similarityOf(
  store: Pick<Store, 'vectors'>,
  chunks: readonly PrescoredChunk[],
  question: Float32Array,
): Promise<readonly number[]> {
  const vectors = await store.vectors(chunks.map(({ chunk }) => chunk.embedHash));
  const meant = middle([question, ...chunks.slice(0, BEST).flatMap(({ chunk }) => vectors.get(chunk.embedHash) ?? [])]);
  const near = chunks.map(({ chunk }) => {
    const vector = vectors.get(chunk.embedHash);
    return vector && product(meant, vector);
  });
  const known = near.filter((one) => one !== undefined);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return near.map((one) => (one === undefined || most === least ? 0 : (one - least) / (most - least)));
}

/** The question counts as much as the best together. */
function middle([question, ...best]: readonly Float32Array[]): Float32Array {
  const sum = Float32Array.from(question);
  for (const vector of best) for (let i = 0; i < sum.length; i++) sum[i] += vector[i] / best.length;
  return sum;
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
