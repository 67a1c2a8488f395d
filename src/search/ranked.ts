/**
 * The two ways to order what was found: by the learned ranker, or, when somebody
 * asks for it, by the plain sum of both rankings (fuse.ts). Both give an order at
 * once, and chunks with their reasons for as many as are wanted of it.
 */
import type { Chunk } from '../schema.js';
import type { ReadAttempt } from '../store/retryOnConcurrentWrite.js';
import type { Store } from '../store/store.js';
import { askedOf } from './asked.js';
import { candidatesOf, titlesOf } from './candidates.js';
import { atFirst, closeRanking, closeValuesOf, type First, firstRanking } from './closely.js';
import type { Explanation } from './explanation.js';
import { type Fused, type Fusion, type FusionWeights, fuse, type Ranking } from './fuse.js';
import { DEPTH, type Looked } from './look.js';
import type { Query } from './query.js';
import { type ScoredChunk, scored } from './result.js';

interface Chunks extends ReadAttempt<ScoredChunk[]> {
  /** One of them has the very name that was asked for. */
  readonly named: boolean;
}
type MayShow = (chunk: Chunk) => boolean;

export interface Ranked {
  /** The best first, by what is known without reading. */
  readonly order: readonly { readonly id: string }[];
  /** These, read and put in their final order. */
  readonly closely: (some: Ranked['order'], mayShow: MayShow) => Promise<Chunks>;
  /** These, in the order they have. */
  readonly atFirst: (some: Ranked['order'], mayShow: MayShow) => Promise<ReadAttempt<ScoredChunk[]>>;
}

interface Asking {
  readonly query: Query;
  /** How many of all chunks have each word of the question. */
  readonly frequencies: readonly number[];
  readonly chunks: number;
  readonly vector: Float32Array | undefined;
}

export async function learned(
  store: Store,
  looked: Looked,
  { query, frequencies, chunks, vector }: Asking,
): Promise<Ranked> {
  const asked = askedOf(query, frequencies, chunks);
  const candidates = candidatesOf(looked, await titlesOf(store, looked));
  const order = firstRanking(asked, candidates);
  const byId = new Map(order.map((first) => [first.id, first]));
  const firstOf = ({ id }: { readonly id: string }): First | readonly never[] => byId.get(id) ?? [];
  return {
    order,
    closely: async (some, mayShow) => {
      const closely = { asked, candidates, query, vector };
      const { result: found, stale: gone } = await closeValuesOf(store, some.flatMap(firstOf), closely, mayShow);
      return { result: closeRanking(found, candidates), stale: gone, named: found.some(({ named }) => named) };
    },
    atFirst: (some, mayShow) =>
      read(store, some.flatMap(firstOf), mayShow, (first, chunk) => atFirst(first, chunk, candidates)),
  };
}

export function fused(store: Store, looked: Looked, fusion: Fusion, weights: FusionWeights): Ranked {
  const rankings = rankingsOf(looked, weights);
  const most = rankings.reduce((sum, { weight }) => sum + (fusion === 'rrf' ? weight / 61 : weight), 0) || 1;
  const order = fuse(rankings, fusion);
  const byId = new Map(order.map((one) => [one.id, one]));
  const sharesOf = (parts: Fused['parts']): Explanation =>
    Object.entries(parts).map(([reason, { rank, score, share }]) => ({
      reason,
      kind: 'add',
      value: share / most,
      ranked: { rank, score },
    }));
  const chunks: Ranked['closely'] = (some, mayShow) =>
    read(
      store,
      some.flatMap(({ id }) => byId.get(id) ?? []),
      mayShow,
      ({ id, parts }, chunk) => scored(id, chunk, sharesOf(parts)),
    );
  return { order, closely: chunks, atFirst: chunks };
}

const rankingsOf = ({ words, near }: Looked, weights: FusionWeights): Ranking[] => [
  ...(words ? [{ name: 'words', hits: words, weight: weights.words, cutOff: words.length >= DEPTH } as const] : []),
  ...(near ? [{ name: 'vectors', hits: near, weight: weights.vectors, cutOff: near.length >= DEPTH } as const] : []),
];

async function read<T extends { readonly id: string }>(
  store: Store,
  some: readonly T[],
  mayShow: MayShow,
  of: (one: T, chunk: Chunk) => ScoredChunk,
): Promise<Chunks> {
  const chunks = new Map((await store.chunks(some.map(({ id }) => id))).map((chunk) => [chunk.id, chunk]));
  const found = some.flatMap((one) => {
    const chunk = chunks.get(one.id);
    return chunk && mayShow(chunk) ? [of(one, chunk)] : [];
  });
  return { result: found, stale: chunks.size < some.length, named: false };
}
