/**
 * Reads the weights of the bi-encoder from `model/biencoder.bin` (format: docs/model.md) into
 * the memory of the matrix products.
 */
import type { IntegerMatrix, MatrixMemory, Norm } from '../../wasm/matrixMemory.js';
import { WeightFile } from '../weightFile.js';

const MAGIC = 'FROEBIE1';
/** Of a word piece: four bits a number, from −7 to 7. */
const ZERO = 8;

export interface EncoderLayer {
  /** Queries, keys and values. */
  readonly qkvProjection: IntegerMatrix;
  readonly outputProjection: IntegerMatrix;
  readonly attentionNorm: Norm;
  /** The feed-forward layer: to its hidden width, and back. */
  readonly up: IntegerMatrix;
  readonly down: IntegerMatrix;
  readonly feedForwardNorm: Norm;
}

export interface BiEncoderWeights {
  readonly width: number;
  readonly heads: number;
  readonly hidden: number;
  /** The longest text, in word pieces. */
  readonly positions: number;
  readonly pieces: readonly string[];
  readonly position: Float32Array;
  readonly norm: Norm;
  readonly layers: readonly EncoderLayer[];
  /** The vector of a word piece, added to what is at this place. */
  readonly add: (piece: number, into: Float32Array, at: number) => void;
}

export function biEncoderWeights(file: Uint8Array, memory: MatrixMemory): BiEncoderWeights {
  const read = new WeightFile(file, MAGIC, memory);
  const [width, layerCount, heads, hidden, positions, pieceCount, textBytes] = read.integers(7);
  const norm = (): Norm => ({ gain: read.put(width), bias: read.put(width) });
  // Integers stand behind all other numbers.
  const matrix = (depth: number, columns: number): IntegerMatrix => {
    const [scales, bias] = [read.put(columns), read.put(columns)];
    return { at: memory.allocate((depth * columns) / 2), depth, columns, scales, bias };
  };
  const position = read.floats(positions * width);
  const first = norm();
  const layers = Array.from({ length: layerCount }, (): EncoderLayer => {
    const [qkvProjection, outputProjection, attentionNorm] = [matrix(width, 3 * width), matrix(width, width), norm()];
    return {
      qkvProjection,
      outputProjection,
      attentionNorm,
      up: matrix(width, hidden),
      down: matrix(hidden, width),
      feedForwardNorm: norm(),
    };
  });
  const scales = read.floats(pieceCount);
  for (const { qkvProjection, outputProjection, up, down } of layers)
    for (const { at, depth, columns } of [qkvProjection, outputProjection, up, down])
      memory.shorts(at, depth * columns).set(read.signedBytes(depth * columns));
  const add = pieceAdder(read.bytes((pieceCount * width) / 2), scales, width);
  const pieces = Buffer.from(read.bytes(textBytes)).toString('utf8').split('\n');
  return { width, heads, hidden, positions, pieces, position, norm: first, layers, add };
}

/** Two numbers stand in a byte, the first in its lower half. */
function pieceAdder(table: Uint8Array, scales: Float32Array, width: number): BiEncoderWeights['add'] {
  return (piece, into, at) => {
    const scale = scales[piece];
    for (let i = 0, byte = (piece * width) / 2; i < width; i += 2, byte++) {
      into[at + i] += ((table[byte] & 15) - ZERO) * scale;
      into[at + i + 1] += ((table[byte] >> 4) - ZERO) * scale;
    }
  };
}
