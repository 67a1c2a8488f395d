/**
 * Reads the weights of the bi-encoder from `model/biencoder.bin` (format: docs/model.md) into
 * the memory of the matrix products.
 */
import { checkedModelFile } from '../../embed/builtin/model.js';
import { littleEndianFloats } from '../../text/littleEndian.js';
import type { IntegerMatrix, MatrixMemory, Norm } from '../matrixMemory.js';

const MAGIC = 'FROEBIE1';
const HEADER_BYTES = 8 + 7 * 4;
/** Of a word piece: four bits a number, from −7 to 7. */
const ZERO = 8;

export interface EncoderLayer {
  /** Queries, keys and values. */
  readonly attend: IntegerMatrix;
  readonly out: IntegerMatrix;
  readonly attended: Norm;
  readonly wide: IntegerMatrix;
  readonly narrow: IntegerMatrix;
  readonly done: Norm;
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
  const { view, content } = checkedModelFile(file, MAGIC);
  const [width, layerCount, heads, hidden, positions, pieceCount, textBytes] = Array.from({ length: 7 }, (_, i) =>
    view.getUint32(8 + 4 * i, true),
  );
  let from = HEADER_BYTES;
  const floats = (count: number): Float32Array => {
    from += 4 * count;
    return littleEndianFloats(content, from - 4 * count, count);
  };
  const put = (count: number): number => {
    const at = memory.allocate(count);
    memory.numbers.set(floats(count), at);
    return at;
  };
  const norm = (): Norm => ({ gain: put(width), bias: put(width) });
  // Integers stand behind all other numbers.
  const matrix = (depth: number, columns: number): IntegerMatrix => {
    const [scales, bias] = [put(columns), put(columns)];
    return { at: memory.allocate((depth * columns) / 2), depth, columns, scales, bias };
  };
  const position = floats(positions * width);
  const first = norm();
  const layers = Array.from({ length: layerCount }, (): EncoderLayer => {
    const [attend, out, attended] = [matrix(width, 3 * width), matrix(width, width), norm()];
    return { attend, out, attended, wide: matrix(width, hidden), narrow: matrix(hidden, width), done: norm() };
  });
  const scales = floats(pieceCount);
  const bytes = (count: number): Uint8Array => {
    from += count;
    return content.subarray(from - count, from);
  };
  for (const { attend, out, wide, narrow } of layers)
    for (const { at, depth, columns } of [attend, out, wide, narrow])
      memory.shorts(at, depth * columns).set(new Int8Array(bytes(depth * columns)));
  const add = pieceAdder(bytes((pieceCount * width) / 2), scales, width);
  const pieces = Buffer.from(bytes(textBytes)).toString('utf8').split('\n');
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
