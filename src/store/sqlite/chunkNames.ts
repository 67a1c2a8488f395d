/**
 * Row ids of chunks → chunk ids and sources; sources → row ids. A process with one query
 * looks up the few it needs. One with more queries reads all names once: they are
 * scattered among the records, and looking them up took an eighth of a query. After a
 * write only the names of added chunks are read, unless there are too many.
 */

import { jsonList } from './blobs.js';
import { damagedIndex } from './checksums.js';
import type { Prepare, SqliteRow } from './database.js';
import { type IdRange, lastAtMost } from './words/segment.js';

export interface NamedChunk {
  readonly id: string;
  readonly source: number;
}

/** After so many lookups in one state of the file, all are read. */
const READ_ALL_AFTER = 1000;
/** After a write that added more, all are read again if so many are looked up again. */
const MAX_ADDED = 5000;
/** Above so many rows never: all names take about ten megabytes per hundred thousand. */
const MAX_ROWS = 400_000;

const SELECT_NAMES = `SELECT json_group_array(c.chunk_id) AS ids, json_group_array(c.source) AS sources,
  total(c.id <> (SELECT n.id FROM chunks n WHERE n.chunk_id = c.chunk_id)) AS strays,
  total(c.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM chunks n WHERE n.chunk_id = c.chunk_id)) AS nameless
  FROM json_each(?) wanted LEFT JOIN chunks c ON c.id = wanted.value`;
/** The chunks of a source have consecutive ids (writer.ts). */
const SELECT_RANGES = `SELECT json_group_array((SELECT min(id) FROM chunks WHERE source = wanted.value)) AS firsts,
  json_group_array((SELECT max(id) FROM chunks WHERE source = wanted.value)) AS lasts FROM json_each(?) wanted`;
/** Read from the index on names, which is a tenth of the table. */
const SELECT_ALL_NAMES = 'SELECT json_group_array(id) AS rows, json_group_array(chunk_id) AS ids FROM chunks';
const SELECT_NAMES_IN = `${SELECT_ALL_NAMES} WHERE id BETWEEN ? AND ?`;
const SELECT_ALL_RANGES = `SELECT json_group_array(source) AS sources, json_group_array(first) AS firsts,
  json_group_array(last) AS lasts
  FROM (SELECT source, min(id) AS first, max(id) AS last FROM chunks GROUP BY source ORDER BY first)`;

/** The range of a source that does not exist. */
const EMPTY_RANGE: IdRange = { first: 0, last: -1 };

interface AllRanges {
  readonly ranges: ReadonlyMap<number, IdRange>;
  /** First row of each range, ascending. */
  readonly firsts: readonly number[];
  readonly sources: readonly number[];
}

interface AllNames extends AllRanges {
  readonly ids: Map<number, string>;
}

export class ChunkNames {
  readonly #prepare: Prepare;
  #version = '';
  #requested = 0;
  #all: AllNames | undefined;

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
  }

  /** In the order of the rows; null for a row that does not exist. */
  of(rows: readonly number[], version: string): readonly (NamedChunk | null)[] {
    this.#countLookups(rows.length, version);
    const all = this.#all;
    if (all) return rows.map((row) => lookUp(all, row));
    const row = this.#prepare(SELECT_NAMES).get(JSON.stringify(rows));
    if (row?.strays || row?.nameless) throw damagedIndex('The name of a chunk'); // records are looked up by name
    const sources = jsonList<number>(row?.sources);
    return jsonList<string | null>(row?.ids).map((id, i) => (id === null ? null : { id, source: sources[i] }));
  }

  /** The range of rows of each source. */
  rowRanges(sources: readonly number[], version: string): readonly IdRange[] {
    this.#countLookups(0, version);
    const all = this.#all?.ranges;
    if (all) return sources.map((source) => all.get(source) ?? EMPTY_RANGE);
    const row = this.#prepare(SELECT_RANGES).get(JSON.stringify(sources));
    const lasts = jsonList<number>(row?.lasts);
    return jsonList<number | null>(row?.firsts).map((first, i) =>
      first === null ? EMPTY_RANGE : { first, last: lasts[i] },
    );
  }

  #countLookups(rows: number, version: string): void {
    if (version !== this.#version) {
      this.#version = version;
      this.#all = this.#all && this.#updated(this.#all);
      this.#requested = this.#all ? READ_ALL_AFTER : 0;
    }
    const before = this.#requested;
    this.#requested += rows;
    if (before < READ_ALL_AFTER && this.#requested >= READ_ALL_AFTER) this.#all = this.#readAll();
  }

  #readAll(): AllNames | undefined {
    const last = this.#prepare('SELECT max(id) AS last FROM chunks').get()?.last;
    if (Number(last) > MAX_ROWS) return undefined;
    return { ids: new Map(namesIn(this.#prepare(SELECT_ALL_NAMES).get())), ...this.#readRanges() };
  }

  /** A row has one name for good, so only the ranges that changed are read. Undefined if these are too many. */
  #updated({ ids, ranges: before }: AllNames): AllNames | undefined {
    const now = this.#readRanges();
    const added = [...now.ranges].filter(([source, range]) => !isSameRange(before.get(source), range));
    const rows = added.reduce((sum, [, { first, last }]) => sum + last - first + 1, 0);
    if (rows > MAX_ADDED || ids.size + rows > MAX_ROWS) return undefined;
    for (const [source, { first, last }] of before)
      if (!isSameRange(now.ranges.get(source), { first, last }))
        for (let row = first; row <= last; row++) ids.delete(row);
    for (const [, { first, last }] of added)
      for (const [row, id] of namesIn(this.#prepare(SELECT_NAMES_IN).get(first, last))) ids.set(row, id);
    return { ids, ...now };
  }

  #readRanges(): AllRanges {
    const row = this.#prepare(SELECT_ALL_RANGES).get();
    const [sources, firsts, lasts] = [row?.sources, row?.firsts, row?.lasts].map(jsonList<number>);
    const ranges = new Map(sources.map((source, i) => [source, { first: firsts[i], last: lasts[i] }]));
    return { ranges, firsts, sources };
  }
}

const isSameRange = (a: IdRange | undefined, b: IdRange): boolean => a?.first === b.first && a.last === b.last;

function namesIn(row: SqliteRow | undefined): [row: number, id: string][] {
  const ids = jsonList<string>(row?.ids);
  return jsonList<number>(row?.rows).map((number, i) => [number, ids[i]]);
}

function lookUp(all: AllNames, row: number): NamedChunk | null {
  const id = all.ids.get(row);
  return id === undefined ? null : { id, source: all.sources[lastAtMost(all.firsts, row)] };
}
