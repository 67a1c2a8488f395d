/**
 * The two ways to rank candidates: the learned ranker, or on request the plain sum of
 * both lists (fuse.ts). Both give an order at once, and read and explain as many
 * chunks of it as are needed.
 */
import type { Chunk } from '../schema.js';
import type { ReadAttempt } from '../store/retryOnConcurrentWrite.js';
import type { Store } from '../store/store.js';
import { artifactTitles, collectCandidates } from './candidates.js';
import type { Explanation } from './explanation.js';
import { type Fused, type Fusion, type FusionWeights, fuse, type WeightedList } from './fuse.js';
import type { Query } from './query.js';
import { profileQuery } from './queryProfile.js';
import { type ScoredChunk, scoredChunk } from './result.js';
import { RETRIEVAL_DEPTH, type Retrieved } from './retrieve.js';
import {
  explainFirstStage,
  type FirstStageHit,
  rankFirstStage,
  rankSecondStage,
  secondStageHits,
} from './twoStages.js';

interface Chunks extends ReadAttempt<ScoredChunk[]> {
  /** One of them defines a name of the query. */
  readonly named: boolean;
}
type MayShow = (chunk: Chunk) => boolean;

export interface ChunkRanking {
  /** The best first, without reading any chunk. */
  readonly order: readonly { readonly id: string }[];
  /** These, read and in their final order. */
  readonly rerank: (some: ChunkRanking['order'], mayShow: MayShow) => Promise<Chunks>;
  /** These, read, in the order given. */
  readonly inOrder: (some: ChunkRanking['order'], mayShow: MayShow) => Promise<ReadAttempt<ScoredChunk[]>>;
}

interface RankingInput {
  readonly query: Query;
  /** The number of chunks that have each term of the query. */
  readonly frequencies: readonly number[];
  readonly chunks: number;
  readonly vector: Float32Array | undefined;
}

export async function learnedRanking(
  store: Store,
  retrieved: Retrieved,
  { query, frequencies, chunks, vector }: RankingInput,
): Promise<ChunkRanking> {
  const profile = profileQuery(query, frequencies, chunks);
  const candidates = collectCandidates(retrieved, await artifactTitles(store, retrieved));
  const order = rankFirstStage(profile, candidates);
  const byId = new Map(order.map((first) => [first.id, first]));
  const firstOf = ({ id }: { readonly id: string }): FirstStageHit | readonly never[] => byId.get(id) ?? [];
  return {
    order,
    rerank: async (some, mayShow) => {
      const context = { profile, candidates, query, vector };
      const { result: found, stale: gone } = await secondStageHits(store, some.flatMap(firstOf), context, mayShow);
      const ranked = rankSecondStage(found, candidates, profile);
      return { result: ranked, stale: gone, named: found.some(({ named }) => named) };
    },
    inOrder: (some, mayShow) =>
      read(store, some.flatMap(firstOf), mayShow, (first, chunk) => explainFirstStage(first, chunk, candidates)),
  };
}

export function fusedRanking(store: Store, retrieved: Retrieved, fusion: Fusion, weights: FusionWeights): ChunkRanking {
  const rankings = rankingsOf(retrieved, weights);
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
  const chunks: ChunkRanking['rerank'] = (some, mayShow) =>
    read(
      store,
      some.flatMap(({ id }) => byId.get(id) ?? []),
      mayShow,
      ({ id, parts }, chunk) => scoredChunk(id, chunk, sharesOf(parts)),
    );
  return { order, rerank: chunks, inOrder: chunks };
}

const rankingsOf = ({ keyword: words, vector: near }: Retrieved, weights: FusionWeights): WeightedList[] => [
  ...(words
    ? [{ name: 'keywords', hits: words, weight: weights.words, cutOff: words.length >= RETRIEVAL_DEPTH } as const]
    : []),
  ...(near
    ? [{ name: 'vectors', hits: near, weight: weights.vectors, cutOff: near.length >= RETRIEVAL_DEPTH } as const]
    : []),
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
