/**
 * Full text by BM25 (../bm25.ts). PostgreSQL's own ts_rank knows neither how rare
 * a word is nor how long a text; so the sum is done over our postings.
 *
 * A word adds less than idf·(k1 + 1) to any piece. So the rarest words are read
 * first, and when the last of the best already has more than all the others
 * could add together, no piece that has only those can be among the best:
 *
 *     words by idf   7.1  5.0 │ 1.2  0.4       the others add at most (1.2 + 0.4)·2.2 = 3.5
 *     best so far    9.3 … 4.1                 4.1 > 3.5: done; for these pieces the others were looked up
 *
 * The order is the exact one; how much must be read for it depends on the words.
 */
import { B, idfOf, K1 } from '../bm25.js';
import type { Row } from '../rows.js';
import type { Filter } from '../store.js';
import { SCORED, telling } from '../telling.js';
import { termsOf } from '../terms.js';
import type { Sql, Value } from './driver.js';
import { where } from './filter.js';
import { PIECES, WORDS } from './postings.js';

/** The first round reads so many hits for each result wanted; each further round so many times as many. */
const HITS_PER_RESULT = 20;
const MORE = 8;

export interface Word {
  readonly term: number;
  readonly idf: number;
  /** In how many pieces it is. */
  readonly n: number;
}

export async function searchWords(
  sql: Sql,
  spaces: readonly number[],
  words: readonly string[],
  limit: number,
  filter?: Filter,
): Promise<readonly Row[]> {
  const { known, average } = await weigh(sql, spaces, words);
  let rows: readonly Row[] = [];
  for (let read = 0, most = limit * HITS_PER_RESULT; read < known.length; most *= MORE) {
    let hits = 0;
    // At least one more than in the round before.
    for (let first = true; read < known.length && (first || hits + known[read].n <= most); first = false)
      hits += known[read++].n;
    rows = await best(sql, spaces, known, read, average, limit, filter);
    const rest = known.slice(read).reduce((sum, { idf }) => sum + idf, 0) * (K1 + 1);
    if (rows.length >= limit && Number(rows[limit - 1].score) > rest) break;
  }
  return rows;
}

/** The words that are there at all and tell pieces apart, rarest first. */
async function weigh(
  sql: Sql,
  spaces: readonly number[],
  words: readonly string[],
): Promise<{ readonly known: readonly Word[]; readonly average: number }> {
  const terms = termsOf(words);
  const rows = await sql.all(
    'SELECT term, sum(n) AS n FROM froe.counts WHERE space = ANY ($1) AND term = ANY ($2) GROUP BY term',
    spaces,
    [PIECES, WORDS, ...terms],
  );
  const counts = new Map(rows.map(({ term, n }) => [Number(term), Number(n)]));
  const pieces = counts.get(PIECES) ?? 0;
  const there = terms.map((term) => ({ term, n: counts.get(term) ?? 0 })).filter(({ n }) => n > 0);
  const known = (pieces > SCORED ? telling(there) : there)
    .map(({ term, n }) => ({ term, n, idf: idfOf(pieces, n) }))
    .sort((a, b) => b.idf - a.idf || a.term - b.term);
  return { known, average: (counts.get(WORDS) ?? 0) / Math.max(1, pieces) };
}

/** Of a hit: its position, its count and its length (postings.ts). */
const POSITION = '(hit >> 33)';
const COUNT = '((hit >> 20) & 8191)::float8';
const LENGTH = '(hit & 1048575)::float8';

/** The best of the pieces that have one of the first `read` words, with all that the other words add to them. */
async function best(
  sql: Sql,
  spaces: readonly number[],
  known: readonly Word[],
  read: number,
  average: number,
  limit: number,
  filter?: Filter,
): Promise<readonly Row[]> {
  const asked = where(filter, 5);
  const values: Value[] = [
    spaces,
    known.map(({ term }) => term),
    known.map(({ idf }) => idf),
    (K1 * B) / Math.max(average, 1e-9),
    limit,
    ...asked.values,
  ];
  // Where a filter asks something of sources, their postings are read no further.
  const among = asked.source
    ? ` AND EXISTS (SELECT 1 FROM froe.sources s WHERE s.space = ANY ($1) AND s.id = p.source${asked.source})`
    : '';
  const added = `idf * ${COUNT} * ${K1 + 1} / (${COUNT} + ${K1 * (1 - B)} + $4::float8 * ${LENGTH})`;
  const hitsOf = (words: string, also: string): string =>
    `SELECT p.space, p.source, ${POSITION}::int AS position, ${added} AS score
     FROM (SELECT unnest(($2::bigint[])[${words}]) AS term, unnest(($3::float8[])[${words}]) AS idf) w
     JOIN froe.postings p ON p.space = ANY ($1) AND p.term = w.term${also}
     CROSS JOIN LATERAL unnest(p.hits) AS hit WHERE ((hit >> 20) & 8191) > 0`;
  const first = `SELECT space, source, position, sum(score) AS score FROM (${hitsOf(`1:${read}`, among)}) h GROUP BY 1, 2, 3`;
  const rest = `SELECT f.space, f.source, f.position, f.score + coalesce(sum(o.score), 0) AS score
     FROM first f LEFT JOIN (${hitsOf(`${read + 1}:${known.length}`, ' AND p.source IN (SELECT source FROM first)')}) o
       ON o.source = f.source AND o.position = f.position
     GROUP BY f.space, f.source, f.position, f.score`;
  const scored = read < known.length ? rest : 'SELECT * FROM first';
  // Pieces are only looked at before the best are taken when something is asked of them.
  const pieces = 'JOIN froe.chunks c ON c.space = b.space AND c.source = b.source AND c.position = b.position';
  const top = asked.chunk
    ? `SELECT b.* FROM (${scored}) b ${pieces} WHERE true${asked.chunk}`
    : `SELECT b.* FROM (${scored}) b`;
  return sql.all(
    `WITH first AS MATERIALIZED (${first}),
       top AS MATERIALIZED (${top} ORDER BY b.score DESC, b.source, b.position LIMIT $5)
     SELECT c.chunk_id AS id, s.doc_id, b.score FROM top b ${pieces}
     JOIN froe.sources s ON s.space = b.space AND s.id = b.source ORDER BY b.score DESC, b.source, b.position`,
    ...values,
  );
}
