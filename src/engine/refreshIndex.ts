/**
 * What every question does first: the index is brought up to its tree.
 *
 *     shared       left alone: its files may be on another machine; who asks is told how old it is
 *     new          read whole; or, for a question that limits the time, the files with its words first
 *     else         what changed, came or went is read, until time is up
 */
import { isShared } from '../store/openStore.js';
import type { Store } from '../store/store.js';
import type { CatchUpOptions } from '../sync/catchUp.js';
import type { SyncOptions, SyncReport } from '../sync/sync.js';
import type { FreshnessOptions, IndexFreshness } from './engineOptions.js';

/** Seconds that reading what changed may take before an answer. */
const SYNC_LIMIT = 2;

/** No file beyond `atLeast` is read. */
const NO_TIME = 1e-3;

/** How long to wait for another process that makes the index. */
const NEW_INDEX_WAIT_SECONDS = 60;

export interface RefreshedIndex {
  readonly store: Store;
  /** Where the index is. */
  readonly file: string;
  /** How its folder is read. */
  readonly options: SyncOptions;
  /** Files of a new folder that are read before a question is answered; undefined for all. */
  readonly newIndexFiles: number | undefined;
  /** Reads all of the folder, after waiting for so many seconds. */
  readonly sync: (options: { readonly wait: number }) => Promise<SyncReport>;
}

export async function refreshIndex(
  { store, file, options, newIndexFiles, sync: syncAll }: RefreshedIndex,
  { sync = true, syncLimit }: FreshnessOptions,
  { wait = 0, ...more }: Pick<CatchUpOptions, 'priority' | 'doubt' | 'wait' | 'question'> = {},
): Promise<IndexFreshness> {
  if (isShared(file)) return { indexedAt: (await store.state()).writtenAt };
  if (!sync) return {};
  const isNew = (await store.state()).sources === 0;
  const isPart = syncLimit || newIndexFiles;
  if (isNew && (!isPart || more.question === undefined))
    return { unread: (await syncAll({ wait: NEW_INDEX_WAIT_SECONDS })).unread };
  if (!isNew && (await store.root('main')) === undefined) return {}; // artifacts alone, or its folder is gone
  const { catchUp } = await import('../sync/catchUp.js');
  const limit = syncLimit ?? SYNC_LIMIT;
  if (!isNew) return catchUp(store, { ...options, ...more, wait, limit, file });
  const first = syncLimit === undefined ? { limit: NO_TIME, atLeast: newIndexFiles } : { limit };
  return catchUp(store, { ...options, ...more, ...first, wait: NEW_INDEX_WAIT_SECONDS, file });
}
