/** SQLite transactions. */
interface Database {
  exec(sql: string): void;
}

/** Commits all of it, or nothing. `BEGIN` for reads: they see one state, whatever is written meanwhile. */
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
 * After a full or failing disk, SQLite rolls back by itself and refuses to do so again. Whatever it reports here, the
 * first error is the one to throw.
 */
function rollBack(db: Database): void {
  try {
    db.exec('ROLLBACK');
  } catch {}
}
