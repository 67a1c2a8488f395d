/** The files behind an index: where they are, and how the index is kept up to date with them. */

import { join } from 'node:path';
import { refuseOtherRoot } from '../store/mismatch.js';
import { isShared } from '../store/openStore.js';
import type { Store } from '../store/store.js';
import { ArtifactWriter } from '../sync/artifactWriter.js';
import type { CatchUpOptions } from '../sync/catchUp.js';
import type { SyncOptions, SyncReport } from '../sync/sync.js';
import type { VectorSource } from '../sync/vectorSource.js';
import { withWriteLock } from '../sync/writeLock.js';
import type { FreshnessOptions, IndexFreshness, OpenOptions } from './engineOptions.js';
import type { NamedFolder } from './indexPaths.js';
import type { PendingChanges } from './pendingChanges.js';

/** What is known of the question before the tree is checked. */
export interface CatchUpHints
  extends Pick<CatchUpOptions, 'priority' | 'checkAllFiles' | 'wait' | 'question' | 'meanwhile'> {
  /** Seconds that other roots of a workspace have left of the limit. */
  readonly timeLeft?: number;
}

/** One folder, or the folders of a workspace. */
export interface IndexedFolders {
  /** The folder; for a workspace, the one that it is asked from. */
  readonly root: string;
  /** Only for a workspace. The folders of roots in a database are unknown: they are taken to be side by side in this one. */
  readonly roots?: readonly NamedFolder[];
  /** The files may be on another machine. */
  readonly shared: boolean;
  sync(options: Partial<SyncOptions> & { readonly wait?: number }): Promise<SyncReport>;
  catchUp(options: FreshnessOptions, hints?: CatchUpHints): Promise<IndexFreshness>;
  behind(): Promise<PendingChanges>;
  readonly artifactWriter: ArtifactWriter;
  /** Throws if the index belongs to another folder. */
  refuseOtherRoot(): Promise<void>;
  forget(docIds: readonly string[]): Promise<readonly string[]>;
}

export class IndexedFolder implements IndexedFolders {
  readonly root: string;
  readonly roots?: readonly NamedFolder[];
  readonly shared: boolean;
  readonly artifactWriter: ArtifactWriter;
  readonly #store: Store;
  readonly #file: string;
  readonly #vectors: VectorSource | undefined;
  readonly #options: OpenOptions['sync'];
  readonly #newIndexFiles: number | undefined;

  constructor(root: string, store: Store, file: string, vectors: VectorSource | undefined, options: OpenOptions) {
    this.root = root;
    if (store.roots) this.roots = store.roots.map((name) => ({ name, folder: join(root, name) }));
    this.shared = isShared(file);
    this.artifactWriter = new ArtifactWriter(store, file, vectors, { ...options.sync, log: options.log });
    this.#store = store;
    this.#file = file;
    this.#vectors = vectors;
    this.#options = options.sync;
    this.#newIndexFiles = options.newIndexFiles;
  }

  async sync({ wait = 0, ...options }: Partial<SyncOptions> & { readonly wait?: number }): Promise<SyncReport> {
    const { sync } = await import('../sync/sync.js');
    const run = (signal: AbortSignal): Promise<SyncReport> =>
      sync(this.#store, { ...this.#options, ...options, root: this.root, vectors: this.#vectors, signal });
    return withWriteLock({ file: this.#file }, wait, run, options.signal);
  }

  catchUp(freshness: FreshnessOptions, hints?: CatchUpHints): Promise<IndexFreshness> {
    const options = { ...this.#options, root: this.root, vectors: this.#vectors };
    const sync: RefreshedIndex['sync'] = (waiting) => this.sync(waiting);
    const index = { store: this.#store, file: this.#file, newIndexFiles: this.#newIndexFiles };
    return refreshIndex({ ...index, options, sync }, freshness, hints);
  }

  async behind(): Promise<PendingChanges> {
    const { pendingChanges } = await import('./pendingChanges.js');
    return pendingChanges(this.#store, { ...this.#options, root: this.root });
  }

  async refuseOtherRoot(): Promise<void> {
    refuseOtherRoot(await this.#store.root('main'), this.root, this.#file);
  }

  forget(docIds: readonly string[]): Promise<readonly string[]> {
    return this.artifactWriter.forget(docIds);
  }
}

/** Seconds of reading changes before an answer. */
export const SYNC_LIMIT_SECONDS = 2;

/** Reads no file beyond `atLeast`. */
const MIN_LIMIT_SECONDS = 1e-3;

/** How long to wait for another process that creates the index. */
const NEW_INDEX_WAIT_SECONDS = 60;

interface RefreshedIndex {
  readonly store: Store;
  /** The index file, or the URL of its database. */
  readonly file: string;
  /** How its folder is read. */
  readonly options: SyncOptions;
  /** Files of a new folder that are read before an answer; undefined for all. */
  readonly newIndexFiles: number | undefined;
  /** Reads the whole folder, after waiting up to so many seconds for another writer. */
  readonly sync: (options: { readonly wait: number }) => Promise<SyncReport>;
}

/**
 * Updates the index before an answer:
 *
 *     shared       not updated: its files may be on another machine; the answer says how old it is
 *     new          read completely; or, for a question that limits the time, the files with its words first
 *     else         what was changed, added or removed is read, until the time is up
 */
async function refreshIndex(
  { store, file, options, newIndexFiles, sync: syncAll }: RefreshedIndex,
  { sync = true, syncLimit }: FreshnessOptions,
  { wait = 0, timeLeft, ...hints }: CatchUpHints = {},
): Promise<IndexFreshness> {
  if (isShared(file)) return { indexedAt: (await store.state()).writtenAt };
  if (!sync) return {};
  const isNew = (await store.state()).sources === 0;
  const isLimited = syncLimit || newIndexFiles;
  if (isNew && (!isLimited || hints.question === undefined))
    return { unread: (await syncAll({ wait: NEW_INDEX_WAIT_SECONDS })).unread };
  if (!isNew && (await store.root('main')) === undefined) return {}; // only artifacts, or its folder is gone
  const { catchUp } = await import('../sync/catchUp.js');
  const limit = timeLeft ?? syncLimit ?? SYNC_LIMIT_SECONDS;
  if (!isNew) return catchUp(store, { ...options, ...hints, wait, limit, file });
  const { meanwhile: _, ...ofNew } = hints; // there is nothing to ask yet
  const first = syncLimit === undefined ? { limit: MIN_LIMIT_SECONDS, atLeast: newIndexFiles } : { limit };
  return catchUp(store, { ...options, ...ofNew, ...first, wait: NEW_INDEX_WAIT_SECONDS, file });
}
