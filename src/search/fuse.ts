/**
 * Two rankings → one. Reciprocal rank fusion: a chunk gets
 * weight / (60 + rank) from each list it is in, ranks counted from 1.
 *
 *     words:    a b c          a  1/61 + 1/62
 *     vectors:  b a d          b  1/62 + 1/61 …
 *
 * Scores: each list brought to [0, 1] and added up; near ties stay near ties. The
 * last of a list that was cut off has 0, because what came after it has nothing:
 *
 *     9 7 5 …  → 1, 0.5, 0      cut off at three
 *     9 7 5    → 1, 0.78, 0.56  there were no more
 */
import type { Hit } from '../store/store.js';
import { normalizedScore, scoreScaleOf } from './candidates.js';

export const fusions = ['score', 'rrf'] as const;
export type Fusion = (typeof fusions)[number];

/** Weights of the keyword and the vector list. */
export interface FusionWeights {
  readonly words: number;
  readonly vectors: number;
}

export interface WeightedList {
  readonly name: 'keywords' | 'vectors';
  readonly hits: readonly Hit[];
  readonly weight: number;
  /** The list may go on behind the last hit. */
  readonly cutOff: boolean;
}

export interface Fused extends Hit {
  /** What each list contributed. */
  readonly parts: Readonly<Record<string, { readonly rank: number; readonly score: number; readonly share: number }>>;
}

const RRF_K = 60;

export function fuse(rankings: readonly WeightedList[], fusion: Fusion): Fused[] {
  const byId = new Map<string, { score: number; parts: Record<string, Fused['parts'][string]> }>();
  for (const { name, hits, weight, cutOff } of rankings) {
    const scale = scoreScaleOf(hits, cutOff);
    hits.forEach(({ id, score }, i) => {
      const ranked = { rank: i + 1, score };
      const share = weight * (fusion === 'rrf' ? 1 / (RRF_K + ranked.rank) : normalizedScore(ranked, scale));
      const entry = byId.get(id) ?? { score: 0, parts: {} };
      entry.score += share;
      entry.parts[name] = { ...ranked, share };
      byId.set(id, entry);
    });
  }
  return [...byId].map(([id, entry]) => ({ id, ...entry })).sort(byScore);
}

/** What the best of every list would get. */
export const maxFusedScore = (rankings: readonly WeightedList[], fusion: Fusion): number =>
  rankings.reduce((sum, { weight }) => sum + (fusion === 'rrf' ? weight / (RRF_K + 1) : weight), 0);

/** The best first; ties by id, so that the order is the same on every machine. */
export const byScore = (a: { score: number; id: string }, b: { score: number; id: string }): number =>
  b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
