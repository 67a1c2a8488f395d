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
import type { Explanation, Step } from './explanation.js';
import { reasons } from './features.js';

/** A leaf's value; or which feature, below what, the value of all below this node, and both ways on. */
export type Node = number | readonly [feature: number, limit: number, value: number, below: Node, above: Node];

export interface Ranker {
  /** In the order of the values it is given. */
  readonly features: readonly string[];
  readonly trees: readonly Node[];
}

interface Rankers {
  /** Of everything that was found, without its text. */
  readonly first: Ranker;
  /** Of the best of these, with it. */
  readonly closely: Ranker;
}

let loaded: Rankers | undefined;

export function rankers(): Rankers {
  loaded ??= JSON.parse(readFileSync(packageFile('model/ranker.json'), 'utf8')) as Rankers; // a file of the package
  return loaded;
}

const meanOf = (node: Node): number => (typeof node === 'number' ? node : node[2]);

/** The ln of the odds. */
export function judge({ trees }: Ranker, values: readonly number[]): number {
  let sum = 0;
  for (const tree of trees) {
    let node = tree;
    while (typeof node !== 'number') node = values[node[0]] < node[1] ? node[3] : node[4];
    sum += node;
  }
  return sum;
}

/** Reasons that count less than this are told together. */
const SMALL = 0.1;

/** Where a chunk stands in a ranking that is a reason; undefined where nobody asked for that ranking. */
export type Places = Readonly<Record<string, Step['ranked'] | 'not found' | undefined>>;

/** The odds of any chunk, and by what each reason multiplies them; the strongest first. */
export function explain({ trees }: Ranker, values: readonly number[], places: Places): Explanation {
  const changes = new Float64Array(reasons.length);
  for (const tree of trees) {
    let node = tree;
    while (typeof node !== 'number') {
      // By index: taking a tuple apart costs more than all else here.
      const from: Exclude<Node, number> = node;
      node = values[from[0]] < from[1] ? from[3] : from[4];
      changes[from[0]] += meanOf(node) - from[2];
    }
  }
  const sums = new Map<string, number>();
  for (const [i, reason] of reasons.entries()) sums.set(reason, (sums.get(reason) ?? 0) + changes[i]);
  const base = trees.reduce<number>((sum, tree) => sum + meanOf(tree), 0);
  const all = [...sums].filter(([, sum]) => sum !== 0);
  const told = all.filter(([reason, sum]) =>
    reason in places ? places[reason] !== undefined : Math.abs(sum) >= SMALL,
  );
  const rest = all.filter((one) => !told.includes(one)).reduce((total, [, sum]) => total + sum, 0);
  return [
    { reason: 'the odds of any', kind: 'add', value: Math.exp(base) },
    ...told
      .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
      .map(([reason, sum]): Step => {
        const ranked = places[reason];
        return { reason, kind: 'multiply', value: Math.exp(sum), ...(typeof ranked === 'object' ? { ranked } : {}) };
      }),
    ...(rest === 0 ? [] : [{ reason: 'all else', kind: 'multiply', value: Math.exp(rest) } as const]),
  ];
}
