/** Reads the little-endian numbers of a file at once: one by one takes as long as a search. */
const isSwapped = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/** 32 bits each. */
export function littleEndianWords(file: Uint8Array, at: number, count: number): Uint32Array {
  const bytes = new Uint8Array(file.subarray(at, at + 4 * count)); // the copy is aligned
  if (isSwapped) Buffer.from(bytes.buffer).swap32();
  return new Uint32Array(bytes.buffer);
}

export const littleEndianFloats = (file: Uint8Array, at: number, count: number): Float32Array =>
  new Float32Array(littleEndianWords(file, at, count).buffer);
