/**
 * The likely nearest of many vectors, by their signs alone (100,000 vectors of
 * 256 dimensions are four megabytes), in two steps:
 *
 *     1. how many signs differ from the question's       100,000 → 5,000, by counting bits
 *     2. the question's own numbers, added where signs
 *        agree and taken off where they differ             5,000 → 1,000, by tables of eight signs
 *
 * Among those are the nearest, and their bytes tell which. binaryCodeTable.ts draws
 * an entry. No graph to build and none to keep true: what is added is found at once.
 */
import { TopK } from '../topK.js';
import { BinaryCodeTable, ROW_WORDS } from './binaryCodeTable.js';
import { bytesOf } from './quantise.js';

/** A distance that no entry has. */
const EXCLUDED = 0xffff;
/** After the first step, for each one wanted. */
const CANDIDATE_FACTOR = 5;

const wordsOf = (dimensions: number): number => ROW_WORDS + Math.ceil(dimensions / 32);

/** How long an entry is. */
export const entryBytes = (dimensions: number): number => 4 * wordsOf(dimensions);

/** An encoded vector (quantise.ts) as an entry. */
export function binaryEntry(row: number, code: Uint8Array): Uint8Array {
  const bytes = bytesOf(code);
  const entry = new Uint32Array(wordsOf(bytes.length));
  entry[0] = row % 2 ** 32;
  entry[1] = Math.floor(row / 2 ** 32);
  setBits(entry.subarray(ROW_WORDS), bytes);
  return new Uint8Array(entry.buffer);
}

/** Whose entry it is. */
export function entryRow(entry: Uint8Array): number {
  const [low, high] = new Uint32Array(new Uint8Array(entry.subarray(0, 4 * ROW_WORDS)).buffer);
  return low + high * 2 ** 32;
}

export class HammingScan {
  /** Words of an entry. */
  readonly #stride: number;
  readonly #table: BinaryCodeTable;
  readonly #length: number;

  /** `entries`, one after the other; of a table that another scan has used, only one is true. */
  constructor(dimensions: number, entries: Uint8Array, table = new BinaryCodeTable()) {
    this.#stride = wordsOf(dimensions);
    this.#table = table;
    table.fill(entries, this.#stride);
    this.#length = table.entries.length / this.#stride;
  }

  get length(): number {
    return this.#length;
  }

  /** The row of an entry, as they lie one after the other. */
  rowAt(at: number): number {
    const { entries } = this.#table;
    const base = at * this.#stride;
    return entries[base] + entries[base + 1] * 2 ** 32;
  }

  /** `wanted` entries that are likely nearest. */
  candidates(vector: Float32Array, wanted: number, accepts?: (row: number) => boolean): number[] {
    const near = this.nearestByHamming(vector, wanted, accepts);
    if (near.length <= wanted) return [...near];
    const signed = new AsymmetricScore(vector, this.#stride - ROW_WORDS);
    const best = new TopK(wanted);
    const { entries } = this.#table;
    for (const at of near) best.add(at, signed.of(entries, at * this.#stride + ROW_WORDS));
    return best.sorted().map(({ row: at }) => at);
  }

  /** The first step alone, several for each one wanted: who differs least, and all that differ as much as the last. */
  nearestByHamming(vector: Float32Array, wanted: number, accepts?: (row: number) => boolean): Uint32Array {
    const signs = new Uint32Array(this.#stride - ROW_WORDS);
    setBits(signs, vector);
    const { of: distances, counts } = this.#table.hammingDistances(signs);
    if (accepts)
      for (let at = 0; at < distances.length; at++)
        if (!accepts(this.rowAt(at))) {
          counts[distances[at]]--;
          distances[at] = EXCLUDED;
        }
    // From the nearest on, until there are enough.
    let [farthest, sum] = [0, 0];
    for (; farthest < counts.length && sum < wanted * CANDIDATE_FACTOR; farthest++) sum += counts[farthest];
    const found = new Uint32Array(sum);
    for (let at = 0, i = 0; i < sum; at++) if (distances[at] < farthest) found[i++] = at;
    return found;
  }
}

/**
 * The question against signs: for every eight dimensions a table of what each of
 * the 256 combinations of signs adds.
 */
class AsymmetricScore {
  readonly #words: number;
  readonly #tables: Float32Array;

  constructor(vector: Float32Array, words: number) {
    this.#words = words;
    this.#tables = new Float32Array(words * 4 * 256);
    for (let table = 0, first = 0; table < this.#tables.length; table += 256, first += 8) {
      const eight = vector.subarray(first, first + 8);
      for (const value of eight) this.#tables[table] -= value;
      // Each is that with one sign less, which stands before it, and that sign turned.
      eight.forEach((value, bit) => {
        for (let signs = 1 << bit; signs < 2 << bit; signs++)
          this.#tables[table + signs] = this.#tables[table + signs - (1 << bit)] + 2 * value;
      });
    }
  }

  /** Of the signs that begin at a word. */
  of(signs: Uint32Array, from: number): number {
    const tables = this.#tables;
    let sum = 0;
    for (let word = 0, table = 0; word < this.#words; word++, table += 1024) {
      const bits = signs[from + word];
      sum +=
        tables[table + (bits & 0xff)] +
        tables[table + 256 + ((bits >>> 8) & 0xff)] +
        tables[table + 512 + ((bits >>> 16) & 0xff)] +
        tables[table + 768 + (bits >>> 24)];
    }
    return sum;
  }
}

function setBits(signs: Uint32Array, values: Float32Array | Int8Array): void {
  for (let i = 0; i < values.length; i++) if (values[i] > 0) signs[i >> 5] |= 1 << (i & 31);
}
