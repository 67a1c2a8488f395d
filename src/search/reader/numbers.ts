/** What the network does with numbers beside multiplying them: alike on every machine. */
import type { Matrix } from './matrix.js';

const EPSILON = 1e-5;

/** Every row with mean 0 and deviation 1. */
export function layerNorm(numbers: Float32Array, { at, stride }: Matrix, rows: number, width: number): void {
  for (let from = at; from < at + rows * stride; from += stride) {
    let sum = 0;
    for (let i = 0; i < width; i++) sum += numbers[from + i];
    const mean = sum / width;
    let squares = 0;
    for (let i = 0; i < width; i++) squares += (numbers[from + i] - mean) * (numbers[from + i] - mean);
    const scale = 1 / Math.sqrt(squares / width + EPSILON);
    for (let i = 0; i < width; i++) numbers[from + i] = (numbers[from + i] - mean) * scale;
  }
}

/** e to the power of x ≤ 0: of a 64th of it, six times squared. Engines have different opinions on Math.exp. */
function exp(x: number): number {
  if (x < -30) return 0;
  const part = x / 64;
  let value = 1 + part * (1 + (part / 2) * (1 + part / 3));
  for (let i = 0; i < 6; i++) value *= value;
  return value;
}

/** What was multiplied → shares of 1: e to the power of it, as often as the word occurs. */
export function softmax(
  numbers: Float32Array,
  { at, stride }: Matrix,
  column: number,
  rows: number,
  counts: readonly { readonly count: number }[],
  out: number,
): void {
  const total = rows + counts.length;
  let most = numbers[at + column];
  for (let i = 1; i < total; i++) {
    const value = numbers[at + i * stride + column];
    if (value > most) most = value;
  }
  let sum = 0;
  for (let i = 0; i < total; i++) {
    const once = exp(numbers[at + i * stride + column] - most);
    const all = i < rows ? once : once * counts[i - rows].count;
    numbers[out + i] = all;
    sum += all;
  }
  const scale = 1 / sum;
  for (let i = 0; i < total; i++) numbers[out + i] *= scale;
}
