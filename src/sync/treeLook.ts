/**
 * Which files of a tree may have changed since the index was last compared with it:
 *
 *     git reports the same as then                    none
 *     git's index and every .froeignore are as then   those that git status lists now, or listed then
 *     else                                            all: every file is checked by its stat, against every row
 *
 * The result is stored with the index, and removed by the next change to it.
 */
import { type GitFingerprint, GitLook, statFingerprint } from '../sources/fingerprint.js';
import { type GitExtent, type StatWalk, walkPaths, walkStats } from '../sources/walk.js';
import type { SourceRow, Store } from '../store/store.js';
import { planOptions } from './recipe.js';
import type { SyncOptions } from './sync.js';

export interface TreeLook {
  /** The files that may have changed. */
  readonly walked: StatWalk;
  /** Their rows in the index. */
  readonly rows: ReadonlyMap<string, SourceRow>;
  /** The number of other files, which are up to date in the index; undefined: there are no others. */
  readonly others?: number;
  /** Undefined if it cannot be stored. */
  readonly seen?: TreeState | undefined;
  /** Other files, which could not be read before. */
  readonly failed: readonly string[];
  /** The stored scan. */
  readonly stored: string | undefined;
  /** The recipe of the other files; undefined: they have more than one, or there are none. */
  readonly recipe?: string | undefined;
}

interface TreeState {
  /** Identifies the choice of files: another choice needs another scan. */
  readonly fileChoice: string;
  readonly extent?: GitExtent | undefined;
  readonly git?: GitFingerprint | undefined;
  readonly stats?: string | undefined;
}

/** What is stored. */
interface TreeScan extends TreeState {
  /** The recipe of all files; undefined: they have more than one. */
  readonly recipe?: string | undefined;
  /** The number of files that are up to date in the index. */
  readonly files: number;
  /** Files that could not be indexed: the next `sync()` tries them again, and reports why. */
  readonly failed: readonly string[];
}

interface TreeLookOptions extends SyncOptions {
  /** Check every file: one has changed, whatever git reports. */
  readonly checkAllFiles?: boolean | undefined;
  /** Only changed files: not those with another recipe, or that could not be read before. */
  readonly changesOnly?: boolean;
  /** Runs while git does: before anything is read or written because of it. */
  readonly meanwhile?: (() => Promise<void>) | undefined;
}

export async function lookAtTree(store: Store, options: TreeLookOptions): Promise<TreeLook> {
  const { root, tree = 'main', checkAllFiles = false, changesOnly = false } = options;
  const stored = await store.treeScan(tree);
  const fileChoice = fileChoiceKey(options);
  const storedScan = stored === undefined || fileChoice === undefined ? undefined : parseScan(stored, fileChoice);
  const isUsable = !checkAllFiles && (changesOnly || storedScan?.recipe === planOptions(options).recipe);
  const previous = isUsable ? storedScan : undefined;
  // Before the files are checked: a change in between is seen the next time.
  const [git] = await Promise.all([
    GitLook.start(root, storedScan?.extent?.repositories ?? ['']),
    options.meanwhile?.(),
  ]);
  const retried = changesOnly ? [] : (previous?.failed ?? []);
  const changed = previous && changesByGit(root, previous, git, retried);
  if (changed) return { ...changed, ...(await rowsAndOthers(store, tree, previous, changed.paths, retried)), stored };
  const walked = walkStats(root);
  const stats = statFingerprint(walked);
  const fingerprint = walked.extent && git.fingerprint(walked.extent);
  const seen =
    fileChoice === undefined || !walked.whole
      ? undefined
      : { fileChoice, extent: walked.extent, git: fingerprint?.settled ? fingerprint : undefined, stats };
  if (previous && stats !== undefined && stats === previous.stats) {
    const files = new Map([...walked.files].filter(([path]) => retried.includes(path)));
    return { walked: { ...walked, files }, ...(await rowsAndOthers(store, tree, previous, [], retried)), seen, stored };
  }
  return { walked, rows: await store.sources(tree), seen, failed: [], stored };
}

