/**
 * The weights of the reader, as they lie in `model/reader.bin` (docs/model.md has the bytes),
 * put where they are multiplied.
 */
import { FroeError } from '../../errors.js';
import { sha256 } from '../../text/hash.js';
import { CLASSES, MET, QUESTION_FIELD } from './classes.js';
import type { MatrixMemory } from './matrix.js';

const MAGIC = 'FROERDR1';
const HEADER = 8 + 8 * 4;
const HASH = 32;

/** Where each part of a layer begins. */
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
  /** So many words of a question, and of a chunk, are read. */
  readonly questionWords: number;
  readonly chunkWords: number;
  /** The class of rarity of a row of the model's table + 1. */
  readonly rarity: Uint8Array;
  /** Where the others begin. */
  readonly project: number;
  readonly met: number;
  readonly field: number;
  readonly place: number;
  readonly first: number;
  readonly near: number;
  readonly layers: readonly ReaderLayer[];
  readonly judge: number;
  readonly judgeBias: number;
  /** The last of all, and what is added to it. */
  readonly sum: Float32Array;
  /** As many zeros as there are columns anywhere. */
  readonly nothing: number;
}

/** `dimensions`: of the vectors that are projected. */
export function readWeights(file: Uint8Array, products: MatrixMemory, dimensions: number): ReaderWeights {
  const view = checked(file);
  const [width, layers, heads, hidden, last, rows, questionWords, chunkWords] = Array.from({ length: 8 }, (_, i) =>
    view.getUint32(8 + 4 * i, true),
  );
  let from = HEADER;
  const next = (count: number): Float32Array => {
    const part = Float32Array.from({ length: count }, (_, i) => view.getFloat32(from + 4 * i, true));
    from += 4 * count;
    return part;
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
  if (from + rows + HASH !== file.length) throw damaged('it has another length than it says');
  const rarity = file.slice(from, from + rows);
  const columns = Math.max(3 * width, hidden, questionWords + 1);
  const nothing = products.allocate(columns);
  products.numbers.fill(0, nothing, nothing + columns);
  return { ...size, project, met, field, place, first, near, layers: all, judge, judgeBias, sum, rarity, nothing };
}

function checked(file: Uint8Array): DataView {
  const end = file.length - HASH;
  if (end < HEADER || Buffer.from(file.subarray(0, MAGIC.length)).toString('latin1') !== MAGIC)
    throw damaged('it is no such file');
  if (sha256(file.subarray(0, end)) !== Buffer.from(file.subarray(end)).toString('hex'))
    throw damaged('its checksum is another');
  return new DataView(file.buffer, file.byteOffset, file.length);
}

const damaged = (why: string): FroeError =>
  new FroeError(
    'bad-model',
    `The weights of the reader are damaged: ${why}`,
    'Install froe again; --no-rerank does without.',
  );
