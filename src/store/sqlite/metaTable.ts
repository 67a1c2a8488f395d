/** What an index says of itself: the folder it is of, how that was last walked, the model of its vectors, when it was written. */
import { isSameModel, modelMismatch, refuseOtherRoot } from '../mismatch.js';
import type { IndexModel, UseRootOptions } from '../store.js';
import { rootToStore, storedRoot, withoutLinks } from './indexFolder.js';
import type { SqliteSession } from './session.js';

export class MetaTable {
  readonly #session: SqliteSession;

  constructor(session: SqliteSession) {
    this.#session = session;
  }

  root(tree: string): string | undefined {
    const stored = this.#value(`root ${tree}`);
    return stored === undefined ? undefined : storedRoot(stored, withoutLinks(this.#session.file));
  }

  useRoot(tree: string, root: string, { sameTree, dryRun }: UseRootOptions): void {
    const stored = this.root(tree);
    if (stored === root) return;
    if (!sameTree) refuseOtherRoot(stored, root, this.#session.file);
    if (dryRun) return;
    this.#save(`root ${tree}`, rootToStore(root, withoutLinks(this.#session.file)));
  }

  treeScan(tree: string): string | undefined {
    return this.#value(`scan ${tree}`);
  }

  saveTreeScan(tree: string, scan: string): void {
    this.#save(`scan ${tree}`, scan);
  }

  get writtenAt(): Date | undefined {
    const written = this.#value('written');
    return written === undefined ? undefined : new Date(written);
  }

  get model(): IndexModel | undefined {
    const stored = this.#value('model');
    return stored === undefined ? undefined : JSON.parse(stored);
  }

  /** Gives the model whose vectors were dropped for this one. */
  useModel(model: IndexModel, replace: boolean): IndexModel | undefined {
    const { id, dimensions, prefixVersion } = model;
    return this.#session.transaction(() => {
      const stored = this.model;
      if (stored && isSameModel(stored, model)) return undefined;
      if (stored && !replace && !stored.unfinished) throw modelMismatch(stored, model);
      this.#session.db.exec('DELETE FROM vectors; DELETE FROM binary_codes');
      this.#saveModel({ id, dimensions, prefixVersion, unfinished: true });
      return stored;
    });
  }

  finishModel(): void {
    const { unfinished, ...model } = this.model ?? {};
    if (unfinished) this.#session.transaction(() => this.#saveModel(model));
  }

  #saveModel(model: Partial<IndexModel>): void {
    this.#session.prepare("INSERT OR REPLACE INTO meta VALUES ('model', ?)").run(JSON.stringify(model));
    this.#session.invalidate();
  }

  #save(key: string, value: string): void {
    this.#session.transaction(() => this.#session.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(key, value));
  }

  #value(key: string): string | undefined {
    const row = this.#session.get('SELECT value FROM meta WHERE key = ?', key);
    return row && String(row.value);
  }
}
