/**
 * Copies an index of this user to another folder, where it becomes an index of its own: with another identity, of
 * that folder, and without what was last seen of the files. Both must be the user's; the copy is whole or not there.
 */
import { renameSync, rmSync } from 'node:fs';
import { makePrivate } from '../../privateFile.js';
import { openDatabase } from './database.js';
import { makeIndexFolder, rootToStore } from './indexFolder.js';
import { openFile } from './open.js';
import { claim, identityOf } from './ownership.js';
import { withSqliteErrors } from './withSqliteErrors.js';

/** `root`: the folder that the copy is of. Somebody else may be writing to the source: what is committed is copied. */
export function copyIndex(from: string, to: string, root: string): void {
  makeIndexFolder(to);
  const draft = `${to}-copy`;
  rmSync(draft, { force: true }); // of a process that died
  makePrivate(draft);
  try {
    const source = openFile(from);
    try {
      withSqliteErrors(from, () => source.prepare('VACUUM INTO ?').run(draft));
    } finally {
      source.close();
    }
    const id = withSqliteErrors(draft, () => renamed(draft, rootToStore(root, to)));
    claim(to, id); // before it is there: else it would seem to be somebody else's
    renameSync(draft, to);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Gives it another identity, and says of which folder it is. */
function renamed(file: string, root: string): string {
  const db = openDatabase(file, 0);
  try {
    db.exec("UPDATE meta SET value = lower(hex(randomblob(16))) WHERE key = 'identity'");
    db.exec("DELETE FROM meta WHERE key LIKE 'scan %'");
    db.prepare("INSERT OR REPLACE INTO meta VALUES ('root main', ?)").run(root);
    return identityOf(db) ?? '';
  } finally {
    db.close();
  }
}
