/**
 * `froe.workspace.json`: several roots that are asked together.
 *
 *     { "roots": { "api": "services/api", "web": "../web" } }    folders by name
 *     { "roots": ["../*", "!../old"] }                           with the names of the folders
 *
 * Paths are relative to the file. A pattern matches folders that are repositories or have an index: nobody wants all of
 * a home folder indexed. A file that came with a clone may name any folder of the machine; those outside of the
 * file's own are used only if the user trusts the file (`froe trust`), or names it.
 */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { FroeError, reasonOf } from '../errors.js';
import { isBelow } from '../sources/jail.js';
import { readRegular } from '../sources/readRegular.js';
import { sha256 } from '../text/hash.js';
import { pathMatcher } from '../text/pathPattern.js';

export const WORKSPACE_FILE = 'froe.workspace.json';

export interface ListedRoot {
  readonly name: string;
  /** Absolute, without links. */
  readonly folder: string;
}

export interface WorkspaceFile {
  readonly path: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly roots: readonly ListedRoot[];
  /** Roots outside of the file's folder; or, if it may not name any, the entries that do. */
  readonly outside: readonly string[];
}

const MAX_BYTES = 1 << 20;
const MAX_ROOTS = 256;

/** `mayLeave`: whether folders outside of the file's own are used, by the hash of the file. */
export function readWorkspaceFile(path: string, mayLeave: (hash: string) => boolean): WorkspaceFile {
  const bytes = read(path);
  const hash = sha256(bytes);
  const home = realpathSync(dirname(path));
  const isFree = mayLeave(hash);
  const entries = entriesIn(path, bytes);
  // Checked by the path first: folders that are not allowed are not even accessed.
  const isSeen = ({ line }: Entry): boolean => isFree || isBelow(home, resolve(home, beforeWildcard(line)));
  const listed = foldersOf(path, home, entries.filter(isSeen));
  const isInside = ({ folder }: ListedRoot): boolean => isBelow(home, folder); // a link may lead outside
  const roots = isFree ? listed : listed.filter(isInside);
  if (isFree && roots.length === 0) throw bad(path, 'names no folder that exists');
  if (roots.length > MAX_ROOTS) throw bad(path, `has more than ${MAX_ROOTS} roots`);
  const left = [
    ...entries.filter((entry) => !isSeen(entry) && !entry.line.startsWith('!')).map(({ line }) => line),
    ...listed.filter((root) => !isInside(root)).map(({ folder }) => folder),
  ];
  return { path, hash, roots, outside: left };
}

/** The nearest one from a folder upwards, unless a project comes first. */
export function workspaceAbove(from: string, isProject: (folder: string) => boolean): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const file = join(at, WORKSPACE_FILE);
    if (existsSync(file) && !isOpenToAll(at)) return file;
    if (isProject(at) || at === dirname(at)) return undefined;
  }
}

/** Such as /tmp: any user of the machine may have put it there. */
const isOpenToAll = (folder: string): boolean => process.platform !== 'win32' && (statSync(folder).mode & 0o002) !== 0;

/** What the file of a folder wants that only the user may allow; undefined if there is none. */
export function workspaceWishes(
  folder: string,
): (Pick<WorkspaceFile, 'path' | 'hash'> & { readonly wishes: readonly string[] }) | undefined {
  const file = join(folder, WORKSPACE_FILE);
  if (!existsSync(file)) return undefined;
  const { path, hash, outside } = readWorkspaceFile(file, () => true);
  return { path, hash, wishes: outside.map((root) => `index and search ${root}`) };
}

function read(path: string): Uint8Array {
  try {
    return readRegular(path, MAX_BYTES);
  } catch (error) {
    throw new FroeError('not-found', `${path} ${reasonOf(error)}`, `Name a ${WORKSPACE_FILE}.`, error);
  }
}

/** An entry of the file: a folder or a pattern, with or without a name. */
interface Entry {
  readonly name?: string;
  readonly line: string;
}

function entriesIn(path: string, bytes: Uint8Array): readonly Entry[] {
  let given: unknown;
  try {
    given = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw bad(path, `is not valid JSON (${error instanceof Error ? error.message : error})`);
  }
  const { roots, ...rest }: { readonly roots?: unknown } = Object(given);
  const [stray] = Object.keys(rest);
  if (stray !== undefined) throw bad(path, `has an unknown key '${stray}'`);
  const entries = Array.isArray(roots)
    ? roots.map((line: unknown) => ({ line }))
    : Object.entries(Object(roots)).map(([name, line]) => ({ name, line }));
  const isEntry = (entry: { readonly line: unknown }): entry is Entry =>
    typeof entry.line === 'string' && !WILDCARD_THEN_UP.test(entry.line);
  if (typeof roots === 'object' && entries.length > 0 && entries.every(isEntry)) return entries;
  throw bad(path, 'must have "roots": a list of folders, or folders by name');
}

const WILDCARD = /[*?[{]/;
/** It could leave the folder after the check. */
const WILDCARD_THEN_UP = /[*?[{].*(?:^|\/)\.\.(?:\/|$)/s;

/** `!../libs/*` → `../libs` */
function beforeWildcard(line: string): string {
  const parts = line.replace(/^!/, '').split('/');
  const wild = parts.findIndex((part) => WILDCARD.test(part));
  return (wild < 0 ? parts : parts.slice(0, wild)).join('/') || (line.startsWith('/') ? '/' : '.');
}

/** Without duplicates; an entry with `!` removes what the entries before it added. */
function foldersOf(path: string, home: string, entries: readonly Entry[]): readonly ListedRoot[] {
  const roots = new Map<string, ListedRoot>();
  for (const { name, line } of entries) {
    const minus = name === undefined && line.startsWith('!');
    for (const folder of expanded(path, home, minus ? line.slice(1) : line))
      if (minus) roots.delete(folder);
      else roots.set(folder, { name: name ?? basename(folder), folder });
  }
  return [...roots.values()];
}

/** `../*` → the repositories beside this one. */
function expanded(path: string, home: string, line: string): readonly string[] {
  if (!WILDCARD.test(line)) {
    const folder = resolve(home, line);
    if (isFolder(folder)) return [realpathSync(folder)];
    throw bad(path, `names ${line}, which is no folder`);
  }
  const base = beforeWildcard(line);
  const rest = line.split('/').slice(base === '.' ? 0 : base.split('/').length);
  let found = [resolve(home, base)];
  for (const part of rest.filter((one) => one !== ''))
    found = found.flatMap((folder) => (WILDCARD.test(part) ? foldersIn(folder, part) : [join(folder, part)]));
  return found.filter((folder) => isFolder(folder) && isRoot(folder)).map((folder) => realpathSync(folder));
}

/** Links are not followed, and hidden folders are skipped. */
function foldersIn(folder: string, pattern: string): readonly string[] {
  const fits = pathMatcher([`/${pattern}`]);
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && fits(entry.name))
      .map(({ name }) => join(folder, name))
      .sort();
  } catch {
    return []; // it cannot be read
  }
}

const isRoot = (folder: string): boolean => ['.git', '.froe/index.db'].some((mark) => existsSync(join(folder, mark)));

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const bad = (path: string, what: string): FroeError =>
  new FroeError('bad-option', `${path} ${what}`, 'Example: { "roots": { "api": "services/api", "web": "../web" } }');
