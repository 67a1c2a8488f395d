/**
 * The files of a root, in a stable order. In a git repository git lists them; elsewhere
 * folders are read with nested `.gitignore` files. A repository inside the root keeps its
 * own rules. `.froeignore` excludes from either list.
 *
 * Symbolic links are not followed: their target is inside the root and found there, or
 * outside and not part of it. A dangling link is reported. git lists what it tracks, even
 * if a folder on the path has since become a link: so every folder on the path is
 * checked. A linked worktree is not entered: it is the same files in another state.
 * Databases that this process has open are not sources.
 */
import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { reasonOf } from '../errors.js';
import type { Diagnostic } from '../types.js';
import { gitFiles } from './git.js';
import { isLinkedWorktree, isRepository, topOf } from './gitFolder.js';
import { IgnoreRules } from './ignored.js';
import { relativePosix } from './jail.js';
import { isOpenDatabase } from './openDatabases.js';
import { lstatIfThere, type Stat, statOf } from './stat.js';

export interface Walk {
  /** Relative to the root, with forward slashes, sorted. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A walk, with the stats that it has read. */
export interface StatWalk {
  /** By path, in the order of `Walk.files`. */
  readonly files: ReadonlyMap<string, Stat>;
  readonly diagnostics: readonly Diagnostic[];
  /** Its start time. */
  readonly at: number;
  /** False: something could not be checked. */
  readonly whole: boolean;
  /** Undefined unless git has listed everything. */
  readonly extent: GitExtent | undefined;
}

/** What must be checked to see whether any file that git lists has changed, appeared or gone. */
export interface GitExtent {
  /** The root, `''`, and the repositories inside it. */
  readonly repositories: readonly string[];
  /** Folders that contain files. */
  readonly folders: readonly string[];
  /** Paths whose changes git does not report: those it is set to ignore, and where a submodule may appear. */
  readonly unwatched: readonly string[];
}

/** Never worth reading, ignored or not. */
export const NEVER_READ = new Set(['.git', '.hg', '.svn', '.froe', 'node_modules']);
export const isNeverRead = (path: string): boolean => path.split('/').some((part) => NEVER_READ.has(part));

export function walk(root: string): Walk {
  const { files, diagnostics } = walkStats(root);
  return { files: [...files.keys()], diagnostics };
}

export function walkStats(root: string): StatWalk {
  const at = Date.now();
  const walker = new Walker(root);
  walker.list('');
  return walker.result(at);
}

/**
 * The same of some paths, which git lists or has listed. Undefined where one of them is a folder or changes the rules:
 * then others may come or go with it.
 */
export function walkPaths(root: string, paths: readonly string[]): StatWalk | undefined {
  const at = Date.now();
  const affectsOthers = (path: string): boolean =>
    /(?:^|\/)\.froeignore$/.test(path) || lstatIfThere(join(root, path))?.isDirectory() === true;
  if (paths.some(affectsOthers)) return undefined;
  const walker = new Walker(root);
  for (const path of paths) walker.take(path);
  return walker.result(at);
}

class Walker {
  readonly #files: (readonly [path: string, stat: Stat])[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  #whole = true;
  readonly #root: string;
  readonly #ignored: (path: string) => boolean;
  readonly #repositories: string[] = [];
  readonly #unwatched: string[] = [];
  readonly #folders = new Set(['']);
  /** Whether it is a folder of the tree, and all folders above it: none is a link. */
  readonly #inside = new Map([['', true]]);
  #isListedByGit = true;

  constructor(root: string) {
    this.#root = root;
    this.#ignored = rulesFor(root, '.froeignore');
  }

