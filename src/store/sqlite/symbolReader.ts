/**
 * Units, definitions and references of sources. A query reads the same ones several
 * times, and the next query many of them again, so they are cached.
 */
import type { Reference, Unit, Verb } from '../../types.js';
import { chunkPlaceRow } from '../rows.js';
import { type Sensitivity, visibleSql } from '../sensitivity.js';
import type { ChunkPlace, IncomingReference, UnitDefinition } from '../store.js';
import {
  type CheckedRow,
  checksummedColumns,
  damagedIndex,
  type RowSet,
  readCheckedRows,
  refuseLostRows,
  verifiedRow,
} from './checksums.js';
import type { Prepare, SqliteValue } from './database.js';
import { VersionedCache } from './session.js';

/** `beside` each: the id of its source. */
const UNITS: RowSet = {
  table: 'units',
  columns: checksummedColumns.units.map((name) => `u.${name}`),
  sum: 'u.sum',
  beside: 's.doc_id',
  from: 'units u JOIN sources s ON s.id = u.source',
};
/** With the ids of their source and unit. */
const REFERENCES: RowSet = {
  table: 'refs',
  columns: checksummedColumns.refs.map((name) => `${name === 'unit_id' ? 'u' : 'r'}.${name}`),
  sum: 'r.sum',
  beside: 's.doc_id',
  from: `refs r JOIN sources s ON s.id = r.source
    LEFT JOIN units u ON u.source = r.source AND u.position = r.unit`,
};

/** Maximum rows per cache: about ten megabytes. */
const MAX_CACHED_ROWS = 50_000;
const rowsIn = (rows: readonly unknown[]): number => rows.length + 1;

export class SymbolReader {
  readonly #prepare: Prepare;
  readonly #units = new VersionedCache<readonly Unit[]>(MAX_CACHED_ROWS, rowsIn);
  readonly #definitions = new VersionedCache<readonly UnitDefinition[]>(MAX_CACHED_ROWS, rowsIn);
  readonly #references = new VersionedCache<readonly Reference[]>(MAX_CACHED_ROWS, rowsIn);

  readonly #visible: string;

  constructor(prepare: Prepare, maxSensitivity: Sensitivity | undefined) {
    this.#prepare = prepare;
    this.#visible = visibleSql(maxSensitivity);
  }

  /** Cached units need no transaction. */
  knownUnits(docId: string, version: string): readonly Unit[] | undefined {
    return this.#units.known(docId, version);
  }

  units(docId: string, version: string): readonly Unit[] {
    return this.#units.get(docId, version, () => {
      const { id, units } = this.#source(docId);
      return verifyComplete(UNITS, this.#rows(UNITS, 'u.source = ? ORDER BY u.position', id), units).map(unitOf);
    });
  }

  chunkPlaces(docId: string): readonly ChunkPlace[] {
    const sql = 'SELECT chunk_id, parent_id, part_of, synthetic FROM chunks WHERE source = ? ORDER BY position';
    return this.#prepare(sql).all(this.#source(docId).id).map(chunkPlaceRow);
  }

  definitions(
    keys: readonly string[],
    languages: readonly string[] | undefined,
    version: string,
  ): readonly UnitDefinition[] {
    const languageCondition = languages ? ' AND s.language IN (SELECT value FROM json_each(?))' : '';
    const values = languages ? [JSON.stringify(languages)] : [];
    const where = `u.key = ?${languageCondition}${this.#visible} ORDER BY u.source, u.position`;
    const readDefinitions = (key: string): readonly UnitDefinition[] =>
      this.#rows(UNITS, where, key, ...values).map((row) => ({ ...unitOf(row), docId: row.beside }));
    return keys.flatMap((key) =>
      this.#definitions.get([key, ...values].join('\0'), version, () => readDefinitions(key)),
    );
  }

  names(): readonly string[] {
    const visibleJoin = this.#visible && ` JOIN sources s ON s.id = units.source${this.#visible}`;
    return this.#prepare(`SELECT DISTINCT key FROM units${visibleJoin} ORDER BY key`)
      .all()
      .map(({ key }) => String(key));
  }

  referencesTo(keys: readonly string[], limit = Number.MAX_SAFE_INTEGER): readonly IncomingReference[] {
    const where = `r.key = ?${this.#visible} ORDER BY r.source, r.position LIMIT ?`;
    return keys
      .flatMap((key) => this.#rows(REFERENCES, where, key, limit))
      .slice(0, limit)
      .map((row) => ({ ...referenceOf(row), docId: row.beside }));
  }

  referencesOf(docId: string, version: string): readonly Reference[] {
    return this.#references.get(docId, version, () => {
      const { id, references } = this.#source(docId);
      const rows = this.#rows(REFERENCES, 'r.source = ? ORDER BY r.position', id);
      return verifyComplete(REFERENCES, rows, references).map(referenceOf);
    });
  }

  #rows(set: RowSet, where: string, ...values: readonly SqliteValue[]): readonly CheckedRow[] {
    return readCheckedRows(this.#prepare, set, where, ...values);
  }

  /** The number of a source, and the counts recorded when it was written; zeros if it does not exist. */
  #source(docId: string): { readonly id: number; readonly units: number; readonly references: number } {
    const where = `WHERE s.doc_id = ?${this.#visible}`;
    const row = this.#prepare(`SELECT s.* FROM sources s ${where}`).get(docId);
    // It was found by an index on its name: the checksum tells whether the row has that name.
    if (!row) refuseLostRows(this.#prepare, `sources s NOT INDEXED ${where}`, docId);
    const [units, references] = row ? String(verifiedRow('sources', row).counts).split(' ').map(Number) : [0, 0];
    return { id: Number(row?.id ?? -1), units, references };
  }
}

/** All rows of a source; throws if some are missing. */
function verifyComplete({ table }: RowSet, rows: readonly CheckedRow[], count: number): readonly CheckedRow[] {
  const isComplete = rows.length === count && rows.every(({ values: [, position] }, i) => position === i);
  if (!isComplete) throw damagedIndex(`A row of ${table}`);
  return rows;
}

// Values have the types of their writer: the checksums are right.
function unitOf({ values }: CheckedRow): Unit {
  const [, , id, parentId, kind, name, depth, charStart, charEnd, startLine, endLine] = values as [
    ...[source: number, position: number, id: string, parentId: string, kind: string, name: string, depth: number],
    ...[charStart: number, charEnd: number, startLine: number, endLine: number],
  ];
  return { id, parentId, kind, name, depth, charStart, charEnd, startLine, endLine };
}

function referenceOf({ values, beside: docId }: CheckedRow): Reference {
  const [, , , unit, verb, target, key, line, module, local] = values as [
    ...[source: number, position: number, unit: number | null, unitId: string | null, verb: Verb],
    ...[target: string, key: string, line: number, module: string | null, local: string | null],
  ];
  return {
    ...{ from: unit ?? docId, verb, target, key, line },
    ...(module === null ? {} : { module }),
    ...(local === null ? {} : { local }),
  };
}
