/** More of a file's stat: a change that keeps size and mtime shows in these. */
import type { Database } from './database.js';

/** Rows from before have none: their files are compared by hash, once. */
export function addStat(db: Database): void {
  const there = db.prepare('PRAGMA table_info(sources)').all();
  for (const column of ['ctime', 'ino'])
    if (!there.some(({ name }) => name === column))
      db.exec(`ALTER TABLE sources ADD COLUMN ${column} REAL NOT NULL DEFAULT 0`);
}
