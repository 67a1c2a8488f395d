/** The rows of sources, cached until somebody writes. */
import type { Frequency } from '../../sources/history.js';
import { mayHaveAny } from '../../text/trigrams.js';
import { listedRow, sourceRow } from '../rows.js';
import { type ChunkFilter, type ListedSource, MAX_BLANK_BYTES, type SourceKind, type SourceRow } from '../store.js';
import { type CheckedRow, checksummedColumns, type RowSet, readCheckedRows, verifiedRow } from './checksums.js';
import type { Prepare } from './database.js';
import { sourceFilterSql } from './filter.js';
import { VersionedCache } from './session.js';
import { verifiedBody } from './words/segments.js';

/** With their stats as text, to the last digit: SQLite writes only fifteen digits in JSON. */
const SOURCES: RowSet = {
  table: 'sources',
  columns: checksummedColumns.sources.map((name) => `s.${name}`),
  sum: 's.sum',
  beside: ['s.size', ...['mtime', 'ctime', 'ino'].map((name) => `printf('%!.17g', s.${name})`)].join(" || ' ' || "),
  from: 'sources s',
};

export class SourceReader {
  readonly #prepare: Prepare;
  readonly #visible: string;
  readonly #trees = new VersionedCache<ReadonlyMap<string, SourceRow>>();
  readonly #sources = new VersionedCache<SourceRow>();

  /** `visible`: the condition on sources `s`. */
  constructor(prepare: Prepare, visible: string) {
    this.#prepare = prepare;
    this.#visible = visible;
  }

  /** By path, sorted. */
  tree(tree: string, version: string): ReadonlyMap<string, SourceRow> {
    const where = `s.tree = ?${this.#visible} ORDER BY s.path`;
    return this.#trees.get(
      tree,
      version,
      () =>
        new Map(
          readCheckedRows(this.#prepare, SOURCES, where, tree)
            .map(sourceOf)
            .map((row) => [row.path, row]),
        ),
    );
  }

  source(docId: string, version: string): SourceRow | undefined {
    const cached = this.#sources.known(docId, version);
    if (cached) return cached;
    const row = this.#prepare(`SELECT * FROM sources s WHERE doc_id = ?${this.#visible}`).get(docId);
    return row && this.#sources.get(docId, version, () => sourceRow(verifiedRow('sources', row)));
  }

  /** Sources that pass the filter and, by their trigrams, may contain one of the words. */
  list(filter: ChunkFilter, words: readonly string[]): readonly ListedSource[] {
    const { sql, values } = sourceFilterSql(filter);
    const [columns, join] =
      words.length > 0 ? [', t.body, t.sum', ' LEFT JOIN trigrams t ON t.source = s.id'] : ['', ''];
    const select = `SELECT s.doc_id, s.path, s.kind, s.size, s.mtime, s.ctime, s.ino, s.hash${columns} FROM sources s${join}
      WHERE (s.tokens > 0 OR s.size < ${MAX_BLANK_BYTES})${sql} ORDER BY s.path, s.id`;
    return this.#prepare(select)
      .all(...values)
      .filter((row) => words.length === 0 || row.body === null || mayHaveAny(verifiedBody(row), words))
      .map(listedRow);
  }
}

function sourceOf({ values, beside }: CheckedRow): SourceRow {
  // Values have the types of their writer: the checksum is right.
  const [docId, tree, path, kind, language, title, hash, recipe, tokens, frequency, metadata] = values as [
    ...[docId: string, tree: string, path: string, kind: SourceKind, language: string, title: string, hash: string],
    ...[recipe: string, tokens: number, frequency: Frequency | null, metadata: string],
  ];
  const [size, mtime, ctime, ino] = beside.split(' ').map(Number);
  return {
    ...{ docId, tree, path, kind, language, title, size, mtime, ctime, ino, hash, recipe, tokens },
    frequency: frequency ?? undefined,
    metadata: JSON.parse(metadata),
  };
}
