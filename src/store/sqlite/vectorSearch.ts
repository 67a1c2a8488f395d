/**
 * Nearest vectors. The binary codes of all vectors are read once, and again after a
 * write. The first query of a process reads only the vectors that may be among the
 * nearest; the second reads all of them, since a third is likely. After a write only
 * those of added chunks are read, unless there are too many.
 */
import { FroeError } from '../../errors.js';
import { isSameModel } from '../mismatch.js';
import type { ChunkFilter, Hit, IndexModel } from '../store.js';
import { type ScoredRow, TopK } from '../topK.js';
import { BinaryCodeTable } from '../vectors/binaryCodeTable.js';
import { type EntryChanges, entryBytes, HammingScan } from '../vectors/hammingScan.js';
import { dequantise, QuantisedVectors, quantisedBytes } from '../vectors/quantise.js';
import { QuantisedTable } from '../vectors/quantisedTable.js';
import { BinaryCodes } from './binaryCodes.js';
import { concatBlobs, jsonList, splitBlobs } from './blobs.js';
import { damagedIndex, verifiedVector } from './checksums.js';
import type { ChunkNames } from './chunkNames.js';
import type { Prepare } from './database.js';
import { rowFilter } from './filter.js';

interface VectorSearchOptions {
  readonly model: IndexModel | undefined;
  /** Of the tables: if it changes, everything is read again. */
  readonly version: string;
  readonly filter: ChunkFilter | undefined;
}

/** Up to so many vectors are all compared exactly; of more, at least MIN_CANDIDATES and CANDIDATES_PER_RESULT per result. */
const EXACT_UP_TO = 5000;
const MIN_CANDIDATES = 1000;
const CANDIDATES_PER_RESULT = 5;
/** All vectors are kept in memory if they take no more bytes than this. */
const MAX_BYTES = 64 << 20;
/** After a write that added more vectors, all are read again. */
const MAX_ADDED = 5000;

// All as one value: one row each would take twenty times as long.
const SELECT_VECTORS = `SELECT CAST(group_concat(code, '') AS BLOB) AS codes, json_group_array(id) AS ids,
    json_group_array(sum) AS sums FROM (
    SELECT c.id, v.code, v.sum FROM json_each(?) wanted
    JOIN chunks c ON c.id = wanted.value JOIN vectors v ON v.hash = c.embed_hash WHERE length(v.code) = ?)`;
const SELECT_ALL_VECTORS = `SELECT CAST(group_concat(code, '') AS BLOB) AS codes, total(id) AS ids, json_group_array(sum) AS sums FROM (
    SELECT c.id, v.code, v.sum FROM chunks c JOIN vectors v ON v.hash = c.embed_hash
    WHERE c.weight > 0 AND length(v.code) = ? ORDER BY c.id)`;

const SELECT_BY_HASH =
  'SELECT wanted.value AS name, code, sum FROM json_each(?) wanted JOIN vectors ON hash = unhex(wanted.value)';

/** What was read in one state of the file. */
interface LoadedCodes {
  readonly version: string;
  readonly model: IndexModel;
  readonly scan: HammingScan;
  queries: number;
  /** By entry, in the order of the scan; undefined before the second query, and if they cannot be loaded. */
  vectors: QuantisedTable | undefined;
}

export class VectorSearch {
  readonly #prepare: Prepare;
  readonly #names: ChunkNames;
  readonly #table = new BinaryCodeTable();
  #vectorTable: QuantisedTable | undefined;
  #loaded: LoadedCodes | undefined;

  constructor(prepare: Prepare, names: ChunkNames) {
    this.#prepare = prepare;
    this.#names = names;
  }

  /** The vectors of those hashes that have one. */
  vectorsOf(hashes: readonly string[]): ReadonlyMap<string, Float32Array> {
    const row = this.#prepare(concatBlobs('code', SELECT_BY_HASH, 'name', 'sum')).get(JSON.stringify(hashes));
    const codes = splitBlobs(row);
    const sums = jsonList<number>(row?.sum);
    const names = jsonList<string>(row?.name);
    return new Map(names.map((hash, i) => [hash, dequantise(verifiedVector(codes[i], sums[i]))]));
  }

