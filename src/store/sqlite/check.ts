/** Goes over a whole index: SQLite's own check, and what only we can know. */
import type { Database } from './database.js';

/** What must not be found, and what it means when it is. */
const faults: readonly (readonly [said: string, sql: string])[] = [
  ['pieces without a source', 'SELECT count(*) AS n FROM chunks WHERE source NOT IN (SELECT id FROM sources)'],
  ['units without a source', 'SELECT count(*) AS n FROM units WHERE source NOT IN (SELECT id FROM sources)'],
  ['references without a source', 'SELECT count(*) AS n FROM refs WHERE source NOT IN (SELECT id FROM sources)'],
  ['pieces that full text does not know', 'SELECT count(*) AS n FROM chunks WHERE id NOT IN (SELECT rowid FROM words)'],
  ['words of pieces that are gone', 'SELECT count(*) AS n FROM words WHERE rowid NOT IN (SELECT id FROM chunks)'],
  [
    'sources whose pieces are not numbered through',
    `SELECT count(*) AS n FROM (SELECT count(*) AS pieces, max(position) AS last FROM chunks GROUP BY source)
     WHERE last <> pieces - 1`,
  ],
];

export function checkTables(db: Database): readonly string[] {
  const found: string[] = [];
  for (const row of db.prepare('PRAGMA integrity_check').all())
    if (row.integrity_check !== 'ok') found.push(String(row.integrity_check));
  for (const [said, sql] of faults) {
    const n = Number(db.prepare(sql).get()?.n);
    if (n > 0) found.push(`${n} ${said}`);
  }
  return found;
}
