/**
 * A ruler for a tokenizer of which nothing is known but that it counts. Parts
 * are counted outright; edges are sums over whole lines, near enough to choose
 * cuts by, and every pretoken is counted again before it leaves.
 */
import type { Ruler, TokenEdge, Tokenizer } from './tokenizer.js';

export function plainRuler(text: string, tokenizer: Tokenizer): Ruler {
  const starts: number[] = [0];
  const sums: number[] = [0];

  /** Tokens before `at`, counted line by line and remembered. */
  const before = (at: number): number => {
    while (starts[starts.length - 1] < at) {
      const from = starts[starts.length - 1];
      const lf = text.indexOf('\n', from);
      const end = lf < 0 ? text.length : lf + 1;
      sums.push(sums[sums.length - 1] + tokenizer.count(text.slice(from, end)));
      starts.push(end);
    }
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= at) low = middle;
      else high = middle - 1;
    }
    return starts[low] === at ? sums[low] : sums[low] + tokenizer.count(text.slice(starts[low], at));
  };

  return {
    tokens: (start, end, limit) => (start >= end ? 0 : tokenizer.count(text.slice(start, end), limit)),
    fits: (start, end, limit) => tokenizer.count(text.slice(start, end), limit) <= limit,
    roughly: before,
    edge: (at): TokenEdge => {
      const sum = before(at);
      return { opens: sum, closes: sum, settled: at, anchored: at };
    },
  };
}
