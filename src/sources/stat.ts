/** The stat fields that show a change without reading the file: the same as in git's index. */
import { lstatSync } from 'node:fs';

export interface Stat {
  readonly size: number;
  /** Milliseconds, with fraction. */
  readonly mtime: number;
  /** It cannot be set by programs: a change that keeps size and mtime shows here. */
  readonly ctime: number;
  /** Changes when the file is replaced. */
  readonly ino: number;
}

/** The part of node's Stats that is used; declared here, so that our types need no others. */
interface FileStats {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

export const statOf = ({ size, mtimeMs, ctimeMs, ino }: Omit<FileStats, `is${string}`>): Stat => ({
  size,
  mtime: mtimeMs,
  ctime: ctimeMs,
  ino,
});

/** Undefined if there is no such file, for any reason. */
export function lstatIfThere(file: string): FileStats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false }); // throwing takes longer than the call
  } catch {
    return undefined; // gone, below a file that was a folder, or no permission
  }
}

export const isSameStat = (a: Stat, b: Stat): boolean =>
  a.size === b.size && a.mtime === b.mtime && a.ctime === b.ctime && a.ino === b.ino;

/** A time that no file has: the next check compares the file by its hash. */
export const UNSETTLED = -1;

/**
 * A file that changed a moment ago may change again within the same tick of the file
 * system's clock, and its stat would not show it. Clocks of whole seconds tick slowly; a
 * time in the future is no evidence.
 */
export const isSettled = (mtime: number, now: number): boolean => now - mtime > (isWholeSecond(mtime) ? 2000 : 20);

/** The same for ctime, which only the system sets: its ticks are 10 ms at most. */
const isCtimeSettled = (ctime: number, now: number): boolean => now - ctime > (isWholeSecond(ctime) ? 2000 : 10);

const isWholeSecond = (time: number): boolean => Number.isInteger(time / 1000);

/** Any later change will show in its stat. */
export const isAtRest = ({ mtime, ctime }: Stat, now: number): boolean =>
  isSettled(mtime, now) && isCtimeSettled(ctime, now);
