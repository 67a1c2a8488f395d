/**
 * A tree as it is now, beside what the index has of it:
 *
 *     git says what it said at the last look              nothing has changed
 *     its index and our ignore files are what they were   only what git status lists, or listed then, may have
 *     else                                                the stat of every file, and every row
 *
 * A look is kept with the index, and gone with the next change to it.
 */
import { type GitFingerprint, GitLook, statFingerprint } from '../sources/fingerprint.js';
import { type GitExtent, type StatWalk, walkPaths, walkStats } from '../sources/walk.js';
import type { SourceRow, Store } from '../store/store.js';
import { planOptions } from './recipe.js';
import type { SyncOptions } from './sync.js';

export interface TreeLook {
  /** The files that may have changed. */
  readonly walked: StatWalk;
  /** What the index knows of them. */
  readonly rows: ReadonlyMap<string, SourceRow>;
  /** How many files there are beside these, which the index has as they are; undefined: these are all. */
  readonly others?: number;
  /** Undefined where nothing can be kept of it. */
  readonly seen?: TreeState | undefined;
  /** Files beside these that could not be read before. */
  readonly failed: readonly string[];
  /** As it was kept. */
  readonly stored: string | undefined;
  /** The recipe of the files beside these; undefined: they have more than one, or there are none. */
  readonly recipe?: string | undefined;
}

interface TreeState {
  /** Which files were looked for: chosen another way, they are others. */
  readonly fileChoice: string;
  readonly extent?: GitExtent | undefined;
  readonly git?: GitFingerprint | undefined;
  readonly stats?: string | undefined;
}

/** What is kept of a look. */
interface TreeScan extends TreeState {
  /** How all files are cut; undefined: in more than one way. */
  readonly recipe?: string | undefined;
  /** How many files the index has as they are. */
  readonly files: number;
  /** Those that it has not: the next `sync()` tries them again, to say why. */
  readonly failed: readonly string[];
}

interface TreeLookOptions extends SyncOptions {
  /** Check every file: one has changed, whatever git reports. */
  readonly checkAllFiles?: boolean | undefined;
  /** Only what changed is wanted, not what is cut another way or could not be read before. */
  readonly changesOnly?: boolean;
}

export async function lookAtTree(store: Store, options: TreeLookOptions): Promise<TreeLook> {
  const { root, tree = 'main', checkAllFiles = false, changesOnly = false } = options;
  const stored = await store.treeScan(tree);
  const fileChoice = fileChoiceKey(options);
  const known = stored === undefined || fileChoice === undefined ? undefined : parseScan(stored, fileChoice);
  const isUsable = !checkAllFiles && (changesOnly || known?.recipe === planOptions(options).recipe);
  const before = isUsable ? known : undefined;
  // Before the files are looked at: what changes in between shows the next time.
  const git = new GitLook(root, known?.extent?.repositories ?? ['']);
  const again = changesOnly ? [] : (before?.failed ?? []);
  const part = before && changedPart(root, before, git, again);
  if (part) return { ...part, ...(await rowsBeside(store, tree, before, part.paths, again)), stored };
  const walked = walkStats(root);
  const stats = statFingerprint(walked);
  const fingerprint = walked.extent && git.fingerprint(walked.extent);
  const seen =
    fileChoice === undefined || !walked.whole
      ? undefined
      : { fileChoice, extent: walked.extent, git: fingerprint?.settled ? fingerprint : undefined, stats };
  if (before && stats !== undefined && stats === before.stats) {
    const files = new Map([...walked.files].filter(([path]) => again.includes(path)));
    return { walked: { ...walked, files }, ...(await rowsBeside(store, tree, before, [], again)), seen, stored };
  }
  return { walked, rows: await store.sources(tree), seen, failed: [], stored };
}

