/**
 * The pieces whose vectors are nearest. The signs of all vectors are read once,
 * and again when anybody has written. A process that asks one question reads no
 * more vectors than those that may be among the nearest; one that asks a second
 * will ask a third, and has all of them from then on.
 */
import { FroeError } from '../../errors.js';
import { Best } from '../best.js';
import type { Filter, Hit, Model } from '../store.js';
import { codeBytes, nearness } from '../vectors/code.js';
import { entryBytes, SignScan } from '../vectors/scan.js';
import type { Prepare } from './database.js';
import { hitsOf, passing } from './hits.js';

interface Asked {
  readonly model: Model | undefined;
  /** Of the tables: another one, and everything is read again. */
  readonly version: string;
  readonly filter: Filter | undefined;
}

/** Up to so many vectors all are looked at closely; of more these, at least, and so many for each one wanted. */
const FEW = 5000;
const CANDIDATES = 1000;
const PER_RESULT = 5;
/** All vectors are kept in memory up to this many bytes of them. */
const MOST_BYTES = 64 << 20;

/** All in one value: a row for each would take twenty times as long. */
const SIGNS = `SELECT CAST(group_concat(bits, '') AS BLOB) AS entries
  FROM (SELECT bits FROM signs WHERE length(bits) = ? ORDER BY piece)`;
const SOME = `SELECT c.id, v.code FROM json_each(?) wanted
  JOIN chunks c ON c.id = wanted.value JOIN vectors v ON v.hash = c.embed_hash`;
const ALL = `SELECT CAST(group_concat(code, '') AS BLOB) AS codes FROM (
    SELECT v.code FROM signs s JOIN chunks c ON c.id = s.piece JOIN vectors v ON v.hash = c.embed_hash
    WHERE length(v.code) = ? ORDER BY s.piece)`;

/** What was read of one state of the file. */
interface Read {
  readonly version: string;
  readonly scan: SignScan;
  questions: number;
  /** By entry, in the order of the scan; undefined until a second question is asked. */
  all: Uint8Array | undefined;
}

export class Nearest {
  readonly #prepare: Prepare;
  #read: Read | undefined;

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
  }

  search(vector: Float32Array, limit: number, { model, version, filter }: Asked): Hit[] {
    if (!model) return [];
    if (vector.length !== model.dimensions) {
      const said = `The question has ${vector.length} dimensions, the index ${model.dimensions}`;
      throw new FroeError('bad-option', said, 'Ask with the model that the index was made with.');
    }
    if (this.#read?.version !== version)
      this.#read = { version, scan: this.#scan(model), questions: 0, all: undefined };
    const { scan } = this.#read;
    const wanted = scan.length <= FEW ? scan.length : Math.max(CANDIDATES, limit * PER_RESULT);
    const candidates = scan.candidates(vector, wanted, passing(this.#prepare, filter));
    const scoreOf = this.#scores(this.#read, vector, candidates);
    const best = new Best(limit);
    for (const at of candidates) {
      const score = scoreOf(at);
      if (score !== undefined) best.offer(scan.rowAt(at), score);
    }
    return hitsOf(this.#prepare, best.taken());
  }

  /** How near an entry is to the question; of those that are asked for, or of all. */
  #scores(read: Read, vector: Float32Array, entries: readonly number[]): (at: number) => number | undefined {
    const bytes = codeBytes(vector.length);
    if (++read.questions > 1 && read.scan.length * bytes <= MOST_BYTES) {
      read.all ??= this.#all(bytes, read.scan.length);
      const { all } = read;
      if (all) return (at) => nearness(vector, all, at * bytes);
    }
    const rows = JSON.stringify(entries.map((at) => read.scan.rowAt(at)));
    const codes = new Map<number, Uint8Array>();
    for (const { id, code } of this.#prepare(SOME).all(rows))
      if (code instanceof Uint8Array) codes.set(Number(id), code);
    return (at) => {
      const code = codes.get(read.scan.rowAt(at));
      return code && nearness(vector, code, 0);
    };
  }

  /** undefined when an entry has no code: then which is whose cannot be told by counting. */
  #all(bytes: number, entries: number): Uint8Array | undefined {
    const codes = this.#prepare(ALL).get(bytes)?.codes;
    return codes instanceof Uint8Array && codes.length === bytes * entries ? codes : undefined;
  }

  #scan({ dimensions }: Model): SignScan {
    const entries = this.#prepare(SIGNS).get(entryBytes(dimensions))?.entries;
    return new SignScan(dimensions, entries instanceof Uint8Array ? entries : new Uint8Array(0));
  }
}
