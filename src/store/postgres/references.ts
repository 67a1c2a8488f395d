/** What the graph asks: which units have a name, and who refers to it. */
import type { Reference } from '../../types.js';
import { type DbRow, referenceRow, unitRow } from '../rows.js';
import type { Defined, Referred } from '../store.js';
import { storable } from './copyLine.js';
import type { PgSession } from './session.js';

export const UNIT =
  'c.unit_id, c.parent_id, c.kind, c.name, c.depth, c.char_start, c.char_end, c.start_line, c.end_line';
/** Sources of the tenant's, by their ids. */
export const ofDocs = ({ visible }: PgSession): string =>
  `JOIN froe.sources s ON s.space = c.space AND s.id = c.source
   WHERE s.space = ANY ($1) AND s.doc_id = ANY ($2)${visible}`;

/** A reference with the names of where it stands. */
const REFERENCE = `SELECT c.verb, c.target, c.key, c.line, c.module, c.local, s.doc_id, u.unit_id FROM froe.refs c
  LEFT JOIN froe.units u ON u.space = c.space AND u.source = c.source AND u.position = c.unit`;
const ofKeys = ({ visible }: PgSession): string => `JOIN froe.sources s ON s.space = c.space AND s.id = c.source
  WHERE c.space = ANY ($1) AND c.key = ANY ($2)${visible} ORDER BY array_position($2, c.key), c.source, c.position`;

export async function definitions(session: PgSession, keys: readonly string[]): Promise<readonly Defined[]> {
  const found = `SELECT ${UNIT}, s.doc_id FROM froe.units c ${ofKeys(session)}`;
  const rows = await session.rows(found, keys.map(storable));
  return rows.map((row) => ({ ...unitRow(row), docId: docOf(row) }));
}

/** In the order of their bytes, as SQLite has it. */
export async function names(session: PgSession): Promise<readonly string[]> {
  const own = session.visible && ` JOIN froe.sources s ON s.space = c.space AND s.id = c.source${session.visible}`;
  const rows = await session.rows(
    `SELECT DISTINCT c.key COLLATE "C" AS key FROM froe.units c${own} WHERE c.space = ANY ($1) ORDER BY 1`,
  );
  return rows.map(({ key }) => String(key));
}

export async function referencesTo(
  session: PgSession,
  keys: readonly string[],
  limit: number | undefined,
): Promise<readonly Referred[]> {
  const rows = await session.rows(`${REFERENCE} ${ofKeys(session)} LIMIT $3`, keys.map(storable), limit ?? null);
  return rows.map((row) => ({ ...referenceRow(row), docId: docOf(row) }));
}

export async function referencesOf(session: PgSession, docId: string): Promise<readonly Reference[]> {
  const said = `${REFERENCE} ${ofDocs(session)} ORDER BY c.position`;
  return (await session.rows(said, [storable(docId)])).map(referenceRow);
}

const docOf = ({ doc_id }: DbRow): string => String(doc_id);
