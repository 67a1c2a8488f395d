/**
 * Gradient-boosted trees in flat arrays, by node, where WebAssembly walks them
 * (kernels/trees.wat, reasons.wat): four hundred candidates pass each of them. The nodes
 * of a tree lie together, so that it stays in the cache while all candidates pass.
 *
 *     node      0    1    2    3    4            words ≥ 0.4 ?  no  −0.3
 *     feature   w    −1   t    −1   −1                          yes test ≥ 0.5 ?  no  +0.2
 *     next      1    0    3    2    3                                             yes −0.1
 *
 * Below its limit a node leads to `next`, else to the one behind it; a leaf to itself.
 */
import { growMemory, wasmKernel, wasmMemory } from '../wasm/wasmKernel.js';
import type { FeatureValues } from './features.js';

/** As train/rank.py writes them. */
export interface TrainedTrees {
  /** Of each node the number of its feature; −1 for a leaf. */
  readonly feature: readonly number[];
  /** Any number for a leaf. */
  readonly limit: readonly number[];
  /** Of a leaf its value, else the mean value of the subtree. */
  readonly value: readonly number[];
  readonly next: readonly number[];
  /** The root of each tree, and its depth. */
  readonly trees: readonly number[];
}

type Kernel = (...places: readonly number[]) => void;
const FLOAT = 8;

export class DecisionTrees {
  /** The sum of the roots' values. */
  readonly base: number;
  readonly #memory = wasmMemory(0);
  readonly #sums = wasmKernel<Kernel>('trees', this.#memory);
  readonly #changes = wasmKernel<Kernel>('reasons', this.#memory);
  /** The features of a row. */
  readonly #width: number;
  readonly #reasons: number;
  /** Where each array begins, and where rows of values do. */
  readonly #at: Readonly<Record<keyof FlatTrees, number>>;
  readonly #rowsAt: number;
  readonly #treesEnd: number;

  /** `reasonOf`: the number of each feature's reason. */
  constructor(trained: TrainedTrees, reasonOf: ArrayLike<number>, reasons: number) {
    this.#width = reasonOf.length;
    this.#reasons = reasons + 1; // leaves have one of their own
    const flat = flatTrees(trained, reasonOf, reasons);
    this.base = flat.trees.reduce((sum, root, i) => (i % 2 === 0 ? sum + flat.value[root] : sum), 0);
    let end = FLOAT; // the feature of a leaf is the float before its row
    const placed = Object.entries(flat).map(([name, part]) => {
      const at = end;
      end = Math.ceil((end + part.byteLength) / FLOAT) * FLOAT;
      return [name, at, part] as const;
    });
    growMemory(this.#memory, end);
    for (const [, at, { buffer }] of placed) new Uint8Array(this.#memory.buffer).set(new Uint8Array(buffer), at);
    this.#at = Object.fromEntries(placed) as Record<keyof FlatTrees, number>; // the names are those of `flat`
    this.#rowsAt = end;
    this.#treesEnd = this.#at.trees + flat.trees.byteLength;
  }

  /** For each row of feature values the sum over all trees. */
  sums(rows: readonly FeatureValues[]): Float64Array {
    const { trees, feature, limit, value, next } = this.#at;
    const out = this.#put(rows, 1);
    this.#sums(trees, this.#treesEnd, feature, limit, value, next, this.#rowsAt, out, this.#width * FLOAT, out);
    return new Float64Array(this.#memory.buffer, out, rows.length).slice();
  }

  /** For each row what every reason adds to the sum, beside `base`. */
  changes(rows: readonly FeatureValues[]): readonly Float64Array[] {
    const { trees, feature, limit, value, next, reason } = this.#at;
    const out = this.#put(rows, this.#reasons);
    const [stride, outStride] = [this.#width * FLOAT, this.#reasons * FLOAT];
    const [from, to] = [this.#rowsAt, out];
    this.#changes(trees, this.#treesEnd, feature, limit, value, next, reason, from, to, stride, out, outStride);
    return rows.map((_, i) => new Float64Array(this.#memory.buffer, out + i * outStride, this.#reasons - 1).slice());
  }

  /** Writes rows into the memory, zeros for so many results of each behind them; says where those begin. */
  #put(rows: readonly FeatureValues[], results: number): number {
    const out = this.#rowsAt + rows.length * this.#width * FLOAT;
    growMemory(this.#memory, out + rows.length * results * FLOAT);
    const floats = new Float64Array(this.#memory.buffer, this.#rowsAt, rows.length * (this.#width + results));
    for (let i = 0; i < rows.length; i++) floats.set(rows[i], i * this.#width);
    floats.fill(0, rows.length * this.#width);
    return out;
  }
}

/** As the kernels read them. */
interface FlatTrees {
  /** −Infinity for a leaf. */
  readonly limit: Float64Array;
  readonly value: Float64Array;
  readonly feature: Int32Array;
  readonly next: Int32Array;
  readonly reason: Int32Array;
  readonly trees: Int32Array;
}

function flatTrees(trained: TrainedTrees, reasonOf: ArrayLike<number>, leafReason: number): FlatTrees {
  const [feature, limit] = [new Int32Array(trained.feature), new Float64Array(trained.limit)];
  const reason = new Int32Array(feature.length);
  for (let at = 0; at < feature.length; at++) {
    reason[at] = feature[at] < 0 ? leafReason : reasonOf[feature[at]];
    if (feature[at] < 0) limit[at] = Number.NEGATIVE_INFINITY;
  }
  const [value, next, trees] = [
    new Float64Array(trained.value),
    new Int32Array(trained.next),
    new Int32Array(trained.trees),
  ];
  return { limit, value, feature, next, reason, trees };
}