  search(vector: Float32Array, limit: number, { model, version, filter }: VectorSearchOptions): Hit[] {
    if (!model) return [];
    if (vector.length !== model.dimensions) {
      const message = `The query has ${vector.length} dimensions, the index ${model.dimensions}`;
      throw new FroeError('bad-option', message, 'Use the model that the index was created with.');
    }
    if (this.#loaded?.version !== version) this.#loaded = this.#load(model, version, this.#loaded);
    const { scan } = this.#loaded;
    const candidateCount =
      scan.length <= EXACT_UP_TO ? scan.length : Math.max(MIN_CANDIDATES, limit * CANDIDATES_PER_RESULT);
    const accepts = rowFilter(this.#prepare, filter);
    if (++this.#loaded.queries === 2) this.#loaded.vectors = this.#loadAllVectors(model, scan);
    const { vectors } = this.#loaded;
    const best = vectors
      ? vectors
          .nearest(vector, scan.nearestByHamming(vector, candidateCount, accepts), limit)
          .map(({ row, score }) => ({ row: scan.rowAt(row), score }))
      : this.#nearestOfRows(
          vector,
          scan.candidates(vector, candidateCount, accepts).map((at) => scan.rowAt(at)),
          limit,
        );
    const names = this.#names.of(
      best.map(({ row }) => row),
      version,
    );
    return best.flatMap(({ score }, i): Hit[] => {
      const named = names[i];
      return named ? [{ id: named.id, score }] : [];
    });
  }

  /** The nearest of some rows; reads only their vectors. */
  #nearestOfRows(vector: Float32Array, rows: readonly number[], limit: number): readonly ScoredRow[] {
    const bytes = quantisedBytes(vector.length);
    const { ids, codes } = this.#readVectors(rows, bytes);
    const [best, vectors] = [new TopK(limit), new QuantisedVectors(codes)];
    for (let i = 0, at = 0; i < ids.length; i++, at += bytes) best.add(ids[i], vectors.cosine(vector, at));
    return best.sorted();
  }

  /** Their codes, concatenated in the order of `ids`. */
  #readVectors(
    rows: readonly number[],
    bytes: number,
  ): { readonly ids: readonly number[]; readonly codes: Uint8Array } {
    const row = this.#prepare(SELECT_VECTORS).get(JSON.stringify(rows), bytes);
    const [ids, sums] = [jsonList<number>(row?.ids), jsonList<number>(row?.sums)];
    const codes = row?.codes instanceof Uint8Array ? row.codes : new Uint8Array();
    if (ids.length !== rows.length) throw damagedIndex('A vector'); // every row with a binary code has a vector
    sums.forEach((sum, i) => {
      verifiedVector(codes.subarray(i * bytes, (i + 1) * bytes), sum);
    });
    return { ids, codes };
  }

  /** `before`: what was read in an earlier state of the file. */
  #load(model: IndexModel, version: string, before: LoadedCodes | undefined): LoadedCodes {
    const { dimensions } = model;
    const vectors = before && isSameModel(before.model, model) ? before.vectors : undefined;
    const earlier = vectors && before?.scan.copyEntries();
    const entries = new BinaryCodes(this.#prepare).read(entryBytes(dimensions));
    const scan = new HammingScan(dimensions, entries, this.#table);
    const changes = earlier && scan.changesSince(earlier, MAX_ADDED);
    const updated = vectors && changes && this.#updated(vectors, scan, changes, quantisedBytes(dimensions));
    return { version, model, scan, queries: updated ? (before?.queries ?? 0) : 0, vectors: updated };
  }

  /** Undefined if there are too many now. */
  #updated(
    vectors: QuantisedTable,
    scan: HammingScan,
    changes: EntryChanges,
    bytes: number,
  ): QuantisedTable | undefined {
    if (scan.length * bytes > MAX_BYTES) return undefined;
    const rows = changes.added.map((entry) => scan.rowAt(entry));
    const { ids, codes } = this.#readVectors(rows, bytes);
    const positions = new Map(ids.map((id, i) => [id, i * bytes]));
    const codeOf = (entry: number): Uint8Array => {
      const at = positions.get(scan.rowAt(entry)) ?? 0; // #readVectors has found all
      return codes.subarray(at, at + bytes);
    };
    try {
      vectors.rearrange(scan.length, changes, codeOf);
      return vectors;
    } catch {
      return undefined; // out of memory
    }
  }

  /**
   * Undefined if there are too many, or if binary codes and vectors are not of the same chunks: then the n-th code does
   * not belong to the n-th vector.
   */
  #loadAllVectors({ dimensions }: IndexModel, scan: HammingScan): QuantisedTable | undefined {
    const bytes = quantisedBytes(dimensions);
    if (scan.length * bytes > MAX_BYTES) return undefined;
    const row = this.#prepare(SELECT_ALL_VECTORS).get(bytes);
    let ids = 0;
    for (let at = 0; at < scan.length; at++) ids += scan.rowAt(at);
    const { codes } = row ?? {};
    const isConsistent = codes instanceof Uint8Array && codes.length === bytes * scan.length && row?.ids === ids;
    if (!isConsistent) return undefined;
    jsonList<number>(row?.sums).forEach((sum, i) => {
      verifiedVector(codes.subarray(i * bytes, (i + 1) * bytes), sum);
    });
    try {
      this.#vectorTable ??= new QuantisedTable();
      this.#vectorTable.fill(codes, dimensions);
      return this.#vectorTable;
    } catch {
      return undefined; // WebAssembly is disabled, or out of memory
    }
  }
}
