/**
 * A vector as it is kept: a byte a dimension, and one scale for all of them.
 *
 *     [0.5, -0.25, 1.0]  →  scale 1/127, bytes [64, -32, 127]
 *
 * The largest component sets the scale, so that none is cut off. The vector is
 * brought to length one first: what is asked for is always the angle.
 */
const SCALE_BYTES = 4;

export function encode(vector: Float32Array): Uint8Array {
  let [square, largest] = [0, 0];
  for (const value of vector) {
    square += value * value;
    largest = Math.max(largest, Math.abs(value));
  }
  const code = new Uint8Array(SCALE_BYTES + vector.length);
  const bytes = new Int8Array(code.buffer, SCALE_BYTES);
  if (square > 0) {
    const scale = largest / 127;
    for (let i = 0; i < vector.length; i++) bytes[i] = Math.round(vector[i] / scale);
    // The scale of the vector at length one.
    new DataView(code.buffer).setFloat32(0, scale / Math.sqrt(square), true);
  }
  return code;
}

/** How long a code is. */
export const codeBytes = (dimensions: number): number => SCALE_BYTES + dimensions;

export const scaleOf = (code: Uint8Array): number =>
  new DataView(code.buffer, code.byteOffset, SCALE_BYTES).getFloat32(0, true);

export const bytesOf = (code: Uint8Array): Int8Array =>
  new Int8Array(code.buffer, code.byteOffset + SCALE_BYTES, code.length - SCALE_BYTES);

/** The vector again, nearly. */
export const decode = (code: Uint8Array): Float32Array => {
  const scale = scaleOf(code);
  return Float32Array.from(bytesOf(code), (byte) => byte * scale);
};

/** The cosine of a vector of length one and what a code stands for, which begins at a byte. */
export function nearness(vector: Float32Array, codes: Uint8Array, from: number): number {
  let sum = 0;
  for (let i = 0, at = from + SCALE_BYTES; i < vector.length; i++, at++) sum += vector[i] * ((codes[at] << 24) >> 24);
  return sum * new DataView(codes.buffer, codes.byteOffset + from, SCALE_BYTES).getFloat32(0, true);
}
