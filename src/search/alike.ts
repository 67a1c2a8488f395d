/**
 * The best pieces say what was meant better than the question could: each piece
 * is measured once more, by the middle between the question and the three best,
 * and gets half of how near it is to that.
 *
 *     question ●────●────● the three best
 *                   │
 *                   ● 0.8 near    →  + 0.5 · 0.8
 */
import { byScore } from './fuse.js';
import { gained, type Scored } from './result.js';

const SHARE = 0.5;
const BEST = 3;
/** So many are measured: what is farther down has no better piece's place to take. */
const MEASURED = 100;

/** Those whose vectors it takes. */
export const hashesOf = (pieces: readonly Scored[]): readonly string[] =>
  pieces.slice(0, MEASURED).map(({ chunk }) => chunk.embedHash);

/** `vectors`: by hash, of length 1; a piece that has none gains nothing. */
export function withAlike(
  pieces: readonly Scored[],
  question: Float32Array,
  vectors: ReadonlyMap<string, Float32Array>,
): Scored[] {
  const meant = middle(question, pieces.slice(0, BEST), vectors);
  const nearness = ({ chunk }: Scored): number => {
    const vector = vectors.get(chunk.embedHash);
    return vector ? Math.max(0, product(meant, vector)) : 0;
  };
  return pieces.map((piece) => gained(piece, SHARE * nearness(piece), 'like the best pieces')).sort(byScore);
}

/** Of length 1. The better a piece is, the more it says. */
function middle(
  question: Float32Array,
  best: readonly Scored[],
  vectors: ReadonlyMap<string, Float32Array>,
): Float32Array {
  const sum = Float32Array.from(question);
  const all = best.reduce((total, { score }) => total + score, 0);
  for (const { chunk, score } of best) {
    const vector = vectors.get(chunk.embedHash);
    if (vector && all > 0) for (let i = 0; i < sum.length; i++) sum[i] += (score / all) * vector[i];
  }
  const length = Math.sqrt(product(sum, sum)) || 1;
  return sum.map((value) => value / length);
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
