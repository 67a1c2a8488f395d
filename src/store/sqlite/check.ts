/** Checks a whole index: SQLite's own check, and what only froe can know. */

import { BinaryCodes } from './binaryCodes.js';
import { type Database, statementsOf } from './database.js';
import { Segments } from './words/segments.js';

/** Queries that must return no rows, and what a row means. */
const faults: readonly (readonly [fault: string, sql: string])[] = [
  ['chunks without a source', 'SELECT count(*) AS n FROM chunks WHERE source NOT IN (SELECT id FROM sources)'],
  ['units without a source', 'SELECT count(*) AS n FROM units WHERE source NOT IN (SELECT id FROM sources)'],
  ['references without a source', 'SELECT count(*) AS n FROM refs WHERE source NOT IN (SELECT id FROM sources)'],
  [
    'sources with gaps in their chunk numbers',
    `SELECT count(*) AS n FROM (SELECT count(*) AS chunks, max(position) AS last FROM chunks GROUP BY source)
     WHERE last <> chunks - 1`,
  ],
];

export function checkFile(db: Database): readonly string[] {
  const problems: string[] = [];
  for (const row of db.prepare('PRAGMA integrity_check').all())
    if (row.integrity_check !== 'ok') problems.push(String(row.integrity_check));
  for (const [fault, sql] of faults) {
    const n = Number(db.prepare(sql).get()?.n);
    if (n > 0) problems.push(`${n} ${fault}`);
  }
  return [...problems, ...checkBinaryCodes(db), ...checkFullText(db)];
}

/** Every vector of a chunk has a binary code, and nothing else has one. */
function checkBinaryCodes(db: Database): readonly string[] {
  const { prepare } = statementsOf(db);
  const embedded = 'SELECT c.id FROM chunks c JOIN vectors v ON v.hash = c.embed_hash WHERE c.weight > 0';
  const chunks = new Set(
    prepare(embedded)
      .all()
      .map(({ id }) => Number(id)),
  );
  const indexedIds = new BinaryCodes(prepare).chunks();
  const orphans = indexedIds.filter((id) => !chunks.has(id)).length;
  return describeFaults([
    [chunks.size - (indexedIds.length - orphans), 'chunks whose vector is not searched'],
    [orphans, 'vectors of chunks that do not exist'],
  ]);
}

/** Every chunk has its words, once, and nothing else has any. */
function checkFullText(db: Database): readonly string[] {
  const chunks = new Set(
    db
      .prepare('SELECT id FROM chunks')
      .all()
      .map(({ id }) => Number(id)),
  );
  const segments = new Segments(statementsOf(db).prepare).read();
  const ids = segments.flatMap(({ segment, deleted }) => [...segment.ids].filter((_, i) => !deleted?.[i]));
  // Throws if a checksum is wrong.
  for (const { segment, block } of segments) for (const i of segment.firsts.keys()) block(i);
  const indexedIds = new Set(ids);
  return describeFaults([
    [[...chunks].filter((id) => !indexedIds.has(id)).length, 'chunks missing in full text'],
    [ids.filter((id) => !chunks.has(id)).length, 'words of chunks that do not exist'],
    [ids.length - indexedIds.size, 'chunks twice in full text'],
  ]);
}

/** Those that occur. */
const describeFaults = (faults: readonly (readonly [n: number, fault: string])[]): readonly string[] =>
  faults.filter(([n]) => n > 0).map(([n, fault]) => `${n} ${fault}`);
