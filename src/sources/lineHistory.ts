/**
 * The commits that made lines of a file, from git:
 *
 *     git blame      the last change of each line, white space aside
 *     git log -L     earlier changes of any of them
 *
 * Lines are those of the file on disk; uncommitted lines have no commit.
 */
import { dirname, join } from 'node:path';
import { git } from './git.js';
import { topOf } from './gitFolder.js';
import { isBelow, relativePosix } from './jail.js';

export interface LineCommit {
  readonly hash: string;
  readonly author: string;
  /** As ISO 8601. */
  readonly date: string;
  readonly message: string;
  /** The number of the lines that it changed last. */
  readonly lines: number;
}

export interface LineHistory {
  readonly commits: readonly LineCommit[];
  /** Lines that are not committed. */
  readonly uncommitted: number;
  /** The search for earlier changes timed out. */
  readonly partial: boolean;
}

/** Maximum number of earlier commits. */
const MAX_COMMITS = 30;
const UNCOMMITTED = /^0+$/;
const FORMAT = '--format=tformat:%x00%H%x00%an%x00%aI%x00%B%x00';
const PLAIN = ['--no-ext-diff', '--no-textconv', '--no-show-signature', '--no-notes', '--no-color', '--encoding=UTF-8'];

/**
 * The repository of a file: a submodule, or a clone inside the folder, has a history of its own.
 *
 *     /shop, lib/money/round.py     /shop/lib/money, round.py     if there is /shop/lib/money/.git
 */
export function nearestRepository(root: string, path: string): { readonly root: string; readonly path: string } {
  const file = join(root, path);
  const top = topOf(dirname(file));
  return top !== undefined && isBelow(root, top) ? { root: top, path: relativePosix(top, file) } : { root, path };
}

/** Undefined if git does not know the file, or must not be run. */
export function lineHistory(root: string, path: string, from: number, to: number): LineHistory | undefined {
  const range = [`-L${from},${to}`, '--', path];
  const blame = git(root, ['blame', '--porcelain', '-w', '--no-textconv', ...range], 'false', [
    'blame.ignoreRevsFile=',
  ]);
  if (blame.status !== 0) return undefined;
  const linesByHash = linesByCommit(blame.stdout);
  const [first, end] = committedRange(root, path, from, to);
  const args = ['log', `-L${first},${end}:${path}`, '-s', '-n', String(MAX_COMMITS), FORMAT, ...PLAIN];
  const log = first <= end ? git(root, args) : { status: 0, stdout: '' };
  const commits = commitsIn(log.status === 0 ? log.stdout : '');
  const missing = [...linesByHash.keys()].filter((hash) => !UNCOMMITTED.test(hash) && !commits.has(hash));
  if (missing.length > 0) {
    const missingLog = git(root, [
      'log',
      '--no-walk=unsorted',
      '-s',
      FORMAT,
      ...PLAIN,
      ...missing.slice(0, MAX_COMMITS),
    ]);
    for (const [hash, commit] of commitsIn(missingLog.stdout)) commits.set(hash, commit);
  }
  return {
    commits: [...commits].map(([hash, commit]) => ({ hash, ...commit, lines: linesByHash.get(hash) ?? 0 })),
    uncommitted: [...linesByHash].reduce((sum, [hash, lines]) => sum + (UNCOMMITTED.test(hash) ? lines : 0), 0),
    partial: log.status !== 0,
  };
}

/** `5f0c… 10 12 3`: a line of the file and its commit. The lines themselves follow a tab. */
function linesByCommit(porcelain: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const [, hash] of porcelain.matchAll(/^([0-9a-f]{40,64}) \d+ \d+/gm))
    lines.set(hash, (lines.get(hash) ?? 0) + 1);
  return lines;
}

function commitsIn(log: string): Map<string, Pick<LineCommit, 'author' | 'date' | 'message'>> {
  const fields = log.split('\0');
  const commits = new Map<string, Pick<LineCommit, 'author' | 'date' | 'message'>>();
  // Each record begins with a line end, each field ends with NUL: '', hash, author, date, message, '\n', hash …
  for (let at = 1; at + 3 < fields.length; at += 5) {
    const [hash, author, date, message] = fields.slice(at, at + 4);
    commits.set(hash, { author, date, message: message.trimEnd() });
  }
  return commits;
}

/** The lines as in the last commit: lines before them may have been added or removed since. */
function committedRange(root: string, path: string, from: number, to: number): readonly [from: number, to: number] {
  const { stdout } = git(root, [
    'diff',
    '--unified=0',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    'HEAD',
    '--',
    path,
  ]);
  const hunks = [...stdout.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map(
    ([, a, b = '1', c, d = '1']) => ({
      old: Number(a) + (b === '0' ? 1 : 0),
      oldLines: Number(b),
      start: Number(c) + (d === '0' ? 1 : 0),
      lines: Number(d),
    }),
  );
  return [committedLine(hunks, from, 'first'), committedLine(hunks, to, 'last')];
}

interface DiffHunk {
  readonly old: number;
  readonly oldLines: number;
  readonly start: number;
  readonly lines: number;
}

function committedLine(hunks: readonly DiffHunk[], line: number, end: 'first' | 'last'): number {
  let shift = 0;
  for (const { old, oldLines, start, lines } of hunks) {
    if (line < start) break;
    if (line < start + lines) return end === 'first' ? old : old + oldLines - 1;
    shift = old + oldLines - (start + lines);
  }
  return line + shift;
}
