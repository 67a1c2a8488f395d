/**
 * The best pieces say what was meant better than the question could: each piece
 * is measured once more, by the middle between the question and the three best,
 * and gets half of what it is nearer to that than the farthest.
 *
 *     question ●────●────● the three best
 *                   │
 *                   ├─ 0.8 near     →  + 0.5 · (0.8 - 0.3)
 *                   └─ 0.3 near     →  + 0
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
  const nearness = pieces.map(({ chunk }) => {
    const vector = vectors.get(chunk.embedHash);
    return vector && product(meant, vector);
  });
  const known = nearness.filter((near) => near !== undefined);
  if (known.length === 0) return [...pieces];
  const farthest = Math.min(...known);
  return pieces
    .map((piece, i) => gained(piece, SHARE * ((nearness[i] ?? farthest) - farthest), 'like the best pieces'))
    .sort(byScore);
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
