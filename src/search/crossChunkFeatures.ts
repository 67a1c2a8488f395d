/**
 * Features of a chunk relative to the other candidates: next to a better one, in the
 * same document, mentioned by one of the three best, or similar to them. "Better" is
 * by the first stage.
 */
import { dot } from '../embed/vectors.js';
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

const BEST_CHUNKS = 3;
/** How many names are looked up. */
const MAX_NAME_LOOKUPS = 20;
/** Shorter names are too ambiguous. */
const NAME = /[\p{L}_$][\p{L}\p{N}_$]{3,}/gu;
/** `gapInDocument` of the only candidate of a document. */
const ALONE_GAP = -3;

/** `chunks`: sorted by log odds, the best first. */
export async function crossChunkFeatures(
  store: Pick<Store, 'vectors' | 'documentFrequencies'>,
  chunks: readonly PrescoredChunk[],
  queryVector: Float32Array | undefined,
): Promise<readonly CrossChunkFeatures[]> {
  const [similarity, frequency] = await Promise.all([
    queryVector ? similarities(store, chunks, queryVector) : chunks.map(() => 0),
    nameFrequencies(store, chunks),
  ]);
  const mentioned = mentionScores(chunks);
  const best = chunks[0]?.logOdds ?? 0;
  const byPosition = new Map(chunks.map(({ chunk, logOdds }) => [positionKey(chunk), logOdds]));
  const byDocument = new Map<string, PrescoredChunk[]>();
  for (const prescored of chunks)
    byDocument.set(prescored.chunk.docId, [...(byDocument.get(prescored.chunk.docId) ?? []), prescored]);
  return chunks.map((prescored, i) => {
    const { chunk, logOdds } = prescored;
    const neighbours = [-1, 1].flatMap((step) => byPosition.get(positionKey(chunk, step)) ?? []);
    const other = byDocument.get(chunk.docId)?.find((candidate) => candidate !== prescored);
    return {
      gapToBest: best - logOdds,
      gapToNeighbour: Math.max(0, ...neighbours.map((neighbour) => neighbour - logOdds)),
      gapInDocument: other ? other.logOdds - logOdds : ALONE_GAP,
      mentionedByBest: mentioned[i],
      similarity: similarity[i],
      nameFrequency: frequency[i],
    };
  });
}

const positionKey = ({ docId, position }: Chunk, step = 0): string => `${position + step} ${docId}`;

function mentionScores(chunks: readonly PrescoredChunk[]): readonly number[] {
  const mentioning = chunks
    .slice(0, BEST_CHUNKS)
    .map(({ chunk }) => ({ chunk, names: new Set(chunk.synthetic ? [] : chunk.content.match(NAME)) }));
  const chunksByName = new Map<string, number>();
  for (const { chunk } of chunks) chunksByName.set(chunk.name, (chunksByName.get(chunk.name) ?? 0) + 1);
  return chunks.map(({ chunk: { name, synthetic } }) =>
    !synthetic && mentioning.some(({ chunk, names }) => chunk.name !== name && names.has(name))
      ? 1 / (chunksByName.get(name) ?? 1)
      : 0,
  );
}

async function nameFrequencies(
  store: Pick<Store, 'documentFrequencies'>,
  chunks: readonly PrescoredChunk[],
): Promise<readonly number[]> {
  // The last term of a name is the name as a whole.
  const names = chunks.slice(0, MAX_NAME_LOOKUPS).map(({ chunk }) => queryWords(chunk.name).at(-1) ?? '');
  const logs = (await store.documentFrequencies(names)).map((n) => Math.log1p(n));
  const mean = logs.reduce((sum, log) => sum + log, 0) / (logs.length || 1);
  return chunks.map((_, i) => logs[i] ?? mean);
}

async function similarities(
  store: Pick<Store, 'vectors'>,
  chunks: readonly PrescoredChunk[],
  queryVector: Float32Array,
): Promise<readonly number[]> {
  const vectors = await store.vectors(chunks.map(({ chunk }) => chunk.embedHash));
  const centre = centroid([
    queryVector,
    ...chunks.slice(0, BEST_CHUNKS).flatMap(({ chunk }) => vectors.get(chunk.embedHash) ?? []),
  ]);
  const cosines = chunks.map(({ chunk }) => {
    const vector = vectors.get(chunk.embedHash);
    return vector && dot(centre, vector);
  });
  const knownCosines = cosines.filter((cosine) => cosine !== undefined);
  const [min, max] = [Math.min(...knownCosines), Math.max(...knownCosines)];
  return cosines.map((cosine) => (cosine === undefined || max === min ? 0 : (cosine - min) / (max - min)));
}

/** The query weighs as much as the best chunks together. */
function centroid([queryVector, ...best]: readonly Float32Array[]): Float32Array {
  const sum = Float32Array.from(queryVector);
  for (const vector of best) for (let i = 0; i < sum.length; i++) sum[i] += vector[i] / best.length;
  return sum;
}
