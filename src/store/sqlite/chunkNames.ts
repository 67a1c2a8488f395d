/**
 * What rows are called, whose they are, and which rows a source has. A process
 * that asks one question looks up the few it needs; one that goes on asking has
 * them all from then on: they lie scattered among the records, and looking them
 * up took an eighth of a question.
 */

import { jsonList } from './blobs.js';
import { damagedIndex } from './checksums.js';
import type { Prepare } from './database.js';
import { type IdRange, lastAtMost } from './words/segment.js';

export interface NamedChunk {
  readonly id: string;
  readonly source: number;
}

/** After so many rows of one state of the file all are read. */
const READ_ALL_AFTER = 1000;
/** Of more rows than this, never: they would take some ten megabytes for every hundred thousand. */
const MAX_ROWS = 400_000;

const SOME = `SELECT json_group_array(c.chunk_id) AS ids, json_group_array(c.source) AS sources,
  total(c.id <> (SELECT n.id FROM chunks n WHERE n.chunk_id = c.chunk_id)) AS strays,
  total(c.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM chunks n WHERE n.chunk_id = c.chunk_id)) AS nameless
  FROM json_each(?) wanted LEFT JOIN chunks c ON c.id = wanted.value`;
/** The chunks of a source have ids one after the other (writer.ts). */
const STRETCHES = `SELECT json_group_array((SELECT min(id) FROM chunks WHERE source = wanted.value)) AS firsts,
  json_group_array((SELECT max(id) FROM chunks WHERE source = wanted.value)) AS lasts FROM json_each(?) wanted`;
/** From its index, which is a tenth of the table. */
const ALL = 'SELECT json_group_array(id) AS rows, json_group_array(chunk_id) AS ids FROM chunks';
const ALL_STRETCHES = `SELECT json_group_array(source) AS sources, json_group_array(first) AS firsts,
  json_group_array(last) AS lasts
  FROM (SELECT source, min(id) AS first, max(id) AS last FROM chunks GROUP BY source ORDER BY first)`;

/** Of a source that is not there. */
const NOWHERE: IdRange = { first: 0, last: -1 };

interface All {
  readonly ids: ReadonlyMap<number, string>;
  readonly stretches: ReadonlyMap<number, IdRange>;
  /** By stretch, ascending. */
  readonly firsts: readonly number[];
  readonly sources: readonly number[];
}

export class ChunkNames {
  readonly #prepare: Prepare;
  #version = '';
  #requested = 0;
  #all: All | undefined;

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
  }

  /** In the order of the rows; null for one that is not there. */
  of(rows: readonly number[], version: string): readonly (NamedChunk | null)[] {
    this.#ask(rows.length, version);
    const all = this.#all;
    if (all) return rows.map((row) => namedIn(all, row));
    const some = this.#prepare(SOME).get(JSON.stringify(rows));
    if (some?.strays || some?.nameless) throw damagedIndex('The name of a chunk'); // by which its record is looked up
    const sources = jsonList<number>(some?.sources);
    return jsonList<string | null>(some?.ids).map((id, i) => (id === null ? null : { id, source: sources[i] }));
  }

  /** The rows of each source. */
  rowRanges(sources: readonly number[], version: string): readonly IdRange[] {
    this.#ask(0, version);
    const all = this.#all?.stretches;
    if (all) return sources.map((source) => all.get(source) ?? NOWHERE);
    const some = this.#prepare(STRETCHES).get(JSON.stringify(sources));
    const lasts = jsonList<number>(some?.lasts);
    return jsonList<number | null>(some?.firsts).map((first, i) =>
      first === null ? NOWHERE : { first, last: lasts[i] },
    );
  }

  #ask(rows: number, version: string): void {
    if (version !== this.#version) [this.#version, this.#requested, this.#all] = [version, 0, undefined];
    const before = this.#requested;
    this.#requested += rows;
    if (before < READ_ALL_AFTER && this.#requested >= READ_ALL_AFTER) this.#all = this.#readAll();
  }

  #readAll(): All | undefined {
    const last = this.#prepare('SELECT max(id) AS last FROM chunks').get()?.last;
    if (Number(last) > MAX_ROWS) return undefined;
    const [names, stretches] = [this.#prepare(ALL).get(), this.#prepare(ALL_STRETCHES).get()];
    const ids = jsonList<string>(names?.ids);
    const [sources, firsts, lasts] = [stretches?.sources, stretches?.firsts, stretches?.lasts].map(jsonList<number>);
    return {
      ids: new Map(jsonList<number>(names?.rows).map((row, i) => [row, ids[i]])),
      stretches: new Map(sources.map((source, i) => [source, { first: firsts[i], last: lasts[i] }])),
      firsts,
      sources,
    };
  }
}

function namedIn(all: All, row: number): NamedChunk | null {
  const id = all.ids.get(row);
  return id === undefined ? null : { id, source: all.sources[lastAtMost(all.firsts, row)] };
}
