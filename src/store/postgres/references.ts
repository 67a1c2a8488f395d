/** Queries of the graph: which units have a name, and what refers to it. */
import type { Reference } from '../../types.js';
import { type DbRow, referenceRow, unitRow } from '../rows.js';
import type { IncomingReference, UnitDefinition } from '../store.js';
import { pgText } from './copyLine.js';
import type { PgSession } from './session.js';

export const UNIT_COLUMNS =
  'c.unit_id, c.parent_id, c.kind, c.name, c.depth, c.char_start, c.char_end, c.start_line, c.end_line';
/** Condition: sources of the tenant with these ids. */
export const whereDocIds = ({ visible }: PgSession): string =>
  `JOIN froe.sources s ON s.space = c.space AND s.id = c.source
   WHERE s.space = ANY ($1) AND s.doc_id = ANY ($2)${visible}`;

/** A reference with the ids of its source and its unit. */
const SELECT_REFERENCES = `SELECT c.verb, c.target, c.key, c.line, c.module, c.local, s.doc_id, u.unit_id FROM froe.refs c
  LEFT JOIN froe.units u ON u.space = c.space AND u.source = c.source AND u.position = c.unit`;
const whereKeys = (
  { visible }: PgSession,
  condition = '',
): string => `JOIN froe.sources s ON s.space = c.space AND s.id = c.source
  WHERE c.space = ANY ($1) AND c.key = ANY ($2)${visible}${condition} ORDER BY array_position($2, c.key), c.source, c.position`;

export async function pgDefinitions(
  session: PgSession,
  keys: readonly string[],
  languages: readonly string[] | undefined,
): Promise<readonly UnitDefinition[]> {
  const languageCondition = languages ? ' AND s.language = ANY ($3)' : '';
  const select = `SELECT ${UNIT_COLUMNS}, s.doc_id FROM froe.units c ${whereKeys(session, languageCondition)}`;
  const rows = await session.rows(select, keys.map(pgText), ...(languages ? [languages] : []));
  return rows.map((row) => ({ ...unitRow(row), docId: docIdOf(row) }));
}

/** In byte order, as in SQLite. */
export async function pgUnitNames(session: PgSession): Promise<readonly string[]> {
  const visibleJoin =
    session.visible && ` JOIN froe.sources s ON s.space = c.space AND s.id = c.source${session.visible}`;
  const rows = await session.rows(
    `SELECT DISTINCT c.key COLLATE "C" AS key FROM froe.units c${visibleJoin} WHERE c.space = ANY ($1) ORDER BY 1`,
  );
  return rows.map(({ key }) => String(key));
}

export async function pgReferencesTo(
  session: PgSession,
  keys: readonly string[],
  limit: number | undefined,
): Promise<readonly IncomingReference[]> {
  const rows = await session.rows(
    `${SELECT_REFERENCES} ${whereKeys(session)} LIMIT $3`,
    keys.map(pgText),
    limit ?? null,
  );
  return rows.map((row) => ({ ...referenceRow(row), docId: docIdOf(row) }));
}

export async function pgReferencesOf(session: PgSession, docId: string): Promise<readonly Reference[]> {
  const query = `${SELECT_REFERENCES} ${whereDocIds(session)} ORDER BY c.position`;
  return (await session.rows(query, [pgText(docId)])).map(referenceRow);
}

const docIdOf = ({ doc_id }: DbRow): string => String(doc_id);
