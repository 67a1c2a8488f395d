/** Checks the rows of some spaces for what only froe can know to be wrong. The server checks its own files. */
import type { PgSql } from './driver.js';

const orphansIn = (table: string): string =>
  `SELECT count(*) AS n FROM froe.${table} t WHERE t.space = ANY ($1)
     AND NOT EXISTS (SELECT 1 FROM froe.sources s WHERE s.space = t.space AND s.id = t.source)`;

/** Queries that must return no rows, and what a row means. */
const faults: readonly (readonly [fault: string, sql: string])[] = [
  ['chunks without a source', orphansIn('chunks')],
  ['units without a source', orphansIn('units')],
  ['references without a source', orphansIn('refs')],
  ['words of chunks that do not exist', orphansIn('postings')],
  [
    'sources with gaps in their chunk numbers',
    `SELECT count(*) AS n FROM froe.sources s LEFT JOIN
       (SELECT source, count(*) AS chunks, max(position) AS last FROM froe.chunks WHERE space = ANY ($1) GROUP BY source) c
       ON c.source = s.id
     WHERE s.space = ANY ($1) AND (coalesce(c.chunks, 0) <> s.chunks OR coalesce(c.last, -1) <> s.chunks - 1)`,
  ],
  [
    'words with a wrong count',
    `SELECT count(*) AS n FROM (SELECT space, term, n FROM froe.counts WHERE space = ANY ($1) AND term > 15 AND n <> 0) c
     FULL JOIN (SELECT space, term, sum(cardinality(hits)) AS n FROM froe.postings WHERE space = ANY ($1) GROUP BY 1, 2) p
       ON p.space = c.space AND p.term = c.term
     WHERE c.n IS DISTINCT FROM p.n`,
  ],
  [
    'trees with a wrong count of chunks or words',
    `SELECT count(*) AS n FROM (SELECT space, sum(chunks) AS chunks, sum(words) AS words FROM froe.sources
       WHERE space = ANY ($1) GROUP BY space) s
     LEFT JOIN froe.counts p ON p.space = s.space AND p.term = 0 LEFT JOIN froe.counts w ON w.space = s.space AND w.term = 1
     WHERE coalesce(p.n, 0) <> s.chunks OR coalesce(w.n, 0) <> s.words`,
  ],
];

export async function checkSpaces(sql: PgSql, spaces: readonly number[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [fault, query] of faults) {
    const [{ n }] = await sql.all(query, spaces);
    if (Number(n) > 0) problems.push(`${n} ${fault}`);
  }
  return problems;
}
