/**
 * Units, definitions and references of sources. A query reads the same ones several
 * times, and the next query many of them again, so they are cached.
 */
import type { Reference, Unit } from '../../types.js';
import { chunkPlaceRow, referenceRow, unitRow } from '../rows.js';
import { type Sensitivity, visibleSql } from '../sensitivity.js';
import type { ChunkPlace, IncomingReference, UnitDefinition } from '../store.js';
import { refuseLostRows, verifiedRow, verifiedRows } from './checksums.js';
import type { Prepare } from './database.js';
import { VersionedCache } from './session.js';

/** A reference with the names of where it stands. */
const REFERENCES = `SELECT r.*, s.doc_id, u.unit_id FROM refs r JOIN sources s ON s.id = r.source
  LEFT JOIN units u ON u.source = r.source AND u.position = r.unit`;
export class SymbolReader {
  readonly #prepare: Prepare;
  readonly #units = new VersionedCache<readonly Unit[]>();
  readonly #defined = new VersionedCache<readonly UnitDefinition[]>();
  readonly #references = new VersionedCache<readonly Reference[]>();

  readonly #visible: string;

  constructor(prepare: Prepare, most: Sensitivity | undefined) {
    this.#prepare = prepare;
    this.#visible = visibleSql(most);
  }

  units(docId: string, version: string): readonly Unit[] {
    return this.#units.get(docId, version, () => {
      const { id, units } = this.#source(docId);
      const rows = this.#prepare('SELECT * FROM units WHERE source = ? ORDER BY position').all(id);
      return verifiedRows('units', rows, units).map(unitRow);
    });
  }

  chunkPlaces(docId: string): readonly ChunkPlace[] {
    const sql = 'SELECT chunk_id, parent_id, part_of, synthetic FROM chunks WHERE source = ? ORDER BY position';
    return this.#prepare(sql).all(this.#source(docId).id).map(chunkPlaceRow);
  }

  definitions(keys: readonly string[], version: string): readonly UnitDefinition[] {
    const sql = `SELECT u.*, s.doc_id FROM units u JOIN sources s ON s.id = u.source WHERE u.key = ?${this.#visible}
      ORDER BY u.source, u.position`;
    const make = (key: string): readonly UnitDefinition[] =>
      this.#prepare(sql)
        .all(key)
        .map((row) => ({ ...unitRow(verifiedRow('units', row)), docId: String(row.doc_id) }));
    return keys.flatMap((key) => this.#defined.get(key, version, () => make(key)));
  }

  names(): readonly string[] {
    const own = this.#visible && ` JOIN sources s ON s.id = units.source${this.#visible}`;
    return this.#prepare(`SELECT DISTINCT key FROM units${own} ORDER BY key`)
      .all()
      .map(({ key }) => String(key));
  }

  referencesTo(keys: readonly string[], limit = Number.MAX_SAFE_INTEGER): readonly IncomingReference[] {
    const sql = `${REFERENCES} WHERE r.key = ?${this.#visible} ORDER BY r.source, r.position LIMIT ?`;
    const rows = keys.flatMap((key) => this.#prepare(sql).all(key, limit));
    return rows
      .slice(0, limit)
      .map((row) => ({ ...referenceRow(verifiedRow('refs', row)), docId: String(row.doc_id) }));
  }

  referencesOf(docId: string, version: string): readonly Reference[] {
    return this.#references.get(docId, version, () => {
      const { id, references } = this.#source(docId);
      const rows = this.#prepare(`${REFERENCES} WHERE r.source = ? ORDER BY r.position`).all(id);
      return verifiedRows('refs', rows, references).map(referenceRow);
    });
  }

  /** The number of a source, and how much of it was counted when it was written; nothing where there is none. */
  #source(docId: string): { readonly id: number; readonly units: number; readonly references: number } {
    const found = `WHERE s.doc_id = ?${this.#visible}`;
    const row = this.#prepare(`SELECT s.* FROM sources s ${found}`).get(docId);
    // Its name is that of the index it was looked up by: the sum tells whether the row has it, too.
    if (!row) refuseLostRows(this.#prepare, `sources s NOT INDEXED ${found}`, docId);
    const [units, references] = row ? String(verifiedRow('sources', row).counts).split(' ').map(Number) : [0, 0];
    return { id: Number(row?.id ?? -1), units, references };
  }
}
