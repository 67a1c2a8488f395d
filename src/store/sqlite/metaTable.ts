/** Metadata of an index: its folder and last scan, the model of its vectors, the time of the last write, its counts. */
import { isSameModel, modelMismatch, refuseOtherRoot } from '../mismatch.js';
import { hiddenSql, type Sensitivity } from '../sensitivity.js';
import type { IndexModel, IndexState, UseRootOptions } from '../store.js';
import type { Prepare } from './database.js';
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

  /** Returns the model whose vectors were dropped for this one. */
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

/** The counts of an index. */
type FileCounts = Omit<IndexState, 'version' | 'model' | 'writtenAt'>;

/** What is above the limit is not counted. */
export function countIndex(prepare: Prepare, maxSensitivity: Sensitivity | undefined): FileCounts {
  const all = countAll(prepare);
  const hiddenCondition = hiddenSql(maxSensitivity);
  if (hiddenCondition === '') return all;
  const hidden = countHidden(prepare, hiddenCondition);
  return {
    bytes: all.bytes,
    sources: all.sources - hidden.sources,
    chunks: all.chunks - hidden.chunks,
    tokens: all.tokens - hidden.tokens,
    embedded: all.embedded - hidden.embedded,
    pending: all.pending - hidden.pending,
  };
}

function countHidden(prepare: Prepare, hiddenCondition: string): Omit<FileCounts, 'bytes'> {
  const hiddenSources = `FROM sources s WHERE true${hiddenCondition}`;
  const chunks = `FROM chunks c WHERE c.source IN (SELECT s.id ${hiddenSources})`;
  const searchable = `${chunks} AND c.weight > 0`;
  const embedded = 'EXISTS (SELECT 1 FROM vectors v WHERE v.hash = c.embed_hash)';
  const row = prepare(
    `SELECT (SELECT count(*) ${hiddenSources}) AS sources, (SELECT total(s.tokens) ${hiddenSources}) AS tokens,
       (SELECT count(*) ${chunks}) AS chunks, (SELECT count(*) ${searchable} AND ${embedded}) AS embedded,
       (SELECT count(*) ${searchable} AND NOT ${embedded}) AS pending`,
  ).get();
  return {
    sources: Number(row?.sources),
    chunks: Number(row?.chunks),
    tokens: Number(row?.tokens),
    embedded: Number(row?.embedded),
    pending: Number(row?.pending),
  };
}

function countAll(prepare: Prepare): FileCounts {
  const all = prepare(
    `SELECT (SELECT count(*) FROM sources) AS sources, (SELECT count(*) FROM chunks) AS chunks,
       (SELECT count(*) FROM chunks INDEXED BY chunks_not_searchable WHERE weight <= 0) AS never,
       (SELECT total(length(entries) / size) FROM binary_codes) AS embedded, (SELECT total(tokens) FROM sources) AS tokens,
       (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size) AS bytes`,
  ).get();
  const embedded = Number(all?.embedded);
  return {
    sources: Number(all?.sources),
    chunks: Number(all?.chunks),
    tokens: Number(all?.tokens),
    bytes: Number(all?.bytes),
    embedded,
    pending: Number(all?.chunks) - Number(all?.never) - embedded,
  };
}
