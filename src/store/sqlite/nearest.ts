/**
 * The pieces whose vectors are nearest. The signs of all vectors are read once,
 * and again when anybody has written; the vectors of those that may be among the
 * nearest when they are first looked at.
 */
import { FroeError } from '../../errors.js';
import { Best } from '../best.js';
import type { Filter, Hit, Model } from '../store.js';
import { bytesOf, scaleOf } from '../vectors/code.js';
import { entryBytes, SignScan } from '../vectors/scan.js';
import type { Statement } from './database.js';
import { hitsOf, passing } from './hits.js';

interface Asked {
  readonly model: Model | undefined;
  /** Of the tables: another one, and everything is read again. */
  readonly version: string;
  readonly filter: Filter | undefined;
}

interface Code {
  readonly bytes: Int8Array;
  readonly scale: number;
}

/** Up to so many vectors all are looked at closely; of more these, at least, and so many for each one wanted. */
const FEW = 5000;
const CANDIDATES = 1000;
const PER_RESULT = 5;
/** Codes that are kept in memory: a few megabytes. */
const MOST_CODES = 20_000;

/** All in one value: a row for each would take twenty times as long. */
const SIGNS = `SELECT CAST(group_concat(bits, '') AS BLOB) AS entries
  FROM (SELECT bits FROM signs WHERE length(bits) = ? ORDER BY piece)`;
const CODES = `SELECT c.id, v.code FROM json_each(?) wanted
  JOIN chunks c ON c.id = wanted.value JOIN vectors v ON v.hash = c.embed_hash`;

export class Nearest {
  readonly #prepare: (sql: string) => Statement;
  #read: { readonly version: string; readonly scan: SignScan; readonly codes: Map<number, Code> } | undefined;

  constructor(prepare: (sql: string) => Statement) {
    this.#prepare = prepare;
  }

  search(vector: Float32Array, limit: number, { model, version, filter }: Asked): Hit[] {
    if (!model) return [];
    if (vector.length !== model.dimensions) {
      const said = `The question has ${vector.length} dimensions, the index ${model.dimensions}`;
      throw new FroeError('bad-option', said, 'Ask with the model that the index was made with.');
    }
    if (this.#read?.version !== version) this.#read = { version, scan: this.#scan(model), codes: new Map() };
    const { scan, codes } = this.#read;
    const wanted = scan.length <= FEW ? scan.length : Math.max(CANDIDATES, limit * PER_RESULT);
    const candidates = scan.candidates(vector, wanted, passing(this.#prepare, filter));
    this.#fill(codes, candidates);
    const best = new Best(limit);
    for (const row of candidates) {
      const code = codes.get(row);
      if (code) best.offer(row, dot(vector, code));
    }
    return hitsOf(this.#prepare, best.taken());
  }

  #scan({ dimensions }: Model): SignScan {
    const entries = this.#prepare(SIGNS).get(entryBytes(dimensions))?.entries;
    return new SignScan(dimensions, entries instanceof Uint8Array ? entries : new Uint8Array(0));
  }

  #fill(codes: Map<number, Code>, rows: readonly number[]): void {
    const missing = rows.filter((row) => !codes.has(row));
    if (missing.length === 0) return;
    if (codes.size + missing.length > MOST_CODES) codes.clear();
    const wanted = codes.size === 0 ? rows : missing;
    for (const { id, code } of this.#prepare(CODES).all(JSON.stringify(wanted)))
      if (code instanceof Uint8Array) codes.set(Number(id), { bytes: bytesOf(code), scale: scaleOf(code) });
  }
}

function dot(vector: Float32Array, { bytes, scale }: Code): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += vector[i] * bytes[i];
  return sum * scale;
}
