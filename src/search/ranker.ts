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
import { growMemory, wasmKernel, wasmMemory } from '../store/vectors/wasm.js';
import type { Explanation, ScoreStep } from './explanation.js';
import { type FeatureValues, reasons } from './features.js';

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
 * All trees in flat arrays, by node, where WebAssembly walks them (kernels/trees.wat): four hundred
 * candidates pass each of them. The nodes of a tree lie together, so that it stays in the cache while
 * all candidates pass. Below the limit the next node is `next`, else the one behind it.
 */
export interface Ranker {
  readonly features: readonly string[];
  /** The first node of each tree. */
  readonly roots: Int32Array;
  /** −1 for a leaf. */
  readonly feature: Int32Array;
  readonly limit: Float64Array;
  readonly value: Float64Array;
  readonly next: Int32Array;
  /** For each row of feature values the sum over all trees. */
  readonly logOdds: (rows: readonly FeatureValues[]) => Float64Array;
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

/** A node in the flat arrays, with the place of the nodes below it. */
interface PlacedNode {
  readonly node: DecisionNode;
  readonly depth: number;
  next: number;
}

export function rankerOf({ features, trees }: TrainedTrees): Ranker {
  const nodes: PlacedNode[] = [];
  const steps: number[] = [];
  const roots = Int32Array.from(trees, (tree) => {
    const root = nodes.push({ node: tree, depth: 0, next: 0 }) - 1;
    for (let at = root; at < nodes.length; at++) {
      const { node, depth } = nodes[at];
      nodes[at].next = typeof node === 'number' ? at - 1 : nodes.length;
      if (typeof node === 'number') continue;
      for (const below of [node[3], node[4]]) nodes.push({ node: below, depth: depth + 1, next: 0 });
    }
    steps.push(nodes[nodes.length - 1].depth); // the deepest comes last
    return root;
  });
  const arrays = {
    limit: Float64Array.from(nodes, ({ node }) => (typeof node === 'number' ? Number.NEGATIVE_INFINITY : node[1])),
    value: Float64Array.from(nodes, ({ node }) => (typeof node === 'number' ? node : node[2])),
    feature: Int32Array.from(nodes, ({ node }) => (typeof node === 'number' ? -1 : node[0])),
    next: Int32Array.from(nodes, ({ next }) => next),
  };
  return { features, roots, ...arrays, logOdds: treeSums(arrays, roots, steps, features.length) };
}

type Walk = (...places: readonly number[]) => void;
const FLOAT = 8;

/**
 * Memory: limits │ values │ features │ next │ trees │ rows │ sums. Every part is a multiple of eight bytes long, but
 * for features and next, which are so together.
 */
function treeSums(
  { limit, value, feature, next }: Pick<Ranker, 'limit' | 'value' | 'feature' | 'next'>,
  roots: Int32Array,
  steps: readonly number[],
  width: number,
): Ranker['logOdds'] {
  const memory = wasmMemory(0);
  const walk = wasmKernel<Walk>('trees', memory);
  const walked = Int32Array.from({ length: roots.length * 2 }, (_, i) => (i % 2 === 0 ? roots[i >> 1] : steps[i >> 1]));
  const places: number[] = [];
  let end = FLOAT; // a leaf's feature is the float before a row
  for (const { byteLength } of [limit, value, feature, next, walked]) {
    places.push(end);
    end += byteLength;
  }
  growMemory(memory, end);
  for (const [i, part] of [limit, value, feature, next, walked].entries())
    new Uint8Array(memory.buffer).set(new Uint8Array(part.buffer), places[i]);
  const [limitAt, valueAt, featureAt, nextAt, treesAt] = places;
  return (rows) => {
    const sumsAt = end + rows.length * width * FLOAT;
    growMemory(memory, sumsAt + rows.length * FLOAT);
    const values = new Float64Array(memory.buffer, end, rows.length * (width + 1)).fill(0);
    for (let i = 0; i < rows.length; i++) values.set(rows[i], i * width);
    walk(treesAt, treesAt + walked.byteLength, featureAt, limitAt, valueAt, nextAt, end, sumsAt, width * FLOAT, sumsAt);
    return values.slice(rows.length * width);
  };
}

/** Several features may share a reason. */
const different = [...new Set(reasons)];
const reasonOf = Int16Array.from(reasons, (reason) => different.indexOf(reason));

/** Reasons below this are reported together. */
const SMALL = 0.1;

/** Rank and score of a chunk in a list that is a reason; undefined for a list that was not queried. */
export type RankingPlaces = Readonly<Record<string, ScoreStep['ranked'] | 'not found' | undefined>>;

/** The base odds, then the factor of each reason, the strongest first. */
export function explainOdds(ranker: Ranker, values: FeatureValues, places: RankingPlaces): Explanation {
  const { roots, feature, limit, value, next } = ranker;
  const changes = new Float64Array(different.length);
  let base = 0;
  for (const root of roots) {
    base += value[root];
    let at = root;
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
