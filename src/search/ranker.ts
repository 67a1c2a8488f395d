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
import { readFileSync } from 'node:fs';
import { packageFile } from '../packageFile.js';
import type { Explanation, ScoreStep } from './explanation.js';
import { reasons } from './features.js';

/** A leaf's value; or a feature, its limit, the mean value of the subtree, and both children. */
export type DecisionNode =
  | number
  | readonly [feature: number, limit: number, value: number, below: DecisionNode, above: DecisionNode];

/** As it is in model/ranker.json. */
export interface TrainedTrees {
  /** In the order of the feature values. */
  readonly features: readonly string[];
  readonly trees: readonly DecisionNode[];
}

/**
 * All trees in flat arrays, by node: four hundred candidates pass each of them, and objects take three
 * times as long. Below the limit the next node is `next`, else the one behind it.
 */
export interface Ranker {
  readonly features: readonly string[];
  /** Number of trees; the first nodes are their roots. */
  readonly trees: number;
  /** −1 for a leaf. */
  readonly feature: Int16Array;
  readonly limit: Float64Array;
  readonly value: Float64Array;
  readonly next: Int32Array;
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
    readFileSync(packageFile('model/ranker.json'), 'utf8'),
  ) as Rankers<TrainedTrees>; // a file of the package
  loaded = { first: rankerOf(first), closely: rankerOf(closely) };
  return loaded;
}

export function rankerOf({ features, trees }: TrainedTrees): Ranker {
  const nodes: { node: DecisionNode; next: number }[] = trees.map((node) => ({ node, next: 0 }));
  for (const one of nodes) {
    if (typeof one.node === 'number') continue;
    one.next = nodes.length;
    nodes.push({ node: one.node[3], next: 0 }, { node: one.node[4], next: 0 });
  }
  const ranker = {
    ...{ features, trees: trees.length },
    feature: new Int16Array(nodes.length).fill(-1),
    limit: new Float64Array(nodes.length),
    value: new Float64Array(nodes.length),
    next: new Int32Array(nodes.length),
  };
  for (let at = 0; at < nodes.length; at++) {
    const { node, next } = nodes[at];
    ranker.next[at] = next;
    ranker.value[at] = typeof node === 'number' ? node : node[2];
    if (typeof node === 'number') continue;
    ranker.feature[at] = node[0];
    ranker.limit[at] = node[1];
  }
  return ranker;
}

/** The sum over all trees. */
export function logOdds({ trees, feature, limit, value, next }: Ranker, values: readonly number[]): number {
  let sum = 0;
  for (let tree = 0; tree < trees; tree++) {
    let at = tree;
    for (let tested = feature[at]; tested >= 0; tested = feature[at])
      at = next[at] + (values[tested] < limit[at] ? 0 : 1);
    sum += value[at];
  }
  return sum;
}

/** Several features may share a reason. */
const different = [...new Set(reasons)];
const reasonOf = Int16Array.from(reasons, (reason) => different.indexOf(reason));

/** Reasons below this are reported together. */
const SMALL = 0.1;

/** Rank and score of a chunk in a list that is a reason; undefined for a list that was not queried. */
export type RankingPlaces = Readonly<Record<string, ScoreStep['ranked'] | 'not found' | undefined>>;

/** The base odds, then the factor of each reason, the strongest first. */
export function explainOdds(ranker: Ranker, values: readonly number[], places: RankingPlaces): Explanation {
  const { trees, feature, limit, value, next } = ranker;
  const changes = new Float64Array(different.length);
  let base = 0;
  for (let tree = 0; tree < trees; tree++) {
    base += value[tree];
    let at = tree;
    for (let tested = feature[at]; tested >= 0; tested = feature[at]) {
      const to = next[at] + (values[tested] < limit[at] ? 0 : 1);
      changes[reasonOf[tested]] += value[to] - value[at];
      at = to;
    }
  }
  const all = different.map((reason, i) => [reason, changes[i]] as const).filter(([, sum]) => sum !== 0);
  const reported = all.filter(([reason, sum]) =>
    reason in places ? places[reason] !== undefined : Math.abs(sum) >= SMALL,
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
