/** The pieces whose vectors are nearest. All vectors are read once, and again when anybody has written. */
import { FroeError } from '../../errors.js';
import type { Filter, Hit, Model } from '../store.js';
import { VectorScan } from '../vectors/scan.js';
import type { Statement } from './database.js';
import { where } from './filter.js';

interface Asked {
  readonly model: Model | undefined;
  /** Of the tables: another one, and the vectors are read again. */
  readonly version: string;
  readonly filter: Filter | undefined;
}

const ALL = 'SELECT c.id, v.code FROM chunks c JOIN vectors v ON v.hash = c.embed_hash WHERE c.weight > 0';
const NAMES = 'SELECT chunk_id AS id, doc_id AS docId FROM chunks c JOIN sources s ON s.id = source WHERE c.id = ?';

export class Nearest {
  readonly #prepare: (sql: string) => Statement;
  #read: { readonly scan: VectorScan; readonly version: string } | undefined;

  constructor(prepare: (sql: string) => Statement) {
    this.#prepare = prepare;
  }

  search(vector: Float32Array, limit: number, { model, version, filter }: Asked): Hit[] {
    if (!model) return [];
    if (vector.length !== model.dimensions) {
      const said = `The question has ${vector.length} dimensions, the index ${model.dimensions}`;
      throw new FroeError('bad-option', said, 'Ask with the model that the index was made with.');
    }
    const near = this.#scan(model, version).nearest(vector, limit, this.#passing(filter));
    return near.flatMap(({ row, score }) => {
      const found = this.#prepare(NAMES).get(row);
      return found ? [{ id: String(found.id), docId: String(found.docId), score }] : [];
    });
  }

  #scan({ dimensions }: Model, version: string): VectorScan {
    if (this.#read?.version === version) return this.#read.scan;
    const scan = new VectorScan(dimensions);
    for (const { id, code } of this.#prepare(ALL).iterate()) if (code instanceof Uint8Array) scan.add(Number(id), code);
    this.#read = { scan, version };
    return scan;
  }

  /** Which pieces may be among them; undefined for all. */
  #passing(filter: Filter | undefined): ((row: number) => boolean) | undefined {
    const { sql, values } = where(filter);
    if (sql === '') return undefined;
    const among = `SELECT c.id FROM chunks c JOIN sources s ON s.id = c.source WHERE c.weight > 0${sql}`;
    const rows = this.#prepare(among).all(...values);
    const allowed = new Set(rows.map(({ id }) => Number(id)));
    return (row) => allowed.has(row);
  }
}
