/**
 * Whether a tree is unchanged, by asking git, which checks five thousand files in half the
 * time that we need, and with its file system monitor or untracked cache checks none.
 *
 *     for each repository   stat of its index    what it tracks, with the stat of each file
 *                           git status           what differs from that, or is not tracked
 *                           stat of the latter   whether these have changed since
 *     and                   stat of what git does not check, and of every .froeignore
 *
 * With the same fingerprint, no file was changed, added or removed; with another one,
 * some may have been.
 */
import { dirname, join, resolve } from 'node:path';
import { sha256 } from '../text/hash.js';
import { git } from './git.js';
import { gitFolder, topOf } from './gitFolder.js';
import { isOpenDatabase } from './openDatabases.js';
import { readRegular } from './readRegular.js';
import { isAtRest, lstatIfThere, type Stat, statOf } from './stat.js';
import { type GitExtent, isNeverRead, type StatWalk } from './walk.js';

/** Undefined if git cannot tell, or if something changed so recently that a further change might not show. */
export function gitFingerprint(root: string, { repositories, folders, unwatched }: GitExtent): string | undefined {
  const look = new FingerprintBuilder(Date.now());
  for (const folder of repositories) if (!look.atRepository(join(root, folder))) return undefined;
  for (const path of unwatched) look.at(join(root, path));
  for (const folder of [...foldersAbove(root), ...folders.map((path) => join(root, path))])
    look.at(join(folder, '.froeignore'));
  return look.fingerprint;
}

/** The same from the files themselves, for a tree without git. */
export function statFingerprint({ files, whole, at }: StatWalk): string | undefined {
  const look = new FingerprintBuilder(at);
  if (!whole) return undefined;
  for (const [path, stat] of files) look.note(path, stat);
  return look.fingerprint;
}

/** .froeignore files apply from the top of the repository down. */
function foldersAbove(root: string): readonly string[] {
  const top = topOf(root);
  if (top === undefined || top === root) return [];
  const above = dirname(root);
  return [...(above === top ? [] : foldersAbove(above)), above];
}

/**
 * git stores times in whole seconds: if its index was written in this second, a file could
 * still change without a visible difference.
 */
const GIT_TICK_MS = 2000;

class FingerprintBuilder {
  readonly #now: number;
  readonly #seen: string[] = [];
  #settled = true;

  constructor(now: number) {
    this.#now = now;
  }

  get fingerprint(): string | undefined {
    return this.#settled ? sha256(this.#seen.join('\n')) : undefined;
  }

  at(path: string): Stat | undefined {
    const stats = lstatIfThere(path);
    const stat = stats && statOf(stats);
    this.note(path, stat);
    return stat;
  }

  note(path: string, stat: Stat | undefined): void {
    if (stat && !isAtRest(stat, this.#now)) this.#settled = false;
    this.#seen.push(stat ? `${path}\0${stat.size} ${stat.mtime} ${stat.ctime} ${stat.ino}` : path);
  }

  /** False if git cannot or must not be run. */
  atRepository(folder: string): boolean {
    const top = topOf(folder);
    const gitDir = top === undefined ? undefined : gitFolder(top);
    const monitor = gitDir === undefined ? 'unknown' : monitorIn(gitDir);
    if (top === undefined || gitDir === undefined || monitor === 'unknown') return false;
    const index = this.at(join(gitDir, 'index'));
    if (!index || this.#now - index.ctime <= GIT_TICK_MS) this.#settled = false;
    const { status, stdout } = git(folder, STATUS, monitor);
    for (const entry of stdout.split('\0')) {
      const path = pathIn(entry);
      if (path === undefined || isNeverRead(path) || isOpenDatabase(join(top, path))) continue;
      this.#seen.push(entry);
      this.at(join(top, path));
    }
    return status === 0;
  }
}

/** Nested repositories are checked separately. Detecting renames would read the contents. */
const STATUS = [
  // Whatever the user has set: a change that keeps size and mtime must show.
  ...['-c', 'core.trustctime=true', '-c', 'core.checkStat=default'],
  ...['--no-optional-locks', 'status', '--porcelain=v2', '-z', '--untracked-files=all'],
  ...['--no-renames', '--ignore-submodules=all', '--', '.'],
];

/** From the top of the repository: `1 .M N… src/app.py` has 8 words before the path, a conflict 10, an untracked file one. */
function pathIn(entry: string): string | undefined {
  const words = { 1: 8, u: 10, '?': 1 }[entry[0]];
  return words === undefined ? undefined : entry.split(' ').slice(words).join(' ');
}

/**
 * The setting of git's file system monitor; `unknown` if git must not be run at all: the
 * settings of a repository can name programs that a status starts (a monitor, filters),
 * and a repository may come from anywhere. The user's own settings are trusted
 * (undefined: unchanged), and so is git's built-in monitor.
 */
function monitorIn(gitDir: string): 'true' | 'false' | 'unknown' | undefined {
  const own = [gitDir, commonFolder(gitDir)].flatMap((folder) =>
    ['config', 'config.worktree'].map((name) => textOf(join(folder, name))),
  );
  const text = own.join('\n');
  if (own.includes(undefined) || /\[\s*(filter|include|includeif)\b/i.test(text)) return 'unknown';
  const monitor = /\bfsmonitor\b\s*(?:=\s*(\S*))?/i.exec(text);
  if (monitor === null) return undefined;
  return /^(true|yes|on|1)$/i.test(monitor[1] ?? 'true') ? 'true' : 'false';
}

/** Worktrees share the settings of their repository. */
const commonFolder = (gitDir: string): string => resolve(gitDir, (textOf(join(gitDir, 'commondir')) ?? '').trim());

const MAX_BYTES = 1 << 20;

/** Empty if there is no such file; undefined if it must not be read. */
function textOf(file: string): string | undefined {
  if (lstatIfThere(file) === undefined) return '';
  try {
    return readRegular(file, MAX_BYTES).toString();
  } catch {
    return undefined;
  }
}
