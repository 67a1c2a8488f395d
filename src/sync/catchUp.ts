/**
 * Updates the index before an answer: checks the tree, and reads what was changed, added
 * or removed, within a time limit.
 *
 *     git reports the same as at the last scan    → nothing to do
 *     or every file has the same stat             → nothing to do
 *     else                                        → sync(), until the time is up
 *
 * A scan is stored with the index, and removed by the next change. Nothing blocks: while
 * another process writes, answers come from what is committed, and what has changed
 * since is counted.
 */
import { FroeError } from '../errors.js';
import type { Job } from '../jobs/job.js';
import { gitFingerprint, statFingerprint } from '../sources/fingerprint.js';
import { headCommit } from '../sources/gitLog.js';
import { type GitExtent, type StatWalk, walkStats } from '../sources/walk.js';
import { COMMITS, type Store } from '../store/store.js';
import { type Plan, plan } from './plan.js';
import { rankFiles } from './rankFiles.js';
import { changesOnlyPlan } from './recipe.js';
import type { RunOptions } from './sync.js';
import { withWriteLock } from './writeLock.js';

/** How far an index is behind its tree. */
export interface CatchUpResult {
  /** Files that were changed, added or removed, and not read. Undefined: not checked. */
  readonly unread?: number | undefined;
  /** Why, if not for lack of time. */
  readonly hindered?: FroeError | undefined;
}

export interface CatchUpOptions extends Omit<RunOptions, 'until' | 'walked'> {
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
}

interface TreeScan {
  /** Identifies the choice of files: another choice needs another scan. */
  readonly fileChoice: string;
  readonly extent?: GitExtent | undefined;
  readonly git?: string | undefined;
  readonly stats?: string | undefined;
}

/** The index at the start of the scan. */
interface IndexAtStart {
  readonly scan: string | undefined;
  readonly writtenAt: number | undefined;
}

export async function catchUp(store: Store, options: CatchUpOptions): Promise<CatchUpResult> {
  const files = await catchUpFiles(store, options);
  await catchUpHistory(store, options);
  return files;
}

/** Indexes new commits, if HEAD has moved since the last scan. */
async function catchUpHistory(store: Store, options: CatchUpOptions): Promise<void> {
  const { file, limit, wait = 0 } = options;
  const history = limit > 0 ? await store.history() : undefined;
  if (!history) return;
  const head = headCommit(options.root);
  if (head === undefined || (await history.treeScan(COMMITS))?.includes(head)) return;
  const { syncHistory } = await import('./syncHistory.js'); // loads the parsers, which an answer does not need
  const run = async (): Promise<CatchUpResult> => {
    const until = AbortSignal.timeout(Math.min(Math.ceil(limit * 1000), MAX_TIMER_MS));
    await syncHistory(store, { ...options, until });
    return {};
  };
  await orReportBehind(() => withWriteLock({ file }, wait, run), 0);
}

async function catchUpFiles(store: Store, options: CatchUpOptions): Promise<CatchUpResult> {
  const { root, tree = 'main', checkAllFiles = false } = options;
  const choice = fileChoiceKey(options);
  const seen = { scan: await store.treeScan(tree), writtenAt: (await store.state()).writtenAt?.getTime() };
  const before = choice === undefined ? undefined : parseScan(seen.scan, choice);
  const first = before?.extent || checkAllFiles ? undefined : walkStats(root);
  // Taken before the files are checked: a change in between is seen the next time.
  const extent = before?.extent ?? first?.extent;
  const git = extent && gitFingerprint(root, extent);
  if (git !== undefined && git === before?.git && !checkAllFiles) return { unread: 0 };

  const walked = first && !first.extent ? first : walkStats(root);
  const isSameExtent = JSON.stringify(walked.extent) === JSON.stringify(extent);
  const stats = statFingerprint(walked);
  const now =
    choice === undefined
      ? undefined
      : { fileChoice: choice, extent: walked.extent, git: isSameExtent ? git : undefined, stats };
  if (stats !== undefined && stats === before?.stats) return saveScan(store, options, now, seen);
  return readChanges(store, options, walked, now, seen);
}

