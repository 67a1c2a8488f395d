/**
 * What is done before an answer: the tree is looked at, and what changed, came
 * or went since is read, for so many seconds.
 *
 *     git says the same as at the last look       → nothing to do
 *     or every file has the stat that it had      → nothing to do
 *     else                                        → sync(), until time is up
 *
 * A look is kept with the index, and gone with the next change to it. Nothing is
 * waited for: while another process writes, what is committed is what is answered
 * from, and how much has changed since is counted.
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
  /** Files that changed, came or went, and were not read. Undefined: nobody has looked. */
  readonly unread?: number | undefined;
  /** Why, where it was not for want of time. */
  readonly hindered?: FroeError | undefined;
}

export interface CatchUpOptions extends Omit<RunOptions, 'until' | 'walked'> {
  /** Where the index is. */
  readonly file: string;
  /** Seconds. */
  readonly limit: number;
  /** Seconds that another process which writes is waited for. Default none. */
  readonly wait?: number;
  /** A file was seen to have changed, whatever git says. */
  readonly doubt?: boolean;
  /** What is asked: where there is more to read than time, files with its words come first (rankFiles.ts). */
  readonly question?: string | undefined;
}

interface TreeScan {
  /** Which files were looked for: chosen another way, they are others. */
  readonly fileChoice: string;
  readonly extent?: GitExtent | undefined;
  readonly git?: string | undefined;
  readonly stats?: string | undefined;
}

/** The index as it was when the look began. */
interface IndexAtStart {
  readonly scan: string | undefined;
  readonly writtenAt: number | undefined;
}

export async function catchUp(store: Store, options: CatchUpOptions): Promise<CatchUpResult> {
  const files = await catchUpFiles(store, options);
  await catchUpHistory(store, options);
  return files;
}

/** New commits, where there are any: HEAD is another one than at the last look. */
async function catchUpHistory(store: Store, options: CatchUpOptions): Promise<void> {
  const { file, limit, wait = 0 } = options;
  const history = limit > 0 ? await store.history() : undefined;
  if (!history) return;
  const head = headCommit(options.root);
  if (head === undefined || (await history.treeScan(COMMITS))?.includes(head)) return;
  const { syncHistory } = await import('./syncHistory.js'); // with the parsers, which an answer does not need
  const run = async (): Promise<CatchUpResult> => {
    const until = AbortSignal.timeout(Math.min(Math.ceil(limit * 1000), MAX_TIMER_MS));
    await syncHistory(store, { ...options, until });
    return {};
  };
  await orReportBehind(() => withWriteLock({ file }, wait, run), 0);
}

async function catchUpFiles(store: Store, options: CatchUpOptions): Promise<CatchUpResult> {
  const { root, tree = 'main', doubt = false } = options;
  const choice = fileChoiceKey(options);
  const seen = { scan: await store.treeScan(tree), writtenAt: (await store.state()).writtenAt?.getTime() };
  const before = choice === undefined ? undefined : parseScan(seen.scan, choice);
  const first = before?.extent || doubt ? undefined : walkStats(root);
  // Taken before the files are looked at: what changes in between shows the next time.
  const extent = before?.extent ?? first?.extent;
  const git = extent && gitFingerprint(root, extent);
  if (git !== undefined && git === before?.git && !doubt) return { unread: 0 };

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

/** Timers know no longer ones. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Reads what changed. */
async function readChanges(
  store: Store,
  options: CatchUpOptions,
  walked: StatWalk,
  look: TreeScan | undefined,
  seen: IndexAtStart,
): Promise<CatchUpResult> {
  const { root, tree = 'main', file, limit, wait = 0, question } = options;
  const planned = plan(root, await store.sources(tree), changesOnlyPlan(options), walked);
  const { jobs, gone } = planned;
  const behind = jobs.length + gone.length;
  if (behind === 0) return saveScan(store, options, look, seen);
  if (limit <= 0) return { unread: behind };
  const { sync } = await import('./sync.js'); // with every parser, which an answer does not need
  const run = async (): Promise<CatchUpResult> => {
    const isSmall = bytesOf(planned) < MANY_BYTES;
    const ranked = question === undefined || isSmall ? {} : byWords(question, jobs, options.atLeast);
    // A small new index is read whole: nothing could be answered without it.
    const isWhole = isSmall && planned.same.length === 0 && planned.fresh.size === jobs.length;
    const until = isWhole ? undefined : AbortSignal.timeout(Math.min(Math.ceil(limit * 1000), MAX_TIMER_MS));
    const { unread, failure } = await sync(store, { ...options, walked, until, ...ranked });
    if (unread === 0 && look && walked.whole) await store.saveTreeScan(tree, JSON.stringify(look));
    return { unread, hindered: unread > 0 ? failure : undefined };
  };
  return orReportBehind(() => withWriteLock({ file }, wait, run), behind);
}

/** Fewer are read in no time. */
const MANY_BYTES = 1 << 20;
/** How long files are looked through for words; those that remain are ranked by their paths. */
const LOOK_SECONDS = 5;

const bytesOf = ({ jobs, files }: Plan): number =>
  jobs.reduce((sum, { path }) => sum + (files.get(path)?.size ?? 0), 0);

/** An answer from fewer would not be worth the look. */
const LEAST_FILES = 100;

function byWords(
  question: string,
  jobs: readonly Job[],
  atLeast = LEAST_FILES,
): Pick<RunOptions, 'priority' | 'atLeast'> {
  const ranked = rankFiles(question, jobs, LOOK_SECONDS);
  return { priority: (path) => ranked.get(path) ?? 0, atLeast };
}

/** Nothing has changed: kept, so that the next look may be a shorter one. */
async function saveScan(
  store: Store,
  options: CatchUpOptions,
  look: TreeScan | undefined,
  seen: IndexAtStart,
): Promise<CatchUpResult> {
  const { tree = 'main', file } = options;
  const text = look && JSON.stringify(look);
  if (text !== undefined && text !== seen.scan) {
    const isAsSeen = async (): Promise<boolean> => (await store.state()).writtenAt?.getTime() === seen.writtenAt;
    const run = async (): Promise<CatchUpResult> => {
      if (await isAsSeen()) await store.saveTreeScan(tree, text); // else it is no longer of what is in the index
      return { unread: 0 };
    };
    return orReportBehind(() => withWriteLock({ file }, 0, run), 0);
  }
  return { unread: 0 };
}

/** Another process is at it, the provider is down, the disk is full: an answer there is all the same. */
async function orReportBehind(run: () => Promise<CatchUpResult>, behind: number): Promise<CatchUpResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof FroeError) return { unread: behind, hindered: behind > 0 ? error : undefined };
    throw error;
  }
}

/** Undefined where it cannot be named: a function says yes or no, and not why. */
function fileChoiceKey(options: CatchUpOptions): string | undefined {
  const { wants, wantsVersion } = options;
  if (wants && wantsVersion === undefined) return undefined;
  return JSON.stringify([VERSION, changesOnlyPlan(options).maxFileSize, wantsVersion]);
}

/** Raise it with every change to which files a walk finds. */
const VERSION = 1;

function parseScan(stored: string | undefined, choice: string): TreeScan | undefined {
  if (stored === undefined) return undefined;
  const look: TreeScan = JSON.parse(stored); // written by us, from the same type
  return look.fileChoice === choice ? look : undefined;
}
