/**
 * Which of a tenant's vectors are in an HNSW index. Every vector has a number,
 * in the order of writing, and every index holds a range of them:
 *
 *     1 ─────────────── 812,000 │ 812,001 ── 874,000 │ 874,001 … 879,400
 *     vectors_7_near_1_812000     vectors_7_near_…     staged: in none, compared one by one
 *
 * An index is partial (`WHERE seq BETWEEN 1 AND 812000`), so a new vector is in none and
 * costs no more than its row. Which ranges exist is read from PostgreSQL's catalogue:
 * there is no second record that could disagree, and what a killed process had begun is
 * not valid and not used.
 */
import type { PgSql } from './driver.js';

export interface VectorRange {
  readonly from: number;
  readonly to: number;
  /** Number of vectors. */
  readonly size: number;
}

/** No number is larger. */
const MAX_SEQ = Number.MAX_SAFE_INTEGER;

export const rangePrefix = (tenant: number): string => `vectors_${tenant}_near_`;
export const rangeName = (tenant: number, { from, to }: Pick<VectorRange, 'from' | 'to'>): string =>
  `${rangePrefix(tenant)}${from}_${to}`;

export interface RangeIndex extends VectorRange {
  readonly name: string;
  /** Complete: the planner uses it. */
  readonly valid: boolean;
}

/**
 * All indexes, complete or not. It also reads from the table of vectors: that takes a
 * lock until the end of the transaction, so no index in this list is dropped before.
 */
export async function rangeIndexes(sql: PgSql, tenant: number): Promise<readonly RangeIndex[]> {
  const rows = await sql.all(
    `SELECT c.relname AS name, i.indisvalid AS valid, greatest(c.reltuples, 0) AS size,
       EXISTS (SELECT 1 FROM froe.vectors WHERE tenant = $1) AS used
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
     WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'froe') AND t.relname = $2
       AND starts_with(c.relname, $3)`,
    tenant,
    `vectors_${tenant}`,
    rangePrefix(tenant),
  );
  return rows.map(({ name, valid, size }) => {
    const [from, to] = String(name).slice(rangePrefix(tenant).length).split('_').map(Number);
    return { name: String(name), valid: Boolean(valid), from, to, size: Number(size) };
  });
}

/** The widest complete ranges, in order, without overlap. */
export function searchedRanges<T extends RangeIndex>(indexes: readonly T[]): readonly T[] {
  let next = 1;
  return indexes
    .filter(({ valid }) => valid)
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .filter(({ from, to }) => {
      if (from < next) return false;
      next = to + 1;
      return true;
    });
}

/** The ranges between them and after the last: in no index. */
export function stagedRanges(searched: readonly VectorRange[]): readonly Omit<VectorRange, 'size'>[] {
  const starts = [0, ...searched.map(({ to }) => to)].map((to) => to + 1);
  const ends = [...searched.map(({ from }) => from - 1), MAX_SEQ];
  return starts.map((from, i) => ({ from, to: ends[i] })).filter(({ from, to }) => from <= to);
}

/** When an index is built, and over what. */
export interface RangeRule {
  /** With fewer staged vectors, nothing is built. */
  readonly minStaged: number;
  /**
   * So many ranges of similar size are merged into one:
   *
   *     4:   100 100 100 │ 100 staged   →   400
   *          400 100 100 │ 100 staged   →   400 100 100 100   and with the next 100: 400 400
   *
   * A vector is put into an index log(all) times, and there are never many indexes to search.
   */
  readonly fanOut: number;
}

/** The next range to index, if any: the staged vectors, with the ranges before them that have become small. */
export function nextRange(
  searched: readonly VectorRange[],
  staged: VectorRange,
  { minStaged, fanOut }: RangeRule,
): Omit<VectorRange, 'size'> | undefined {
  const enoughStaged = staged.size >= minStaged;
  const parts = enoughStaged ? [...searched, staged] : searched;
  const sizeAfter = (i: number): number => parts.slice(i + 1).reduce((sum, { size }) => sum + size, 0);
  const first = parts.findIndex(({ size }, i) => i + 1 < parts.length && size * (fanOut - 1) <= sizeAfter(i));
  if (first === -1) return enoughStaged ? staged : undefined;
  return { from: parts[first].from, to: parts[parts.length - 1].to };
}

/**
 * A builder holds the first; one that merges while nobody writes also holds the second. Nobody waits for them: an
 * index is not complete while an older transaction waits.
 */
export const buildLocks = { any: 0x46524f47, merge: 0x46524f48 } as const;

/** Cancels the builder: only its time is lost. */
export async function stopBuilding(sql: PgSql, tenant: number, what: keyof typeof buildLocks): Promise<void> {
  await sql.all(
    `SELECT pg_cancel_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND objsubid = 2 AND granted AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    buildLocks[what],
    tenant,
  );
}
