/** Full text, best first. In a large index only the words that tell pieces apart are looked for (telling.ts). */
import type { Filter, Hit } from '../store.js';
import { SCORED, telling } from '../telling.js';
import type { Statement } from './database.js';
import { where } from './filter.js';

type Prepare = (sql: string) => Statement;

/** How much a word counts by where it stands: name, path, headings, body. */
const FIELDS = '4.0, 2.0, 2.0, 1.0';

export function searchText(prepare: Prepare, words: readonly string[], limit: number, filter?: Filter): Hit[] {
  const looked = words.length === 0 ? [] : chosen(prepare, words);
  if (looked.length === 0) return [];
  const { sql, values } = where(filter);
  const match = looked.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ');
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

function chosen(prepare: Prepare, words: readonly string[]): readonly string[] {
  if (Number(prepare('SELECT max(id) AS n FROM chunks').get()?.n) <= SCORED) return words;
  const pieces = (word: string): number =>
    Number(prepare('SELECT doc FROM temp.vocabulary WHERE term = ?').get(word)?.doc ?? 0);
  return telling(words.map((word) => ({ word, n: pieces(word) }))).map(({ word }) => word);
}