  result(at: number): StatWalk {
    const [repositories, folders, unwatched] = [this.#repositories, [...this.#folders], this.#unwatched];
    return {
      // by code unit, so that every machine has the same order
      files: new Map(this.#files.sort(([a], [b]) => (a < b ? -1 : 1))),
      diagnostics: this.#diagnostics,
      at,
      whole: this.#whole,
      extent: this.#isListedByGit ? { repositories, folders, unwatched } : undefined,
    };
  }

  /** A folder with its own rules: the root, or a repository in it. */
  list(folder: string): void {
    const listing = gitFiles(join(this.#root, folder));
    if (!listing) {
      this.#readFolders(folder);
      return;
    }
    const fromRoot = (path: string): string => joinPath(folder, path);
    this.#repositories.push(folder);
    this.#unwatched.push(...listing.flagged.map(fromRoot));
    for (const { path, ...note } of listing.diagnostics) this.#reportUnread({ ...note, path: fromRoot(path) });
    for (const path of listing.files) this.take(fromRoot(path.replace(/\/$/, '')));
  }

  /** The same without git. */
  #readFolders(top: string): void {
    this.#isListedByGit = false;
    const ignored = rulesFor(join(this.#root, top), '.gitignore');
    const folders = [''];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const entries = this.#entriesOf(joinPath(top, folder));
      if (folder !== '' && entries.some(({ name }) => name === '.git')) {
        this.#enter(joinPath(top, folder));
        continue;
      }
      for (const entry of entries) {
        const path = joinPath(folder, entry.name);
        const isFolder = entry.isDirectory();
        if (NEVER_READ.has(entry.name) || ignored(isFolder ? `${path}/` : path)) continue;
        if (isFolder) folders.push(path);
        else this.#addFile(joinPath(top, path)); // its folders were read from the root down, so none is a link
      }
    }
  }

  #entriesOf(folder: string): Dirent[] {
    try {
      return readdirSync(join(this.#root, folder), { withFileTypes: true });
    } catch (error) {
      this.#reportUnread({ code: 'unreadable', path: folder, message: reasonOf(error) });
      return [];
    }
  }

  #enter(folder: string): void {
    if (!isLinkedWorktree(join(this.#root, folder))) this.list(folder);
  }

  /** One path that git lists. */
  take(path: string): void {
    if (!isNeverRead(path) && this.#isInside(parent(path))) this.#addFile(path);
  }

  #addFile(path: string): void {
    // join() would read every character of five thousand paths
    const file = `${this.#root}${sep}${sep === '/' ? path : path.replaceAll('/', sep)}`;
    if (this.#ignored(path) || isOpenDatabase(file)) return;
    try {
      const stats = lstatSync(file);
      if (stats.isFile()) {
        this.#files.push([path, statOf(stats)]);
        this.#addFolders(path);
      } else if (stats.isDirectory()) {
        if (isRepository(file)) this.#enter(path);
        else this.#unwatched.push(`${path}/.git`); // a submodule that was not fetched
      } else if (stats.isSymbolicLink()) {
        const message = deadLinkReason(file);
        if (message) this.#diagnostics.push({ code: 'unreadable', path, message });
      } else {
        this.#diagnostics.push({ code: 'not-a-file', path, message: 'is not a regular file' });
      }
    } catch (error) {
      // git lists what it tracks, even files that have been deleted since: not worth reporting.
      if (isMissing(error) && !path.includes('\ufffd')) return;
      this.#reportUnread({
        code: 'unreadable',
        path,
        message: isMissing(error) ? 'has a name that is not UTF-8' : reasonOf(error),
      });
    }
  }

  #isInside(folder: string): boolean {
    const known = this.#inside.get(folder);
    if (known !== undefined) return known;
    const inside = this.#isInside(parent(folder)) && lstatIfThere(join(this.#root, folder))?.isSymbolicLink() !== true;
    this.#inside.set(folder, inside);
    return inside;
  }

  /** Something could not be read. */
  #reportUnread(note: Diagnostic): void {
    this.#diagnostics.push(note);
    this.#whole = false;
  }

  #addFolders(path: string): void {
    for (let folder = parent(path); !this.#folders.has(folder); folder = parent(folder)) this.#folders.add(folder);
  }
}

const joinPath = (folder: string, path: string): string =>
  folder === '' || path === '' ? folder || path : `${folder}/${path}`;

const parent = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/**
 * Ignore files apply from the top of the repository down, or from the root if
 * there is none. Rules above the root that would ignore it as a whole do not
 * apply: the user has named it.
 */
function rulesFor(root: string, file: string): (path: string) => boolean {
  const top = topOf(root) ?? root;
  const prefix = relativePosix(top, root);
  const rules = new IgnoreRules(top, file);
  if (prefix === '') return (path) => rules.ignores(path);
  if (rules.ignores(`${prefix}/`)) {
    const rootRules = new IgnoreRules(root, file);
    return (path) => rootRules.ignores(path);
  }
  return (path) => rules.ignores(`${prefix}/${path}`);
}

function deadLinkReason(link: string): string | undefined {
  try {
    statSync(link);
    return undefined;
  } catch (error) {
    return isMissing(error) ? 'is a symbolic link to nothing' : reasonOf(error);
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
