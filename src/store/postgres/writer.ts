/**
 * Writes one change to the tables, inside a transaction of its caller.
 *
 * Any number of processes may write. Two that write the same source wait for each other
 * at its lock. The word counts, which all share, are written last and in a fixed order,
 * so that waits are short and there are no deadlocks.
 */
import { FroeError } from '../../errors.js';
import type { Chunk } from '../../schema.js';
import { lastName } from '../../text/lastName.js';
import { packRecord } from '../record.js';
import { chunkTypeOf, type IndexChange, type PreparedSource, type TextVector } from '../store.js';
import { dequantise, quantise } from '../vectors/quantise.js';
import { copyLine, pgText } from './copyLine.js';
import type { PgSql } from './driver.js';
import { CHUNKS, postingsOf, WORDS } from './postings.js';
import { spacesOf } from './spaces.js';

export interface TenantSpaces {
  readonly tenant: number;
  /** The numbers of its trees, including those of all sources in the change. */
  readonly spaces: ReadonlyMap<string, number>;
}

/** All columns except the time of writing. */
const SOURCE_COLUMNS =
  'space, id, doc_id, tree, path, kind, language, title, size, mtime, ctime, ino, hash, recipe, tokens, chunks, words, frequency, metadata, trigrams';

const TOUCH = `UPDATE froe.sources SET size = $3, mtime = $4, ctime = $5, ino = $6
  WHERE space = ANY ($1) AND doc_id = $2`;

export async function writeChange(sql: PgSql, scope: TenantSpaces, change: IndexChange): Promise<void> {
  const { put = [], touch = [], remove = [], vectors = [], lines = [] } = change;
  const spaces = [...scope.spaces.values()];
  const counts = new TermCounts();
  const replacedDocIds = [...remove, ...put.map(({ source }) => source.docId)].map(pgText);
  await lockSources(sql, scope.tenant, replacedDocIds);
  await removeSources(sql, spaces, replacedDocIds, counts);
  for (const { docId, size, mtime, ctime, ino } of touch)
    await sql.all(TOUCH, spaces, pgText(docId), size, mtime, ctime, ino);
  await putSources(sql, scope, put, counts);
  await putVectors(sql, scope.tenant, vectors);
  for (const { key, line } of lines) {
    const insert = `INSERT INTO froe.context_lines VALUES ($1, decode($2, 'hex'), $3)
      ON CONFLICT (tenant, key) DO UPDATE SET line = excluded.line`;
    await sql.all(insert, scope.tenant, key, pgText(line));
  }
  await counts.write(sql);
  const setWrittenAt = put.length + touch.length + remove.length > 0 ? ', written_at = now()' : '';
  await sql.all(`UPDATE froe.tenants SET writes = writes + 1${setWrittenAt} WHERE id = $1`, scope.tenant);
  if (put.length > 0) await enforceQuota(sql, scope.tenant);
}

/** After the lock on the tenant's row: other writers of the tenant, in any root, wait for it, so the sum is exact. */
async function enforceQuota(sql: PgSql, tenant: number): Promise<void> {
  const spaces = [...(await spacesOf(sql, tenant)).values()]; // of all its roots
  const [{ name, most, chunks }] = await sql.all(
    `SELECT name, max_chunks AS most, (SELECT sum(n) FROM froe.counts WHERE space = ANY ($2) AND term = ${CHUNKS}) AS chunks
     FROM froe.tenants WHERE id = $1`,
    tenant,
    spaces,
  );
  if (most === null || Number(chunks) <= Number(most)) return;
  throw new FroeError(
    'quota',
    `${name} may have ${most} chunks, but would have ${chunks}`,
    'Exclude files (--exclude), or raise the limit: froe tenant set NAME --max-chunks N',
  );
}

/** In a fixed order, so that two writers cannot deadlock. */
async function lockSources(sql: PgSql, tenant: number, docIds: readonly string[]): Promise<void> {
  if (docIds.length === 0) return;
  const keys = 'SELECT DISTINCT hashtextextended(doc, $1) AS key FROM unnest($2::text[]) doc ORDER BY key';
  await sql.all(`SELECT count(pg_advisory_xact_lock(key)) FROM (${keys}) keys`, tenant, docIds);
}

async function removeSources(
  sql: PgSql,
  spaces: readonly number[],
  docIds: readonly string[],
  counts: TermCounts,
): Promise<void> {
  if (docIds.length === 0) return;
  const removed = await sql.all(
    'DELETE FROM froe.sources WHERE space = ANY ($1) AND doc_id = ANY ($2) RETURNING space, id, chunks, words',
    spaces,
    docIds,
  );
  if (removed.length === 0) return;
  for (const { space, chunks, words } of removed) {
    counts.add(Number(space), CHUNKS, -Number(chunks));
    counts.add(Number(space), WORDS, -Number(words));
  }
  const ids = removed.map(({ id }) => Number(id));
  for (const table of ['chunks', 'units', 'refs'])
    await sql.all(`DELETE FROM froe.${table} WHERE space = ANY ($1) AND source = ANY ($2)`, spaces, ids);
  const terms = await sql.all(
    `WITH gone AS (DELETE FROM froe.postings WHERE space = ANY ($1) AND source = ANY ($2) RETURNING space, term, cardinality(hits) AS n)
     SELECT space, term, sum(n) AS n FROM gone GROUP BY space, term`,
    spaces,
    ids,
  );
  for (const { space, term, n } of terms) counts.add(Number(space), Number(term), -Number(n));
}