/** The maximum of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Reads what changed. */
async function readChanges(
  store: Store,
  options: CatchUpOptions,
  walked: StatWalk,
  scan: TreeScan | undefined,
  seen: IndexAtStart,
): Promise<CatchUpResult> {
  const { root, tree = 'main', file, limit, wait = 0, question } = options;
  const planned = plan(root, await store.sources(tree), changesOnlyPlan(options), walked);
  const { jobs, gone } = planned;
  const behind = jobs.length + gone.length;
  if (behind === 0) return saveScan(store, options, scan, seen);
  if (limit <= 0) return { unread: behind };
  const { sync } = await import('./sync.js'); // loads every parser, which an answer does not need
  const run = async (): Promise<CatchUpResult> => {
    const isSmall = bytesOf(planned) < MANY_BYTES;
    const ranked = question === undefined || isSmall ? {} : byWords(question, jobs, options.atLeast);
    // A small new folder is read completely: nothing could be answered without it.
    const isWhole = isSmall && planned.same.length === 0 && planned.fresh.size === jobs.length;
    const until = isWhole ? undefined : AbortSignal.timeout(Math.min(Math.ceil(limit * 1000), MAX_TIMER_MS));
    const { unread, failure } = await sync(store, { ...options, walked, until, ...ranked });
    if (unread === 0 && scan && walked.whole) await store.saveTreeScan(tree, JSON.stringify(scan));
    return { unread, hindered: unread > 0 ? failure : undefined };
  };
  return orReportBehind(() => withWriteLock({ file }, wait, run), behind);
}

/** Less than this is read quickly. */
const MANY_BYTES = 1 << 20;
/** Time limit for searching files for words; the rest is ranked by path. */
const RANK_SECONDS = 5;

const bytesOf = ({ jobs, files }: Plan): number =>
  jobs.reduce((sum, { path }) => sum + (files.get(path)?.size ?? 0), 0);

/** An answer from fewer files would not be worth much. */
const LEAST_FILES = 100;

function byWords(
  question: string,
  jobs: readonly Job[],
  atLeast = LEAST_FILES,
): Pick<RunOptions, 'priority' | 'atLeast'> {
  const ranked = rankFiles(question, jobs, RANK_SECONDS);
  return { priority: (path) => ranked.get(path) ?? 0, atLeast };
}

/** Nothing has changed: stores the scan, so that the next one can be shorter. */
async function saveScan(
  store: Store,
  options: CatchUpOptions,
  scan: TreeScan | undefined,
  seen: IndexAtStart,
): Promise<CatchUpResult> {
  const { tree = 'main', file } = options;
  const text = scan && JSON.stringify(scan);
  if (text !== undefined && text !== seen.scan) {
    const isAsSeen = async (): Promise<boolean> => (await store.state()).writtenAt?.getTime() === seen.writtenAt;
    const run = async (): Promise<CatchUpResult> => {
      if (await isAsSeen()) await store.saveTreeScan(tree, text); // else it was written meanwhile
      return { unread: 0 };
    };
    return orReportBehind(() => withWriteLock({ file }, 0, run), 0);
  }
  return { unread: 0 };
}

/** Another process writes, the provider is down, the disk is full: there is an answer anyway. */
async function orReportBehind(run: () => Promise<CatchUpResult>, behind: number): Promise<CatchUpResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof FroeError) return { unread: behind, hindered: behind > 0 ? error : undefined };
    throw error;
  }
}

/** Undefined if the choice has no name: a function can be called, but not compared. */
function fileChoiceKey(options: CatchUpOptions): string | undefined {
  const { wants, wantsVersion } = options;
  if (wants && wantsVersion === undefined) return undefined;
  return JSON.stringify([VERSION, changesOnlyPlan(options).maxFileSize, wantsVersion]);
}

/** Raise it with every change to which files a walk finds. */
const VERSION = 1;

function parseScan(stored: string | undefined, choice: string): TreeScan | undefined {
  if (stored === undefined) return undefined;
  const scan: TreeScan = JSON.parse(stored); // written by saveScan(), from the same type
  return scan.fileChoice === choice ? scan : undefined;
}
