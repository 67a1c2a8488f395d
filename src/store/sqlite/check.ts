/** Goes over a whole index: SQLite's own check, and what only we can know. */
import { type Database, statementsOf } from './database.js';
import { Signs } from './signs.js';
import { Segments } from './words/segments.js';

/** What must not be found, and what it means when it is. */
const faults: readonly (readonly [said: string, sql: string])[] = [
  ['pieces without a source', 'SELECT count(*) AS n FROM chunks WHERE source NOT IN (SELECT id FROM sources)'],
  ['units without a source', 'SELECT count(*) AS n FROM units WHERE source NOT IN (SELECT id FROM sources)'],
  ['references without a source', 'SELECT count(*) AS n FROM refs WHERE source NOT IN (SELECT id FROM sources)'],
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
  return [...found, ...signsAndPieces(db), ...wordsAndPieces(db)];
}

/** Every vector of a piece is looked at, and no other. */
function signsAndPieces(db: Database): readonly string[] {
  const { prepare } = statementsOf(db);
  const embedded = 'SELECT c.id FROM chunks c JOIN vectors v ON v.hash = c.embed_hash WHERE c.weight > 0';
  const pieces = new Set(
    prepare(embedded)
      .all()
      .map(({ id }) => Number(id)),
  );
  const known = new Signs(prepare).pieces();
  const gone = known.filter((id) => !pieces.has(id)).length;
  return counted([
    [pieces.size - (known.length - gone), 'pieces whose vector is not looked at'],
    [gone, 'vectors looked at of pieces that are gone'],
  ]);
}

/** Every piece has its words, once, and nothing else has any. */
function wordsAndPieces(db: Database): readonly string[] {
  const pieces = new Set(
    db
      .prepare('SELECT id FROM chunks')
      .all()
      .map(({ id }) => Number(id)),
  );
  const parts = new Segments(statementsOf(db).prepare).read();
  const ids = parts.flatMap(({ segment, dead }) => [...segment.ids].filter((_, place) => !dead?.[place]));
  // Throws where a sum is wrong.
  for (const { segment, block } of parts) for (const i of segment.firsts.keys()) block(i);
  const known = new Set(ids);
  return counted([
    [[...pieces].filter((id) => !known.has(id)).length, 'pieces that full text does not know'],
    [ids.filter((id) => !pieces.has(id)).length, 'words of pieces that are gone'],
    [ids.length - known.size, 'pieces that full text knows twice'],
  ]);
}

/** Those of which there is any. */
const counted = (faults: readonly (readonly [n: number, said: string])[]): readonly string[] =>
  faults.filter(([n]) => n > 0).map(([n, said]) => `${n} ${said}`);
