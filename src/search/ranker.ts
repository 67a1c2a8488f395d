/**
 * Features → how likely a chunk is the answer, against all else. A few hundred
 * small trees were learned from questions about other code bases (train/, docs/model.md);
 * each asks some features and gives a number, and their sum is the ln of the odds:
 *
 *     words ≥ 0.4 ?
 *       no   −0.3
 *       yes  test ≥ 0.5 ?   no  +0.2
 *                           yes −0.1
 *
 * On its way through a tree a chunk gets more or less with every question that is
 * asked of it. Summed by feature, those are the reasons: factors of its odds.
 */
import { readFileSync } from 'node:fs';
import { packageFile } from '../packageFile.js';
import type { Explanation, ScoreStep } from './explanation.js';
import { reasons } from './features.js';

/** A leaf's value; or which feature, below what, the value of all below this node, and both ways on. */
export type DecisionNode =
  | number
  | readonly [feature: number, limit: number, value: number, below: DecisionNode, above: DecisionNode];

/** As it was learned, and lies in the file. */
export interface TrainedTrees {
  /** In the order of the values it is given. */
  readonly features: readonly string[];
  readonly trees: readonly DecisionNode[];
}

/**
 * All trees in flat arrays, by node: four hundred candidates go through each of them, and following
 * objects takes three times as long. Where a node is below its limit, the next is `next`, else the one behind it.
 */
export interface Ranker {
  readonly features: readonly string[];
  /** The first so many nodes are their roots. */
  readonly trees: number;
  /** −1 for a leaf. */
  readonly feature: Int16Array;
  readonly limit: Float64Array;
  readonly value: Float64Array;
  readonly next: Int32Array;
}

interface Rankers<Of = Ranker> {
  /** Of everything that was found, without its text. */
  readonly first: Of;
  /** Of the best of these, with it. */
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
  return {
    features,
    trees: trees.length,
    feature: Int16Array.from(nodes, ({ node }) => (typeof node === 'number' ? -1 : node[0])),
    limit: Float64Array.from(nodes, ({ node }) => (typeof node === 'number' ? 0 : node[1])),
    value: Float64Array.from(nodes, ({ node }) => (typeof node === 'number' ? node : node[2])),
    next: Int32Array.from(nodes, ({ next }) => next),
  };
}

/** The ln of the odds. */
export function logOdds({ trees, feature, limit, value, next }: Ranker, values: readonly number[]): number {
  let sum = 0;
  for (let tree = 0; tree < trees; tree++) {
    let at = tree;
    for (let asks = feature[at]; asks >= 0; asks = feature[at]) at = next[at] + (values[asks] < limit[at] ? 0 : 1);
    sum += value[at];
  }
  return sum;
}

/** Several features may be one reason. */
const different = [...new Set(reasons)];
const reasonOf = Int16Array.from(reasons, (reason) => different.indexOf(reason));

/** Reasons that count less than this are told together. */
const SMALL = 0.1;

/** Where a chunk stands in a ranking that is a reason; undefined where nobody asked for that ranking. */
export type RankingPlaces = Readonly<Record<string, ScoreStep['ranked'] | 'not found' | undefined>>;

/** The odds of any chunk, and by what each reason multiplies them; the strongest first. */
export function explainOdds(ranker: Ranker, values: readonly number[], places: RankingPlaces): Explanation {
  const { trees, feature, limit, value, next } = ranker;
  const changes = new Float64Array(different.length);
  let base = 0;
  for (let tree = 0; tree < trees; tree++) {
    base += value[tree];
    let at = tree;
    for (let asks = feature[at]; asks >= 0; asks = feature[at]) {
      const to = next[at] + (values[asks] < limit[at] ? 0 : 1);
      changes[reasonOf[asks]] += value[to] - value[at];
      at = to;
    }
  }
  const all = different.map((reason, i) => [reason, changes[i]] as const).filter(([, sum]) => sum !== 0);
  const told = all.filter(([reason, sum]) =>
    reason in places ? places[reason] !== undefined : Math.abs(sum) >= SMALL,
  );
  const rest = all.filter((one) => !told.includes(one)).reduce((total, [, sum]) => total + sum, 0);
  return [
    { reason: 'the odds of any', kind: 'add', value: Math.exp(base) },
    ...told
      .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
      .map(([reason, sum]): ScoreStep => {
        const ranked = places[reason];
        return { reason, kind: 'multiply', value: Math.exp(sum), ...(typeof ranked === 'object' ? { ranked } : {}) };
      }),
    ...(rest === 0 ? [] : [{ reason: 'all else', kind: 'multiply', value: Math.exp(rest) } as const]),
  ];
}
