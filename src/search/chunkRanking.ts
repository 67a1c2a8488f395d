/**
 * The two ways to rank candidates: the learned ranker, or on request the plain sum of
 * both lists (fuse.ts). Both give an order at once, and read and explain as many
 * chunks of it as are needed.
 */
import type { ReadAttempt } from '../store/retryOnConcurrentWrite.js';
import type { Store } from '../store/store.js';
import { artifactTitles, collectCandidates } from './candidates.js';
import type { Explanation } from './explanation.js';
import { type Fused, type Fusion, type FusionWeights, fuse, maxFusedScore, type WeightedList } from './fuse.js';
import type { Query } from './query.js';
import { profileQuery } from './queryProfile.js';
import { querySynonyms } from './querySynonyms.js';
import { type MayShow, readChunks } from './readChunks.js';
import { type ScoredChunk, scoredChunk } from './result.js';
import type { Retrieved } from './retrieve.js';
import {
  explainFirstStage,
  type FirstStageHit,
  rankFirstStage,
  rankSecondStage,
  secondStageHits,
} from './twoStages.js';

interface RankedChunks extends ReadAttempt<ScoredChunk[]> {
  /** One of them defines a name of the query. */
  readonly named: boolean;
}

export interface ChunkRanking {
  /** The best first, without reading any chunk. */
  readonly order: readonly { readonly id: string }[];
  /** These, read and in their final order. */
  readonly rerank: (hits: ChunkRanking['order'], mayShow: MayShow) => Promise<RankedChunks>;
  /** These, read, in the order given. */
  readonly inOrder: (hits: ChunkRanking['order'], mayShow: MayShow) => Promise<ReadAttempt<ScoredChunk[]>>;
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
  const synonyms = await querySynonyms(store, query.text, frequencies, chunks);
  const profile = profileQuery(query, frequencies, chunks, synonyms);
  const candidates = collectCandidates(retrieved, await artifactTitles(store, retrieved));
  const order = rankFirstStage(profile, candidates);
  const byId = new Map(order.map((first) => [first.id, first]));
  const firstStageHit = ({ id }: { readonly id: string }): FirstStageHit | readonly never[] => byId.get(id) ?? [];
  return {
    order,
    rerank: async (hits, mayShow) => {
      const context = { profile, candidates, query, vector };
      const { result: secondStage, stale } = await secondStageHits(
        store,
        hits.flatMap(firstStageHit),
        context,
        mayShow,
      );
      const ranked = rankSecondStage(secondStage, candidates, profile);
      return { result: ranked, stale, named: secondStage.some(({ named }) => named) };
    },
    inOrder: async (hits, mayShow) => {
      const { result, stale } = await readChunks(store, hits.flatMap(firstStageHit), mayShow);
      return { result: result.map(({ hit, chunk }) => explainFirstStage(hit, chunk, candidates)), stale };
    },
  };
}

export function fusedRanking(store: Store, retrieved: Retrieved, fusion: Fusion, weights: FusionWeights): ChunkRanking {
  const rankings = rankingsOf(retrieved, weights);
  const maxScore = maxFusedScore(rankings, fusion) || 1;
  const order = fuse(rankings, fusion);
  const byId = new Map(order.map((fused) => [fused.id, fused]));
  const explain = (parts: Fused['parts']): Explanation =>
    Object.entries(parts).map(([reason, { rank, score, share }]) => ({
      reason,
      kind: 'add',
      value: share / maxScore,
      ranked: { rank, score },
    }));
  const inOrder: ChunkRanking['rerank'] = async (hits, mayShow) => {
    const fused = hits.flatMap(({ id }) => byId.get(id) ?? []);
    const { result, stale } = await readChunks(store, fused, mayShow);
    const scored = result.map(({ hit, chunk }) => scoredChunk(hit.id, chunk, explain(hit.parts)));
    return { result: scored, stale, named: false };
  };
  return { order, rerank: inOrder, inOrder };
}

const rankingsOf = (
  { keyword: keywordHits, vector: vectorHits, moreKeyword, moreVector }: Retrieved,
  weights: FusionWeights,
): WeightedList[] => {
  const lists = [
    { name: 'keywords', hits: keywordHits, weight: weights.words, cutOff: moreKeyword },
    { name: 'vectors', hits: vectorHits, weight: weights.vectors, cutOff: moreVector },
  ] as const;
  return lists.flatMap(({ hits, ...list }) => (hits ? [{ ...list, hits }] : []));
};
