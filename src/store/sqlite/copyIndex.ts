/**
 * Copies an index to another folder, as an index of its own: with a new identity, for that folder, without the last
 * scan of the files. Both must be this user's. The copy is complete or not there.
 */
import { renameSync, rmSync } from 'node:fs';
import { makePrivate } from '../../privateFile.js';
import { openDatabase } from './database.js';
import { makeIndexFolder, rootToStore } from './indexFolder.js';
import { openFile } from './open.js';
import { claim, identityOf } from './ownership.js';
import { withSqliteErrors } from './withSqliteErrors.js';

/** `root`: the folder of the copy. Another process may be writing to the source: its committed state is copied. */
export function copyIndex(from: string, to: string, root: string): void {
  makeIndexFolder(to);
  const draft = `${to}-copy`;
  rmSync(draft, { force: true }); // left by a process that died
  makePrivate(draft);
  try {
    const source = openFile(from);
    try {
      withSqliteErrors(from, () => source.prepare('VACUUM INTO ?').run(draft));
    } finally {
      source.close();
    }
    const id = withSqliteErrors(draft, () => setIdentityAndRoot(draft, rootToStore(root, to)));
    claim(to, id); // before the file exists: without the record it would be foreign
    renameSync(draft, to);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Sets a new identity and the folder. */
function setIdentityAndRoot(file: string, root: string): string {
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
