/** Vectors from a response → validated vectors: the right number and size, finite, of length 1. */
export function readVectors(
  rows: readonly unknown[] | undefined,
  count: number,
  dimensions: number,
): readonly Float32Array[] | string {
  if (rows === undefined) return 'the answer contains no vectors';
  if (rows.length !== count) return `${rows.length} vectors came back for ${count} texts`;
  const vectors: Float32Array[] = [];
  for (const row of rows) {
    if (!Array.isArray(row)) return 'a vector is missing';
    if (row.length !== dimensions) return `a vector has ${row.length} dimensions instead of ${dimensions}`;
    if (!row.every((value) => typeof value === 'number')) return 'a vector contains a value that is not a number';
    const vector = unitVector(row);
    if (vector === undefined) return 'a vector is zero or not finite';
    vectors.push(vector);
  }
  return vectors;
}

/** The same direction with length 1; undefined for a vector that is zero or not finite. */
export function unitVector(values: ArrayLike<number>): Float32Array | undefined {
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += values[i] * values[i];
  const length = Math.sqrt(squares);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) return undefined;
  const vector = new Float32Array(values.length);
  for (let i = 0; i < values.length; i++) vector[i] = values[i] / length;
  return vector;
}

/** Of two vectors of length 1 their cosine. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Within the rounding errors of 32 bits. */
export function isUnit(vector: Float32Array): boolean {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.abs(sum - 1) < 1e-3;
}
