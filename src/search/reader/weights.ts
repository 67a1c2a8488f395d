/**
 * Reads the weights of the reader from `model/reader.bin` (format: docs/model.md) into
 * the memory of the matrix products.
 */
import { FroeError } from '../../errors.js';
import { sha256 } from '../../text/hash.js';
import { littleEndianFloats } from '../../text/littleEndian.js';
import type { MatrixMemory } from '../matrixMemory.js';

const MAGIC = 'FROERDR1';
const HEADER_BYTES = 8 + 8 * 4;
const HASH = 32;

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
  const view = checked(file);
  const [width, layers, heads, hidden, last, rows, questionWords, chunkWords] = Array.from({ length: 8 }, (_, i) =>
    view.getUint32(8 + 4 * i, true),
  );
  let from = HEADER_BYTES;
  const next = (count: number): Float32Array => {
    from += 4 * count;
    return littleEndianFloats(file, from - 4 * count, count);
  };
  const put = (count: number): number => {
    const part = next(count);
    const at = products.allocate(count);
    products.numbers.set(part, at);
    return at;
  };
  const size = { width, heads, hidden, last, questionWords, chunkWords };
  const project = put(dimensions * width);
  const met = put(2 * MET * CLASSES * width);
  const field = put((QUESTION_FIELD + 1) * width);
  const place = put(questionWords * width);
  const [first, near] = [put(width), put(width)];
  const all = Array.from({ length: layers }, () => ({
    attend: put(width * 3 * width),
    attendBias: put(3 * width),
    out: put(width * width),
    outBias: put(width),
    wide: put(width * hidden),
    wideBias: put(hidden),
    narrow: put(hidden * width),
    narrowBias: put(width),
  }));
  const [judge, judgeBias] = [put(width * last), put(last)];
  const sum = next(last + 1);
  if (from + rows + HASH !== file.length) throw damaged('its length is wrong');
  const rarity = file.slice(from, from + rows);
  const columns = Math.max(3 * width, hidden, questionWords + 1);
  const nothing = products.allocate(columns);
  products.numbers.fill(0, nothing, nothing + columns);
  return { ...size, project, met, field, place, first, near, layers: all, judge, judgeBias, sum, rarity, nothing };
}

function checked(file: Uint8Array): DataView {
  const end = file.length - HASH;
  if (end < HEADER_BYTES || Buffer.from(file.subarray(0, MAGIC.length)).toString('latin1') !== MAGIC)
    throw damaged('it is another kind of file');
  if (sha256(file.subarray(0, end)) !== Buffer.from(file.subarray(end)).toString('hex'))
    throw damaged('its checksum is wrong');
  return new DataView(file.buffer, file.byteOffset, file.length);
}

const damaged = (why: string): FroeError =>
  new FroeError('bad-model', `The weights of the reader are damaged: ${why}`, 'Reinstall froe, or use --no-rerank.');

/** Rarity classes, and ways to match the query: not, by the stem, exactly. */
export const CLASSES = 5;
export const MET = 3;
/** The class of a word that the model does not know. */
export const UNKNOWN = 3;
/** The field of the words of a query, behind those of a chunk (vocabulary.ts). */
export const QUESTION_FIELD = 5;