async function putSources(
  sql: PgSql,
  { spaces }: TenantSpaces,
  put: readonly PreparedSource[],
  counts: TermCounts,
): Promise<void> {
  if (put.length === 0) return;
  const ids = await sql.all("SELECT nextval('froe.source_ids') AS id FROM generate_series(1, $1)", put.length);
  const [sources, chunks, units, refs] = [[], [], [], []] as string[][];
  const postings: (readonly [term: number, line: string])[] = [];
  put.forEach(({ source: row, chunks: indexedChunks, units: sourceUnits, references, trigrams }, i) => {
    const [id, space] = [Number(ids[i].id), spaces.get(row.tree) as number]; // the caller has created it
    const sourcePostings = postingsOf(indexedChunks);
    for (const [term, n] of sourcePostings.counts) counts.add(space, term, n);
    for (const [term, hits] of sourcePostings.hits) postings.push([term, copyLine([term, id, space, hits])]);
    sources.push(
      copyLine([
        ...[space, id, row.docId, row.tree, row.path, row.kind, row.language, row.title, row.size, row.mtime],
        ...[row.ctime, row.ino],
        ...[row.hash, row.recipe, row.tokens, indexedChunks.length, sourcePostings.counts.get(WORDS) ?? 0],
        ...[row.frequency ?? null, JSON.stringify(row.metadata), trigrams ? Buffer.from(trigrams, 'base64') : null],
      ]),
    );
    for (const { chunk } of indexedChunks) chunks.push(copyLine([space, id, ...chunkValues(chunk)]));
    sourceUnits.forEach((unit, position) => {
      const location = [unit.depth, unit.charStart, unit.charEnd, unit.startLine, unit.endLine];
      units.push(
        copyLine([space, id, position, unit.id, unit.parentId, unit.kind, unit.name, ...location, lastName(unit.name)]),
      );
    });
    const positions = new Map(sourceUnits.map((unit, position) => [unit.id, position]));
    references.forEach(({ from, verb, target, key, line, module = null, local = null }, position) => {
      const unit = positions.get(from) ?? null;
      refs.push(copyLine([space, id, position, unit, verb, target, key, line, module, local]));
    });
  });
  await sql.copy(`froe.sources (${SOURCE_COLUMNS})`, sources);
  await sql.copy('froe.chunks', chunks);
  await sql.copy('froe.units', units);
  await sql.copy('froe.refs', refs);
  // In the order of the index, so that it is read once.
  postings.sort(([a], [b]) => a - b);
  await sql.copy(
    'froe.postings',
    postings.map(([, line]) => line),
  );
}

function chunkValues(chunk: Chunk): Parameters<typeof copyLine>[0] {
  const { id, position, parentId, partOf, synthetic, metadata, embedHash, tokenCount } = chunk;
  const weight = typeof metadata.weight === 'number' ? metadata.weight : 1;
  return [
    ...[position, id, parentId, partOf, synthetic ? 1 : 0, chunkTypeOf(chunk), weight, tokenCount],
    ...[Buffer.from(embedHash, 'hex'), packRecord(chunk)],
  ];
}

async function putVectors(sql: PgSql, tenant: number, vectors: readonly TextVector[]): Promise<void> {
  if (vectors.length === 0) return;
  // Two writers may write the same text at once: in a fixed order, and the last one stays.
  const codes = [...new Map(vectors.map(({ hash, vector }) => [hash, quantise(vector)]))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  // A new number: the vector is no longer the one that was indexed under the old number.
  await sql.all(
    `INSERT INTO froe.vectors AS v (tenant, hash, code, near)
     SELECT $1, decode(hash, 'hex'), decode(code, 'hex'), near::halfvec
     FROM unnest($2::text[], $3::text[], $4::text[]) AS made (hash, code, near)
     ON CONFLICT (tenant, hash) DO UPDATE SET code = excluded.code, near = excluded.near, seq = excluded.seq
       WHERE v.code <> excluded.code`,
    tenant,
    codes.map(([hash]) => hash),
    codes.map(([, code]) => Buffer.from(code).toString('hex')),
    codes.map(([, code]) => pgVectorText(dequantise(code))),
  );
}

/** In pgvector's format. It has the values of the quantised code, so that both stores have one order. */
export const pgVectorText = (vector: Float32Array): string =>
  `[${Array.from(vector, (value) => Math.round(value * 1e6) / 1e6).join(',')}]`;

/** What a change adds to the word counts and subtracts from them: collected, and written once, at the end. */
export class TermCounts {
  readonly #bySpace = new Map<number, Map<number, number>>();

  add(space: number, term: number, n: number): void {
    const counts = this.#bySpace.get(space) ?? new Map<number, number>();
    this.#bySpace.set(space, counts);
    counts.set(term, (counts.get(term) ?? 0) + n);
  }

  /** In a fixed order: all writers share these rows, and hold them until they commit. */
  async write(sql: PgSql): Promise<void> {
    for (const [space, counts] of [...this.#bySpace].sort(([a], [b]) => a - b)) {
      const changed = [...counts].filter(([, n]) => n !== 0).sort(([a], [b]) => a - b);
      if (changed.length === 0) continue;
      await sql.all(
        `INSERT INTO froe.counts AS c (space, term, n)
         SELECT $1, term, n FROM unnest($2::bigint[], $3::bigint[]) AS changed (term, n) ORDER BY term
         ON CONFLICT (term, space) DO UPDATE SET n = c.n + excluded.n`,
        space,
        changed.map(([term]) => term),
        changed.map(([, n]) => n),
      );
    }
  }
}