/** What git says may have changed; undefined where it cannot tell. */
function changedPart(
  root: string,
  before: TreeScan,
  look: GitLook,
  again: readonly string[],
): (Pick<TreeLook, 'walked' | 'seen'> & { readonly paths: readonly string[] }) | undefined {
  const { extent, fileChoice } = before;
  const git = extent && look.fingerprint(extent);
  if (!extent || !git || git.base !== before.git?.base) return undefined;
  const [was, is] = [statesOf(before.git), statesOf(git)];
  const paths = [...new Set([...was.keys(), ...is.keys()])].filter((path) => was.get(path) !== is.get(path));
  const listed = paths.filter((path) => isListed(was.get(path), is.get(path)));
  const walked = walkPaths(root, [...new Set([...listed, ...again])]);
  if (!walked?.whole) return undefined;
  const known = new Set(extent.folders);
  const more = walked.extent?.folders.filter((folder) => !known.has(folder)) ?? [];
  const wider = more.length === 0 ? extent : { ...extent, folders: [...extent.folders, ...more] };
  const now = wider === extent ? git : look.fingerprint(wider);
  const seen = { fileChoice, extent: wider, git: now?.settled ? now : undefined };
  return { walked, seen, paths };
}

/** By path. One that git no longer tracks may be listed twice: as gone from its index, and as untracked. */
function statesOf({ differing }: GitFingerprint): ReadonlyMap<string, string> {
  const states = new Map<string, string>();
  for (const [path, state] of differing) states.set(path, `${states.get(path) ?? ''}${state}\n`);
  return states;
}

/** Whether git lists a file: it is in git's index, or beside it and not ignored. `was`: when the index was the same. */
const isListed = (was: string | undefined, is: string | undefined): boolean =>
  is === undefined ? /^(?!1 D|\?)./m.test(was ?? '') : /^(?!1 D)./m.test(is);

/** The rows of these paths, and what is known of all others. */
async function rowsBeside(
  store: Store,
  tree: string,
  before: TreeScan,
  paths: readonly string[],
  again: readonly string[],
): Promise<Pick<TreeLook, 'rows' | 'others' | 'failed' | 'recipe'>> {
  const rows = new Map<string, SourceRow>();
  for (const path of [...paths, ...again]) {
    const row = await store.source(`${tree}:${path}`);
    if (row) rows.set(path, row);
  }
  const failed = before.failed.filter((path) => !again.includes(path) && !paths.includes(path));
  const counted = [...rows.keys()].filter((path) => !before.failed.includes(path));
  return { rows, others: before.files - counted.length, failed, recipe: before.recipe };
}

/** The same look with every row: files beside those that were looked at have the stats that they had. */
export async function withEveryRow(store: Store, tree: string, look: TreeLook): Promise<TreeLook> {
  if (look.others === undefined) return look;
  const rows = await store.sources(tree);
  const files = [...rows].filter(([path, { kind }]) => kind === 'file' && !look.rows.has(path));
  const all = [...files, ...look.walked.files].sort(([a], [b]) => (a < b ? -1 : 1));
  const { others: _, ...rest } = look;
  return { ...rest, walked: { ...look.walked, files: new Map(all) }, rows };
}

/** The recipe of these options, if all files are cut by it. */
export function sharedRecipe({ others, recipe, rows }: TreeLook, options: SyncOptions): string | undefined {
  const { recipe: own } = planOptions(options);
  const isOwn = others === undefined ? [...rows.values()].every((row) => row.recipe === own) : recipe === own;
  return isOwn ? own : undefined;
}

/** What is kept of a look that the index is now true of; undefined where nothing can be. */
export function scanText(
  { seen, failed: others }: TreeLook,
  { files, failed, recipe }: Pick<TreeScan, 'files' | 'failed' | 'recipe'>,
): string | undefined {
  const scan: TreeScan | undefined = seen && { ...seen, recipe, files, failed: [...new Set([...others, ...failed])] };
  return scan && JSON.stringify(scan);
}

/** Undefined where it cannot be named: a function says yes or no, and not why. */
function fileChoiceKey(options: SyncOptions): string | undefined {
  const { wants, wantsVersion } = options;
  if (wants && wantsVersion === undefined) return undefined;
  return JSON.stringify([VERSION, planOptions(options).maxFileSize, wantsVersion]);
}

/** Raise it with every change to which files a walk finds, and to what is kept of a look. */
const VERSION = 2;

function parseScan(stored: string, choice: string): TreeScan | undefined {
  const scan: TreeScan = JSON.parse(stored); // written by us, from the same type
  return scan.fileChoice === choice ? scan : undefined;
}