/** What may have changed according to git; undefined if it cannot tell. */
function changesByGit(
  root: string,
  previous: TreeScan,
  look: GitLook,
  retried: readonly string[],
): (Pick<TreeLook, 'walked' | 'seen'> & { readonly paths: readonly string[] }) | undefined {
  const { extent, fileChoice } = previous;
  const git = extent && look.fingerprint(extent);
  if (!extent || !git || git.base !== previous.git?.base) return undefined;
  const [previousStates, currentStates] = [statesOf(previous.git), statesOf(git)];
  const paths = [...new Set([...previousStates.keys(), ...currentStates.keys()])].filter(
    (path) => previousStates.get(path) !== currentStates.get(path),
  );
  const listed = paths.filter((path) => isListed(previousStates.get(path), currentStates.get(path)));
  const walked = walkPaths(root, [...new Set([...listed, ...retried])]);
  if (!walked?.whole) return undefined;
  const knownFolders = new Set(extent.folders);
  const newFolders = walked.extent?.folders.filter((folder) => !knownFolders.has(folder)) ?? [];
  const newExtent = newFolders.length === 0 ? extent : { ...extent, folders: [...extent.folders, ...newFolders] };
  const newFingerprint = newExtent === extent ? git : look.fingerprint(newExtent);
  const seen = { fileChoice, extent: newExtent, git: newFingerprint?.settled ? newFingerprint : undefined };
  return { walked, seen, paths };
}

/** By path. A file that git no longer tracks may be listed twice: as deleted from its index, and as untracked. */
function statesOf({ differing }: GitFingerprint): ReadonlyMap<string, string> {
  const states = new Map<string, string>();
  for (const [path, state] of differing) states.set(path, `${states.get(path) ?? ''}${state}\n`);
  return states;
}

/** Whether git lists a file: it is tracked, or untracked and not ignored. `previousState`: its status in the stored scan. */
const isListed = (previousState: string | undefined, currentState: string | undefined): boolean =>
  currentState === undefined ? /^(?!1 D|\?)./m.test(previousState ?? '') : /^(?!1 D)./m.test(currentState);

/** The rows of these paths, and what is stored of all others. */
async function rowsAndOthers(
  store: Store,
  tree: string,
  previous: TreeScan,
  paths: readonly string[],
  retried: readonly string[],
): Promise<Pick<TreeLook, 'rows' | 'others' | 'failed' | 'recipe'>> {
  const rows = new Map<string, SourceRow>();
  for (const path of [...paths, ...retried]) {
    const row = await store.source(`${tree}:${path}`);
    if (row) rows.set(path, row);
  }
  const failed = previous.failed.filter((path) => !retried.includes(path) && !paths.includes(path));
  const upToDate = [...rows.keys()].filter((path) => !previous.failed.includes(path));
  return { rows, others: previous.files - upToDate.length, failed, recipe: previous.recipe };
}

/** The same with all rows: files that were not checked have their stored stats. */
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
  const { recipe: currentRecipe } = planOptions(options);
  const isShared =
    others === undefined ? [...rows.values()].every((row) => row.recipe === currentRecipe) : recipe === currentRecipe;
  return isShared ? currentRecipe : undefined;
}

/** The scan to store once the index is up to date; undefined if there is none. */
export function scanText(
  { seen, failed: others }: TreeLook,
  { files, failed, recipe }: Pick<TreeScan, 'files' | 'failed' | 'recipe'>,
): string | undefined {
  const scan: TreeScan | undefined = seen && { ...seen, recipe, files, failed: [...new Set([...others, ...failed])] };
  return scan && JSON.stringify(scan);
}

/** Undefined if the choice has no name: a function can be called, but not compared. */
function fileChoiceKey(options: SyncOptions): string | undefined {
  const { wants, wantsVersion } = options;
  if (wants && wantsVersion === undefined) return undefined;
  return JSON.stringify([VERSION, planOptions(options).maxFileSize, wantsVersion]);
}

/** Raise it with every change to which files a walk finds, and to what is stored. */
const VERSION = 2;

function parseScan(stored: string, choice: string): TreeScan | undefined {
  const scan: TreeScan = JSON.parse(stored); // written by scanText(), from the same type
  return scan.fileChoice === choice ? scan : undefined;
}
