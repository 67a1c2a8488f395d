/**
 * Reads the weights of the reader from `model/reader.bin` (format: docs/model.md) into
 * the memory of the matrix products.
 */

import { WeightFile } from '../../embed/weightFile.js';
import type { MatrixMemory } from '../../wasm/matrixMemory.js';

const MAGIC = 'FROERDR1';

/** Offsets of the matrices of a layer. */
export interface ReaderLayer {
  readonly qkvProjection: number;
  readonly qkvBias: number;
  readonly outputProjection: number;
  readonly outputBias: number;
  readonly up: number;
  readonly upBias: number;
  readonly down: number;
  readonly downBias: number;
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
  readonly wordProjection: number;
  readonly matchEmbedding: number;
  readonly fieldEmbedding: number;
  readonly placeEmbedding: number;
  readonly clsEmbedding: number;
  readonly similarityEmbedding: number;
  readonly layers: readonly ReaderLayer[];
  readonly scoreHidden: number;
  readonly scoreHiddenBias: number;
  /** The last projection and its bias. */
  readonly scoreOutput: Float32Array;
  /** Offset of a zero bias. */
  readonly zeros: number;
}

/** `dimensions`: of the word vectors. */
export function readWeights(file: Uint8Array, products: MatrixMemory, dimensions: number): ReaderWeights {
  const read = new WeightFile(file, MAGIC, products);
  const [width, layerCount, heads, hidden, last, rows, questionWords, chunkWords] = read.integers(8);
  const size = { width, heads, hidden, last, questionWords, chunkWords };
  const embeddings = {
    wordProjection: read.put(dimensions * width),
    matchEmbedding: read.put(2 * MATCHES * CLASSES * width),
    fieldEmbedding: read.put((QUESTION_FIELD + 1) * width),
    placeEmbedding: read.put(questionWords * width),
    clsEmbedding: read.put(width),
    similarityEmbedding: read.put(width),
  };
  const layers = Array.from({ length: layerCount }, () => ({
    qkvProjection: read.put(width * 3 * width),
    qkvBias: read.put(3 * width),
    outputProjection: read.put(width * width),
    outputBias: read.put(width),
    up: read.put(width * hidden),
    upBias: read.put(hidden),
    down: read.put(hidden * width),
    downBias: read.put(width),
  }));
  const score = {
    scoreHidden: read.put(width * last),
    scoreHiddenBias: read.put(last),
    scoreOutput: read.floats(last + 1),
  };
  const rarity = read.bytes(rows).slice();
  const columns = Math.max(3 * width, hidden, questionWords + 1);
  const zeros = products.allocate(columns);
  products.numbers.fill(0, zeros, zeros + columns);
  return { ...size, ...embeddings, layers, ...score, rarity, zeros };
}

/** Rarity classes, and ways to match the query: not, by the stem, exactly. */
export const CLASSES = 5;
export const MATCHES = 3;
/** The class of a word that the model does not know. */
export const UNKNOWN = 3;
/** The field of the words of a query, behind those of a chunk (vocabulary.ts). */
export const QUESTION_FIELD = 5;
