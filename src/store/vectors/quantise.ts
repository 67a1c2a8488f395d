/**
 * A vector as it is stored: quantised to one signed byte per dimension, with one scale.
 *
 *     [0.5, -0.25, 1.0]  →  scale 1/127, bytes [64, -32, 127]
 *
 * The largest component sets the scale, so that none is clipped. The vector is
 * normalised first: only its direction is used.
 */
const SCALE_BYTES = 4;

export function quantise(vector: Float32Array): Uint8Array {
  let [square, largest] = [0, 0];
  for (let i = 0; i < vector.length; i++) {
    square += vector[i] * vector[i];
    largest = Math.max(largest, Math.abs(vector[i]));
  }
  const code = new Uint8Array(SCALE_BYTES + vector.length);
  const bytes = new Int8Array(code.buffer, SCALE_BYTES);
  if (square > 0) {
    const scale = largest / 127;
    for (let i = 0; i < vector.length; i++) bytes[i] = Math.round(vector[i] / scale);
    // The scale of the normalised vector.
    new DataView(code.buffer).setFloat32(0, scale / Math.sqrt(square), true);
  }
  return code;
}

/** Bytes of a code. */
export const quantisedBytes = (dimensions: number): number => SCALE_BYTES + dimensions;

export const scaleOf = (code: Uint8Array): number =>
  new DataView(code.buffer, code.byteOffset, SCALE_BYTES).getFloat32(0, true);

export const bytesOf = (code: Uint8Array): Int8Array =>
  new Int8Array(code.buffer, code.byteOffset + SCALE_BYTES, code.length - SCALE_BYTES);

/** The approximate vector. */
export function dequantise(code: Uint8Array): Float32Array {
  const scale = scaleOf(code);
  const bytes = bytesOf(code);
  const vector = new Float32Array(bytes.length); // from() would call an iterator for each
  for (let i = 0; i < bytes.length; i++) vector[i] = bytes[i] * scale;
  return vector;
}

/** Many codes, concatenated: the views to read them are created once. */
export class QuantisedVectors {
  readonly #signed: Int8Array;
  readonly #view: DataView;

  constructor(codes: Uint8Array) {
    this.#signed = new Int8Array(codes.buffer, codes.byteOffset, codes.length);
    this.#view = new DataView(codes.buffer, codes.byteOffset, codes.length);
  }

  /** The cosine of a vector of length 1 and the code that begins at a byte. */
  cosine(vector: Float32Array, from: number): number {
    const signed = this.#signed;
    // Four sums: with one, each step would wait for the last.
    let [a, b, c, d] = [0, 0, 0, 0];
    let i = 0;
    let at = from + SCALE_BYTES;
    for (; i + 3 < vector.length; i += 4, at += 4) {
      a += vector[i] * signed[at];
      b += vector[i + 1] * signed[at + 1];
      c += vector[i + 2] * signed[at + 2];
      d += vector[i + 3] * signed[at + 3];
    }
    for (; i < vector.length; i++, at++) a += vector[i] * signed[at];
    return (a + b + (c + d)) * this.#view.getFloat32(from, true);
  }
}
