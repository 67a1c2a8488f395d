/**
 * Full text, best first. Scoring a piece costs more than finding it, and a word
 * that half of the pieces have says little: in a large index the rarest words
 * choose what is scored, until enough is.
 *
 *     absolute 476, site 1,637, current 2,431, url 4,018 │ return 56,565
 *     ──────────── these are looked for ──────────────── │ left out
 *
 * Below that size every word counts.
 */
import type { Filter, Hit } from '../store.js';
import type { Statement } from './database.js';
import { where } from './filter.js';

type Prepare = (sql: string) => Statement;

/** How much a word counts by where it stands: name, path, headings, body. */
const FIELDS = '4.0, 2.0, 2.0, 1.0';
/** Pieces that are scored, about. */
const SCORED = 25_000;

export function searchText(prepare: Prepare, words: readonly string[], limit: number, filter?: Filter): Hit[] {
  if (words.length === 0) return [];
  const { sql, values } = where(filter);
  const match = telling(prepare, words)
    .map((word) => `"${word.replaceAll('"', '""')}"`)
    .join(' OR ');
  // The plus keeps SQLite from asking full text anew for every piece that passes the filter.
  const passes = sql && ` AND +rowid IN (SELECT c.id FROM chunks c JOIN sources s ON s.id = c.source WHERE true${sql})`;
  const rows = prepare(
    `WITH best AS MATERIALIZED (
       SELECT rowid AS id, bm25(words, ${FIELDS}) AS score FROM words
       WHERE words MATCH ? AND +rowid NOT IN (SELECT id FROM chunks WHERE weight <= 0)${passes}
       ORDER BY score, rowid LIMIT ?)
     SELECT c.chunk_id AS id, s.doc_id AS docId, -best.score AS score
     FROM best JOIN chunks c ON c.id = best.id JOIN sources s ON s.id = c.source ORDER BY best.score, c.id`,
  ).all(match, ...values, limit);
  return rows.map((row) => ({ id: String(row.id), docId: String(row.docId), score: Number(row.score) }));
}

/** The words that tell pieces apart, the rarest at least. */
function telling(prepare: Prepare, words: readonly string[]): readonly string[] {
  if (Number(prepare('SELECT max(id) AS n FROM chunks').get()?.n) <= SCORED) return words;
  const pieces = (word: string): number =>
    Number(prepare('SELECT doc FROM temp.vocabulary WHERE term = ?').get(word)?.doc ?? 0);
  const [rarest, ...rest] = words.map((word) => ({ word, n: pieces(word) })).sort((a, b) => a.n - b.n);
  let scored = rarest.n;
  const others = rest.filter(({ n }) => {
    scored += n;
    return scored <= SCORED;
  });
  return [rarest, ...others].map(({ word }) => word);
}
