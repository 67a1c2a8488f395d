/** Transactions of SQLite, for whoever has a file of it open. */
interface Database {
  exec(sql: string): void;
}

/** All of it happens, or nothing. `BEGIN` for what only reads: it sees one state, whatever is written meanwhile. */
export function transaction<T>(db: Database, what: () => T, begin: 'BEGIN' | 'BEGIN IMMEDIATE' = 'BEGIN IMMEDIATE'): T {
  db.exec(begin);
  try {
    const made = what();
    db.exec('COMMIT');
    return made;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/**
 * A full disk, or one that fails, has SQLite roll back by itself; it then refuses to do so again. Whatever it says
 * here, the first error is the one to be told.
 */
function rollBack(db: Database): void {
  try {
    db.exec('ROLLBACK');
  } catch {}
}
