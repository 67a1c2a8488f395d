/**
 * Features → log odds that a chunk answers the query, by gradient-boosted trees: a few
 * hundred small decision trees, learned from questions about other code bases (train/,
 * docs/model.md). The log odds are the sum of their values:
 *
 *     words ≥ 0.4 ?
 *       no   −0.3
 *       yes  test ≥ 0.5 ?   no  +0.2
 *                           yes −0.1
 *
 * Every node has the mean value of its subtree. The changes along a chunk's path, summed
 * by feature, are the reasons of its score: factors of its odds.
 */
import { brotliDecompressSync } from 'node:zlib';
import { readPackageFile } from '../packageFile.js';
import { DecisionTrees, type TrainedTrees } from './decisionTrees.js';
import type { Explanation, ScoreStep } from './explanation.js';
import { type FeatureValues, reasons } from './features.js';

/** As it is in model/ranker.json, which the package has compressed (scripts/build-models.mjs). */
export interface TrainedRanker extends TrainedTrees {
  /** In the order of the feature values. */
  readonly features: readonly string[];
}

export interface Ranker {
  readonly features: readonly string[];
  readonly trees: DecisionTrees;
}

interface Rankers<Of = Ranker> {
  /** First stage: all candidates, without their text. */
  readonly first: Of;
  /** Second stage: the best of them, with their text. */
  readonly closely: Of;
}

let loaded: Rankers | undefined;

export function rankers(): Rankers {
  if (loaded) return loaded;
  const { first, closely } = JSON.parse(
    brotliDecompressSync(readPackageFile('data/ranker.br')).toString(),
  ) as Rankers<TrainedRanker>; // a file of the package
  loaded = { first: rankerOf(first), closely: rankerOf(closely) };
  return loaded;
}

/** Several features may share a reason. */
const different = [...new Set(reasons)];
const reasonOf = reasons.map((reason) => different.indexOf(reason));

export const rankerOf = ({ features, ...trained }: TrainedRanker): Ranker => ({
  features,
  trees: new DecisionTrees(trained, reasonOf.slice(0, features.length), different.length),
});

/** Reasons below this are reported together. */
const MIN_REASON_SCORE = 0.1;

/** Rank and score of a chunk in a list that is a reason; undefined for a list that was not queried. */
export type RankingPlaces = Readonly<Record<string, ScoreStep['ranked'] | 'not found' | undefined>>;

/** For each row of feature values the base odds, then the factor of each reason, the strongest first. */
export const explainOdds = (
  { trees }: Ranker,
  rows: readonly FeatureValues[],
  placesOf: (row: number) => RankingPlaces,
): readonly Explanation[] => trees.changes(rows).map((changes, row) => explanation(trees.base, changes, placesOf(row)));

function explanation(base: number, changes: Float64Array, places: RankingPlaces): Explanation {
  const all = different.map((reason, i) => [reason, changes[i]] as const).filter(([, sum]) => sum !== 0);
  const reported = all.filter(([reason, sum]) =>
    reason in places ? places[reason] !== undefined : Math.abs(sum) >= MIN_REASON_SCORE,
  );
  const rest = all.filter((one) => !reported.includes(one)).reduce((total, [, sum]) => total + sum, 0);
  return [
    { reason: 'base odds', kind: 'add', value: Math.exp(base) },
    ...reported
      .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
      .map(([reason, sum]): ScoreStep => {
        const ranked = places[reason];
        return { reason, kind: 'multiply', value: Math.exp(sum), ...(typeof ranked === 'object' ? { ranked } : {}) };
      }),
    ...(rest === 0 ? [] : [{ reason: 'other features', kind: 'multiply', value: Math.exp(rest) } as const]),
  ];
}
