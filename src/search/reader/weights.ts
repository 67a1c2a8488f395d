/**
 * Reads the weights of the reader from `model/reader.bin` (format: docs/model.md) into
 * the memory of the matrix products.
 */

import { WeightFile } from '../../embed/weightFile.js';
import type { MatrixMemory } from '../../wasm/matrixMemory.js';

const MAGIC = 'FROERDR1';

/** Offsets of the matrices of a layer. */
export interface ReaderLayer {
  readonly attend: number;
  readonly attendBias: number;
  readonly out: number;
  readonly outBias: number;
  readonly wide: number;
  readonly wideBias: number;
  readonly narrow: number;
  readonly narrowBias: number;
}

export interface ReaderWeights {
  readonly width: number;
  readonly heads: number;
  readonly hidden: number;
  readonly last: number;
  /** Longest query and chunk, in words. */
  readonly questionWords: number;
  readonly chunkWords: number;
  /** Rarity class by row of the model's table + 1. */
  readonly rarity: Uint8Array;
  /** Offsets of the other matrices. */
  readonly project: number;
  readonly met: number;
  readonly field: number;
  readonly place: number;
  readonly first: number;
  readonly near: number;
  readonly layers: readonly ReaderLayer[];
  readonly judge: number;
  readonly judgeBias: number;
  /** The last projection and its bias. */
  readonly sum: Float32Array;
  /** Offset of a zero bias. */
  readonly nothing: number;
}

/** `dimensions`: of the word vectors. */
export function readWeights(file: Uint8Array, products: MatrixMemory, dimensions: number): ReaderWeights {
  const read = new WeightFile(file, MAGIC, products);
  const [width, layers, heads, hidden, last, rows, questionWords, chunkWords] = read.integers(8);
  const size = { width, heads, hidden, last, questionWords, chunkWords };
  const project = read.put(dimensions * width);
  const met = read.put(2 * MET * CLASSES * width);
  const field = read.put((QUESTION_FIELD + 1) * width);
  const place = read.put(questionWords * width);
  const [first, near] = [read.put(width), read.put(width)];
  const all = Array.from({ length: layers }, () => ({
    attend: read.put(width * 3 * width),
    attendBias: read.put(3 * width),
    out: read.put(width * width),
    outBias: read.put(width),
    wide: read.put(width * hidden),
    wideBias: read.put(hidden),
    narrow: read.put(hidden * width),
    narrowBias: read.put(width),
  }));
  const [judge, judgeBias] = [read.put(width * last), read.put(last)];
  const sum = read.floats(last + 1);
  const rarity = read.bytes(rows).slice();
  const columns = Math.max(3 * width, hidden, questionWords + 1);
  const nothing = products.allocate(columns);
  products.numbers.fill(0, nothing, nothing + columns);
  return { ...size, project, met, field, place, first, near, layers: all, judge, judgeBias, sum, rarity, nothing };
}

/** Rarity classes, and ways to match the query: not, by the stem, exactly. */
export const CLASSES = 5;
export const MET = 3;
/** The class of a word that the model does not know. */
export const UNKNOWN = 3;
/** The field of the words of a query, behind those of a chunk (vocabulary.ts). */
export const QUESTION_FIELD = 5;
