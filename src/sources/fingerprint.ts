/**
 * Whether a tree is unchanged, by asking git, which checks five thousand files in half the
 * time that we need, and with its file system monitor or untracked cache checks none.
 *
 *     for each repository   stat of its index    what it tracks, with the stat of each file
 *                           git status           what differs from that, or is not tracked
 *                           stat of the latter   whether these have changed since
 *     and                   stat of what git does not check, and of every .froeignore
 *
 * With the same fingerprint, no file was changed, added or removed. If only what git
 * status lists differs, only files that are listed now, or were then, may have been.
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { sha256 } from '../text/hash.js';
import { startGit } from './git.js';
import { gitFolder, topOf } from './gitFolder.js';
import { relativePosix } from './jail.js';
import { isOpenDatabase } from './openDatabases.js';
import { readRegular } from './readRegular.js';
import { isAtRest, lstatIfThere, type Stat, statOf } from './stat.js';
import { type GitExtent, isNeverRead, type StatWalk } from './walk.js';

/** What git reports of a tree. */
export interface GitFingerprint {
  /** Hash of git's indexes, of what git does not check, and of every .froeignore: with another one any file may have changed. */
  readonly base: string;
  /** What differs from git's index, by path below the root, in git's order: its status and its stat. */
  readonly differing: readonly (readonly [path: string, state: string])[];
  /** False: something changed so recently that a further change might not show. */
  readonly settled: boolean;
}

/** The same from the files themselves, for a tree without git. */
export function statFingerprint({ files, whole, at }: StatWalk): string | undefined {
  const recorder = new StatRecorder(at);
  if (!whole) return undefined;
  for (const [path, stat] of files) recorder.record(path, stat);
  return recorder.settled ? recorder.hash : undefined;
}

/** .froeignore files apply from the top of the repository down. */
function foldersAbove(root: string): readonly string[] {
  const top = topOf(root);
  if (top === undefined || top === root) return [];
  const parent = dirname(root);
  return [...(parent === top ? [] : foldersAbove(parent)), parent];
}

/**
 * git stores times in whole seconds: if its index was written in this second, a file could
 * still change without a visible difference.
 */
const GIT_TICK_MS = 2000;

/** Stats that were taken, and whether each later change must alter them. */
class StatRecorder {
  readonly #now: number;
  readonly #lines: string[] = [];
  settled = true;

  constructor(now: number) {
    this.#now = now;
  }

  get hash(): string {
    return sha256(this.#lines.join('\n'));
  }

  at(path: string): Stat | undefined {
    const stat = statAt(path);
    this.record(path, stat);
    return stat;
  }

  record(path: string, stat: Stat | undefined): void {
    this.#lines.push(stat ? `${path}\0${this.describe(stat)}` : path);
  }

  describe(stat: Stat | undefined): string {
    if (stat && !isAtRest(stat, this.#now)) this.settled = false;
    return stat ? `${stat.size} ${stat.mtime} ${stat.ctime} ${stat.ino}` : '';
  }
}

const statAt = (path: string): Stat | undefined => {
  const stats = lstatIfThere(path);
  return stats && statOf(stats);
};

/**
 * Reads the state of the repositories of a tree before its files are read: a change in between shows the next time.
 * Everything else may be read afterwards, because a file that changed since then is not at rest.
 */
export class GitLook {
  readonly #root: string;
  readonly #now = Date.now();
  readonly #recorder = new StatRecorder(this.#now);
  readonly #repositories: readonly string[];
  readonly #differing: (readonly [path: string, state: string])[] = [];
  #failed = false;

  private constructor(root: string, repositories: readonly string[]) {
    this.#root = root;
    this.#repositories = repositories;
  }

  /** `repositories`: by their folders below the root. git has started in the first when this returns. */
  static async start(root: string, repositories: readonly string[]): Promise<GitLook> {
    const look = new GitLook(root, repositories);
    for (const folder of repositories) {
      look.#failed = !(await look.#status(join(root, folder)));
      if (look.#failed) break;
    }
    return look;
  }

  /** Undefined if git cannot or must not be run, or was not run for one of the repositories. */
  fingerprint({ repositories, folders, unwatched }: GitExtent): GitFingerprint | undefined {
    if (this.#failed || String(repositories) !== String(this.#repositories)) return undefined;
    const others = new StatRecorder(this.#now);
    for (const path of unwatched) others.at(join(this.#root, path));
    for (const folder of foldersAbove(this.#root)) others.at(join(folder, '.froeignore'));
    for (const folder of folders) {
      const file = `${this.#root}${sep}${folder}${sep}.froeignore`; // join() would read every character of thousands
      if (existsSync(file)) others.at(file); // nearly none has one
    }
    const settled = this.#recorder.settled && others.settled;
    return { base: sha256(this.#recorder.hash + others.hash), differing: this.#differing, settled };
  }

  /** False if git cannot or must not be run. */
  async #status(folder: string): Promise<boolean> {
    const top = topOf(folder);
    const gitDir = top === undefined ? undefined : gitFolder(top);
    const monitor = gitDir === undefined ? 'unknown' : monitorIn(gitDir);
    if (top === undefined || gitDir === undefined || monitor === 'unknown') return false;
    const index = this.#recorder.at(join(gitDir, 'index'));
    if (!index || this.#now - index.ctime <= GIT_TICK_MS) this.#recorder.settled = false;
    const { status, stdout } = await startGit(folder, STATUS, monitor);
    for (const entry of stdout.split('\0')) {
      const path = pathIn(entry);
      if (path === undefined || isNeverRead(path)) continue;
      const file = join(top, path);
      if (isOpenDatabase(file)) continue;
      const state = `${entry.slice(0, -path.length)}${this.#recorder.describe(statAt(file))}`;
      this.#differing.push([relativePosix(this.#root, file), state]);
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
  const fieldCount = { 1: 8, u: 10, '?': 1 }[entry[0]];
  return fieldCount === undefined ? undefined : entry.split(' ').slice(fieldCount).join(' ');
}

/**
 * The setting of git's file system monitor; `unknown` if git must not be run at all: the
 * settings of a repository can name programs that a status starts (a monitor, filters),
 * and a repository may come from anywhere. The user's own settings are trusted
 * (undefined: unchanged), and so is git's built-in monitor.
 */
function monitorIn(gitDir: string): 'true' | 'false' | 'unknown' | undefined {
  const configs = [gitDir, commonFolder(gitDir)].flatMap((folder) =>
    ['config', 'config.worktree'].map((name) => textOf(join(folder, name))),
  );
  const text = configs.join('\n');
  if (configs.includes(undefined) || /\[\s*(filter|include|includeif)\b/i.test(text)) return 'unknown';
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
