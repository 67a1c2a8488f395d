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
import { gitFingerprint, statFingerprint } from '../sources/fingerprint.js';
import { type Extent, type StatWalk, walkStats } from '../sources/walk.js';
import type { Store } from '../store/store.js';
import { alone } from './alone.js';
import { plan } from './plan.js';
import { askedPlan } from './recipe.js';
import type { RunOptions } from './sync.js';

/** How far an index is behind its tree. */
export interface CaughtUp {
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
}

interface Look {
  /** Which files were looked for: chosen another way, they are others. */
  readonly choice: string;
  readonly extent?: Extent | undefined;
  readonly git?: string | undefined;
  readonly stats?: string | undefined;
}

/** The index as it was when the look began. */
interface Seen {
  readonly kept: string | undefined;
  readonly writtenAt: number | undefined;
}

export async function catchUp(store: Store, options: CatchUpOptions): Promise<CaughtUp> {
  const { root, tree = 'main', doubt = false } = options;
  const choice = choiceOf(options);
  const seen = { kept: await store.treeScan(tree), writtenAt: (await store.state()).writtenAt?.getTime() };
  const before = choice === undefined ? undefined : lookIn(seen.kept, choice);
  const first = before?.extent || doubt ? undefined : walkStats(root);
  // Taken before the files are looked at: what changes in between shows the next time.
  const extent = before?.extent ?? first?.extent;
  const git = extent && gitFingerprint(root, extent);
  if (git !== undefined && git === before?.git && !doubt) return { unread: 0 };

  const walked = first && !first.extent ? first : walkStats(root);
  const isSameExtent = JSON.stringify(walked.extent) === JSON.stringify(extent);
  const stats = statFingerprint(walked);
  const now =
    choice === undefined ? undefined : { choice, extent: walked.extent, git: isSameExtent ? git : undefined, stats };
  if (stats !== undefined && stats === before?.stats) return keep(store, options, now, seen);
  return read(store, options, walked, now, seen);
}

/** Timers know no longer ones. */
const LONGEST_MS = 2 ** 31 - 1;

/** Reads what changed. */
async function read(
  store: Store,
  options: CatchUpOptions,
  walked: StatWalk,
  look: Look | undefined,
  seen: Seen,
): Promise<CaughtUp> {
  const { root, tree = 'main', file, limit, wait = 0 } = options;
  const { jobs, gone } = plan(root, await store.sources(tree), askedPlan(options), walked);
  const behind = jobs.length + gone.length;
  if (behind === 0) return keep(store, options, look, seen);
  if (limit <= 0) return { unread: behind };
  const { sync } = await import('./sync.js'); // with every parser, which an answer does not need
  const run = async (): Promise<CaughtUp> => {
    const until = AbortSignal.timeout(Math.min(Math.ceil(limit * 1000), LONGEST_MS));
    const { unread, failure } = await sync(store, { ...options, walked, until });
    if (unread === 0 && look && walked.whole) await store.saveTreeScan(tree, JSON.stringify(look));
    return { unread, hindered: unread > 0 ? failure : undefined };
  };
  return unlessHindered(() => alone({ file }, wait, run), behind);
}

/** Nothing has changed: kept, so that the next look may be a shorter one. */
async function keep(store: Store, options: CatchUpOptions, look: Look | undefined, seen: Seen): Promise<CaughtUp> {
  const { tree = 'main', file } = options;
  const text = look && JSON.stringify(look);
  if (text !== undefined && text !== seen.kept) {
    const isAsSeen = async (): Promise<boolean> => (await store.state()).writtenAt?.getTime() === seen.writtenAt;
    const run = async (): Promise<CaughtUp> => {
      if (await isAsSeen()) await store.saveTreeScan(tree, text); // else it is no longer of what is in the index
      return { unread: 0 };
    };
    return unlessHindered(() => alone({ file }, 0, run), 0);
  }
  return { unread: 0 };
}

/** Another process is at it, the provider is down, the disk is full: an answer there is all the same. */
async function unlessHindered(run: () => Promise<CaughtUp>, behind: number): Promise<CaughtUp> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof FroeError) return { unread: behind, hindered: behind > 0 ? error : undefined };
    throw error;
  }
}

/** Undefined where it cannot be named: a function says yes or no, and not why. */
function choiceOf(options: CatchUpOptions): string | undefined {
  const { wants, wantsVersion } = options;
  if (wants && wantsVersion === undefined) return undefined;
  return JSON.stringify([VERSION, askedPlan(options).maxFileSize, wantsVersion]);
}

/** Raise it with every change to which files a walk finds. */
const VERSION = 1;

function lookIn(kept: string | undefined, choice: string): Look | undefined {
  if (kept === undefined) return undefined;
  const look: Look = JSON.parse(kept); // written by us, from the same type
  return look.choice === choice ? look : undefined;
}
