/**
 * Candidates for the nearest vectors, by binary codes: one bit per dimension, its
 * sign (100,000 vectors of 256 dimensions are four megabytes). Two steps:
 *
 *     1. Hamming distance of the codes                   100,000 → 5,000, by counting bits
 *     2. the query's own values, added where bits agree
 *        and subtracted where they differ                  5,000 → 1,000, by tables of eight bits
 *
 * The quantised vectors of these are then compared exactly. binaryCodeTable.ts shows the
 * layout of an entry. There is no graph to build or maintain.
 */
import { TopK } from '../topK.js';
import { BinaryCodeTable, ROW_WORDS } from './binaryCodeTable.js';
import { bytesOf } from './quantise.js';

/** Larger than any distance. */
const EXCLUDED = 0xffff;
/** Candidates of the first step per wanted result. */
const CANDIDATE_FACTOR = 5;

const wordsOf = (dimensions: number): number => ROW_WORDS + Math.ceil(dimensions / 32);

/** Bytes of an entry. */
export const entryBytes = (dimensions: number): number => 4 * wordsOf(dimensions);

/** The binary code of a quantised vector (quantise.ts), with its row. */
export function binaryEntry(row: number, code: Uint8Array): Uint8Array {
  const bytes = bytesOf(code);
  const entry = new Uint32Array(wordsOf(bytes.length));
  entry[0] = row % 2 ** 32;
  entry[1] = Math.floor(row / 2 ** 32);
  setBits(entry.subarray(ROW_WORDS), bytes);
  return new Uint8Array(entry.buffer);
}

/** The row of an entry. */
export function entryRow(entry: Uint8Array): number {
  const [low, high] = new Uint32Array(new Uint8Array(entry.subarray(0, 4 * ROW_WORDS)).buffer);
  return low + high * 2 ** 32;
}

const rowIn = (entries: Uint32Array, base: number): number => entries[base] + entries[base + 1] * 2 ** 32;

function isSameEntry(a: Uint32Array, atA: number, b: Uint32Array, atB: number, words: number): boolean {
  for (let word = 0; word < words; word++) if (a[atA + word] !== b[atB + word]) return false;
  return true;
}

/** Consecutive entries, at other positions than before. */
export interface KeptRun {
  readonly from: number;
  readonly to: number;
  length: number;
}

export interface EntryChanges {
  readonly kept: readonly KeptRun[];
  readonly added: readonly number[];
}

export class HammingScan {
  /** Words per entry. */
  readonly #stride: number;
  readonly #table: BinaryCodeTable;
  readonly #length: number;

  /** `entries`: concatenated. A table belongs to the last scan that was made with it. */
  constructor(dimensions: number, entries: Uint8Array, table = new BinaryCodeTable()) {
    this.#stride = wordsOf(dimensions);
    this.#table = table;
    table.fill(entries, this.#stride);
    this.#length = table.entries.length / this.#stride;
  }

  get length(): number {
    return this.#length;
  }

  /** A copy, to compare with a later scan of the same table. */
  copyEntries(): Uint32Array {
    return this.#table.entries.slice();
  }

  /** The row of the n-th entry. */
  rowAt(at: number): number {
    return rowIn(this.#table.entries, at * this.#stride);
  }

  /**
   * What became of the entries of an earlier scan. An entry with the same row and the same code is the same vector: rows
   * are never used twice. Undefined if more than `mostAdded` are new.
   *
   *     earlier   3 4 7 8       kept    3 4 → 3 4, 8 → 8       (7 was removed)
   *     now       3 4 8 9       added   9
   */
  changesSince(earlier: Uint32Array, mostAdded: number): EntryChanges | undefined {
    const { entries } = this.#table;
    const stride = this.#stride;
    const kept: KeptRun[] = [];
    const added: number[] = [];
    let old = 0;
    for (let at = 0; at < entries.length && added.length <= mostAdded; at += stride) {
      while (old < earlier.length && rowIn(earlier, old) < rowIn(entries, at)) old += stride;
      if (!isSameEntry(earlier, old, entries, at, stride)) {
        added.push(at / stride);
        continue;
      }
      const last = kept.at(-1);
      if (last && last.from + last.length === old / stride && last.to + last.length === at / stride) last.length++;
      else kept.push({ from: old / stride, to: at / stride, length: 1 });
      old += stride;
    }
    return added.length > mostAdded ? undefined : { kept, added };
  }

  /** `wanted` entries that are probably nearest. */
  candidates(vector: Float32Array, wanted: number, accepts?: (row: number) => boolean): number[] {
    const nearest = this.nearestByHamming(vector, wanted, accepts);
    if (nearest.length <= wanted) return [...nearest];
    const scorer = new AsymmetricScore(vector, this.#stride - ROW_WORDS);
    const best = new TopK(wanted);
    const { entries } = this.#table;
    for (const at of nearest) best.add(at, scorer.of(entries, at * this.#stride + ROW_WORDS));
    return best.sorted().map(({ row: at }) => at);
  }

  /** The first step alone: CANDIDATE_FACTOR per wanted result, and all that tie with the last. */
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
    // By distance, until there are enough.
    let [farthest, sum] = [0, 0];
    for (; farthest < counts.length && sum < wanted * CANDIDATE_FACTOR; farthest++) sum += counts[farthest];
    const nearest = new Uint32Array(sum);
    for (let at = 0, i = 0; i < sum; at++) if (distances[at] < farthest) nearest[i++] = at;
    return nearest;
  }
}

/**
 * The query against binary codes: for every eight dimensions a table of the sums of
 * all 256 combinations of signs.
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
      // The combination with one bit less, which comes before it, with that sign flipped.
      eight.forEach((value, bit) => {
        for (let signs = 1 << bit; signs < 2 << bit; signs++)
          this.#tables[table + signs] = this.#tables[table + signs - (1 << bit)] + 2 * value;
      });
    }
  }

  /** The score of the code that begins at a word. */
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
