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
    const top = hits[0]?.score ?? 0;
    const last = hits.at(-1)?.score ?? 0;
    const least = cutOff ? last : Math.min(0, last);
    hits.forEach(({ id, score }, i) => {
      const share =
        weight * (fusion === 'rrf' ? 1 / (RRF_K + i + 1) : top > least ? (score - least) / (top - least) : 0);
      const entry = byId.get(id) ?? { score: 0, parts: {} };
      entry.score += share;
      entry.parts[name] = { rank: i + 1, score, share };
      byId.set(id, entry);
    });
  }
  return [...byId].map(([id, entry]) => ({ id, ...entry })).sort(byScore);
}

/** The best first; ties by id, so that the order is the same on every machine. */
export const byScore = (a: { score: number; id: string }, b: { score: number; id: string }): number =>
  b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
