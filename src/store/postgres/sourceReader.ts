/** Sources of a tenant: by tree, by id, listed for grep, and counted for an overview. */
import { mayHaveAny } from '../../text/trigrams.js';
import { overviewOf } from '../overview.js';
import { type DbRow, listedRow, sourceRow } from '../rows.js';
import { type ChunkFilter, type ListedSource, MAX_BLANK_BYTES, type Overview, type SourceRow } from '../store.js';
import { pgText } from './copyLine.js';
import { pgSourceFilterSql } from './filter.js';
import type { PgSession } from './session.js';

const SOURCE_COLUMNS = `doc_id, tree, path, kind, language, title, size, mtime, ctime, ino, hash, recipe, tokens, frequency, metadata`;

/** By path, in byte order. */
export async function pgSources(session: PgSession, tree: string): Promise<ReadonlyMap<string, SourceRow>> {
  const rows = await session.rows(
    `SELECT ${SOURCE_COLUMNS} FROM froe.sources s WHERE space = ANY ($1) AND tree = $2${session.visible} ORDER BY path COLLATE "C"`,
    pgText(tree),
  );
  return new Map(rows.map(sourceRow).map((row) => [row.path, row]));
}

export async function pgSource(session: PgSession, docId: string): Promise<SourceRow | undefined> {
  const select = `SELECT ${SOURCE_COLUMNS} FROM froe.sources s WHERE space = ANY ($1) AND doc_id = $2${session.visible}`;
  const [row] = await session.rows(select, pgText(docId));
  return row && sourceRow(row);
}

/** Sources that pass the filter and, by their trigrams, may contain one of the words. */
export async function pgListSources(
  session: PgSession,
  filter: ChunkFilter,
  words: readonly string[],
): Promise<readonly ListedSource[]> {
  const { sql, values } = pgSourceFilterSql(filter, 1);
  const trigrams = words.length > 0 ? ', s.trigrams' : '';
  const rows = await session.rows(
    `SELECT s.doc_id, s.path, s.kind, s.size, s.mtime, s.ctime, s.ino, s.hash${trigrams} FROM froe.sources s
     WHERE s.space = ANY ($1) AND (s.tokens > 0 OR s.size < ${MAX_BLANK_BYTES})${sql} ORDER BY s.path COLLATE "C", s.id`,
    ...values,
  );
  const mayMatch = (row: DbRow): boolean =>
    words.length === 0 || !(row.trigrams instanceof Uint8Array) || mayHaveAny(row.trigrams, words);
  return rows.filter(mayMatch).map(listedRow);
}

export async function pgOverview(session: PgSession): Promise<Overview> {
  const { visible } = session;
  const rows = await session.rows(
    `SELECT path, language, tokens, CASE WHEN metadata LIKE '%"manifest":%' THEN metadata END AS metadata
     FROM froe.sources s WHERE space = ANY ($1) AND kind = 'file' AND tokens > 0${visible}`,
  );
  const kinds = await session.rows(
    `SELECT u.kind, s.language, count(*) AS n FROM froe.units u
     JOIN froe.sources s ON s.space = u.space AND s.id = u.source WHERE u.space = ANY ($1)${visible} GROUP BY u.kind, s.language`,
  );
  return overviewOf(rows, kinds);
}
