/**
 * Updates the index before an answer: checks the tree, and reads what was changed, added
 * or removed, within a time limit.
 *
 *     the tree is as it was at the last scan (treeLook.ts)   nothing to do
 *     else                                                   sync(), until the time is up
 *
 * Nothing blocks: while another process writes, answers come from what is committed, and
 * what has changed since is counted.
 */
import { FroeError } from '../errors.js';
import type { Job } from '../jobs/job.js';
import { headCommit } from '../sources/gitLog.js';
import { COMMITS, type Store } from '../store/store.js';
import { type Plan, plan } from './plan.js';
import { rankFiles } from './rankFiles.js';
import { changesOnlyPlan } from './recipe.js';
import type { RunOptions } from './sync.js';
import { lookAtTree, scanText, sharedRecipe, type TreeLook } from './treeLook.js';
import { withWriteLock } from './writeLock.js';

/** How far an index is behind its tree. */
export interface CatchUpResult {
  /** Files that were changed, added or removed, and not read. Undefined: not checked. */
  readonly unread?: number | undefined;
  /** Why, if not for lack of time. */
  readonly hindered?: FroeError | undefined;
}

export interface CatchUpOptions extends Omit<RunOptions, 'until' | 'look'> {
  /** The index file, or the URL of its database. */
  readonly file: string;
  /** Time limit, in seconds. */
  readonly limit: number;
  /** Seconds to wait for another writer. Default none. */
  readonly wait?: number;
  /** Check every file: one has changed, whatever git reports. */
  readonly checkAllFiles?: boolean;
  /** The question: if there is more to read than time, files with its words come first (rankFiles.ts). */
  readonly question?: string | undefined;
  /** Runs while git looks at the tree, and ends before the index changes. */
  readonly meanwhile?: (() => Promise<void>) | undefined;
}

export async function catchUp(store: Store, options: CatchUpOptions): Promise<CatchUpResult> {
  const files = await catchUpFiles(store, options);
  await catchUpHistory(store, options);
  return files;
}

/** Indexes new commits, if HEAD has moved since the last scan. A history that is no longer wanted is removed by a run. */
async function catchUpHistory(store: Store, options: CatchUpOptions): Promise<void> {
  const { file, limit, wait = 0 } = options;
  if (options.history === 0) return;
  const history = limit > 0 ? await store.history() : undefined;
  if (!history) return;
  const head = headCommit(options.root);
  if (head === undefined || (await history.treeScan(COMMITS))?.includes(head)) return;
  const { syncHistory } = await import('./syncHistory.js'); // loads the parsers, which an answer does not need
  const run = async (signal: AbortSignal): Promise<CatchUpResult> => {
    const until = AbortSignal.timeout(Math.min(Math.ceil(limit * 1000), MAX_TIMER_MS));
    await syncHistory(store, { ...options, until, signal });
    return {};
  };
  await reportBehindOnError(() => withWriteLock({ file }, wait, run, options.signal), 0);
}

async function catchUpFiles(store: Store, options: CatchUpOptions): Promise<CatchUpResult> {
  const { file, limit, wait = 0, question } = options;
  const writtenAt = await writeTime(store);
  const found = await findChanges(store, options);
  const behind = found.planned.jobs.length + found.planned.gone.length;
  if (behind === 0) return saveScan(store, options, found, writtenAt);
  if (limit <= 0) return { unread: behind };
  const { sync } = await import('./sync.js');
  const run = async (signal: AbortSignal): Promise<CatchUpResult> => {
    // While it waited for the lock, another process may have read the same files.
    const isCurrent = (await writeTime(store)) === writtenAt;
    const { look, planned } = isCurrent ? found : await findChanges(store, { ...options, meanwhile: undefined });
    const { jobs } = planned;
    const isSmall = bytesOf(planned) < MANY_BYTES;
    const ranked = question === undefined || isSmall ? {} : priorityByWords(question, jobs, options.atLeast);
    // A small new folder is read completely: nothing could be answered without it.
    const isNew = look.others === undefined && planned.same.length === 0 && planned.fresh.size === jobs.length;
    const until = isNew && isSmall ? undefined : AbortSignal.timeout(Math.min(Math.ceil(limit * 1000), MAX_TIMER_MS));
    const { unread, failure } = await sync(store, { ...options, look, until, signal, ...ranked });
    return { unread, hindered: unread > 0 ? failure : undefined };
  };
  return reportBehindOnError(() => withWriteLock({ file }, wait, run, options.signal), behind);
}

interface Changes {
  readonly look: TreeLook;
  readonly planned: Plan;
}

async function findChanges(store: Store, options: CatchUpOptions): Promise<Changes> {
  const look = await lookAtTree(store, { ...options, changesOnly: true });
  return { look, planned: plan(options.root, look.rows, changesOnlyPlan(options), look.walked) };
}

const writeTime = async (store: Store): Promise<number | undefined> => (await store.state()).writtenAt?.getTime();

/** The maximum of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Less than this is read quickly. */
const MANY_BYTES = 1 << 20;
/** Time limit for searching files for words; the rest is ranked by path. */
const RANK_SECONDS = 5;

const bytesOf = ({ jobs, files }: Plan): number =>
  jobs.reduce((sum, { path }) => sum + (files.get(path)?.size ?? 0), 0);

/** An answer from fewer files would not be worth much. */
const MIN_FILES = 100;

function priorityByWords(
  question: string,
  jobs: readonly Job[],
  atLeast = MIN_FILES,
): Pick<RunOptions, 'priority' | 'atLeast'> {
  const ranked = rankFiles(question, jobs, RANK_SECONDS);
  return { priority: (path) => ranked.get(path) ?? 0, atLeast };
}

/** Nothing has changed: stores the scan, so that the next one can be shorter. */
async function saveScan(
  store: Store,
  options: CatchUpOptions,
  { look, planned: { same, diagnostics } }: Changes,
  writtenAt: number | undefined,
): Promise<CatchUpResult> {
  const files = (look.others ?? 0) + same.length;
  const failed = diagnostics.map(({ path }) => path);
  const text = scanText(look, { files, failed, recipe: sharedRecipe(look, options) });
  if (text === undefined || text === look.stored) return { unread: 0 };
  const run = async (): Promise<CatchUpResult> => {
    // Else it was written meanwhile.
    if ((await writeTime(store)) === writtenAt) await store.saveTreeScan(options.tree ?? 'main', text);
    return { unread: 0 };
  };
  return reportBehindOnError(() => withWriteLock({ file: options.file }, 0, run), 0);
}

/** Another process writes, the provider is down, the disk is full: there is an answer anyway. */
async function reportBehindOnError(run: () => Promise<CatchUpResult>, behind: number): Promise<CatchUpResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof FroeError) return { unread: behind, hindered: behind > 0 ? error : undefined };
    throw error;
  }
}
