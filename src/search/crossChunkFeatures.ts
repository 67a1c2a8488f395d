/**
 * Features of a chunk relative to the other candidates: next to a better one, in the
 * same document, mentioned by one of the three best, or similar to them. "Better" is
 * by the first stage.
 */
import type { Chunk } from '../schema.js';
import type { Store } from '../store/store.js';
import { queryWords } from '../text/words.js';

/** A chunk with its score in the first stage. */
export interface PrescoredChunk {
  readonly chunk: Chunk;
  readonly logOdds: number;
}

/** How a chunk relates to the best of the others. */
export interface CrossChunkFeatures {
  /** Log odds of the best chunk less its own. */
  readonly gapToBest: number;
  /** By how much the better of its two neighbours is ahead of it; 0 if neither is. */
  readonly gapToNeighbour: number;
  /** By how much the best other chunk of its document is ahead of it; negative if it is the best itself. */
  readonly gapInDocument: number;
  /** 1 if one of the three best mentions its name; divided by the number of candidates with that name. */
  readonly mentionedByBest: number;
  /** Cosine to the mean of the query and the three best, scaled to [0, 1] over the candidates. */
  readonly similarity: number;
  /** ln of the number of chunks that have its name as a term; behind the best twenty, their mean. */
  readonly nameFrequency: number;
}

const BEST = 3;
/** How many names are looked up. */
const LOOKED_UP = 20;
/** Shorter names are too ambiguous. */
const NAME = /[\p{L}_$][\p{L}\p{N}_$]{3,}/gu;
/** `gapInDocument` of the only candidate of a document. */
const ALONE = -3;

/** `chunks`: sorted by log odds, the best first. */
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
  const byPosition = new Map(chunks.map(({ chunk, logOdds }) => [positionKey(chunk), logOdds]));
  const byDocument = new Map<string, PrescoredChunk[]>();
  for (const one of chunks) byDocument.set(one.chunk.docId, [...(byDocument.get(one.chunk.docId) ?? []), one]);
  return chunks.map((one, i) => {
    const { chunk, logOdds } = one;
    const neighbours = [-1, 1].flatMap((step) => byPosition.get(positionKey(chunk, step)) ?? []);
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

const positionKey = ({ docId, position }: Chunk, step = 0): string => `${position + step} ${docId}`;

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
  // The last term of a name is the name as a whole.
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
  const centre = centroid([
    question,
    ...chunks.slice(0, BEST).flatMap(({ chunk }) => vectors.get(chunk.embedHash) ?? []),
  ]);
  const near = chunks.map(({ chunk }) => {
    const vector = vectors.get(chunk.embedHash);
    return vector && dot(centre, vector);
  });
  const known = near.filter((one) => one !== undefined);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return near.map((one) => (one === undefined || most === least ? 0 : (one - least) / (most - least)));
}

/** The query weighs as much as the best chunks together. */
function centroid([question, ...best]: readonly Float32Array[]): Float32Array {
  const sum = Float32Array.from(question);
  for (const vector of best) for (let i = 0; i < sum.length; i++) sum[i] += vector[i] / best.length;
  return sum;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
