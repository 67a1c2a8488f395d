/** The signs of vectors, which had a row each, 256 to a row. */
import { type Database, statementsOf } from './database.js';
import { Signs, UNSEALED } from './signs.js';

/** Entries that are taken at a time. */
const BATCH = 4096;

export function packSigns(db: Database): void {
  db.exec(`
    CREATE TABLE sign_blocks (block INTEGER PRIMARY KEY, size INTEGER NOT NULL, entries BLOB NOT NULL);
    -- There are few: how many are offered is known from all and these, and neither has to be counted one by one.
    CREATE INDEX chunks_never_offered ON chunks (id) WHERE weight <= 0;
    CREATE INDEX sources_by_tokens ON sources (tokens); -- to add them up without reading the rest
  `);
  const { prepare } = statementsOf(db);
  const signs = new Signs(prepare, UNSEALED);
  const next = prepare('SELECT piece, bits FROM signs WHERE piece > ? ORDER BY piece LIMIT ?');
  for (let after = 0; ; ) {
    const rows = next.all(after, BATCH);
    if (rows.length === 0) break;
    signs.put(rows.flatMap(({ bits }) => (bits instanceof Uint8Array ? [bits] : [])));
    after = Number(rows[rows.length - 1].piece);
  }
  db.exec('DROP TABLE signs');
}
