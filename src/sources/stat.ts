/** What a stat shows of a change, without reading the file: what git's own index keeps, too. */
import { lstatSync } from 'node:fs';

export interface Stat {
  readonly size: number;
  /** Milliseconds, with their fraction. */
  readonly mtime: number;
  /** Nobody can set it: a change that keeps size and mtime shows here. */
  readonly ctime: number;
  /** Another one when the file was replaced. */
  readonly ino: number;
}

/** As much of what the system says of a file as is looked at; in words of our own, so that our types need no others. */
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

/** Undefined where there is no such file, whyever. */
export function lstatIfThere(file: string): FileStats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false }); // an error that is thrown takes longer than the look
  } catch {
    return undefined; // gone, behind a file that was a folder, or not for us to see
  }
}

export const isSameStat = (a: Stat, b: Stat): boolean =>
  a.size === b.size && a.mtime === b.mtime && a.ctime === b.ctime && a.ino === b.ino;

/** A time that no file has: the next look compares the file by its hash, whatever its stat. */
export const UNSETTLED = -1;

/**
 * A file that changed a moment ago may change again within the same tick of the
 * file system's clock, and its stat would not show it. Clocks of whole seconds
 * tick slowly; a time in the future says nothing.
 */
export const isSettled = (mtime: number, now: number): boolean => now - mtime > (isWhole(mtime) ? 2000 : 20);

/** The same for the time that only the system sets: its ticks are known, 10 ms at most. */
const isSettledByThen = (ctime: number, now: number): boolean => now - ctime > (isWhole(ctime) ? 2000 : 10);

const isWhole = (time: number): boolean => Number.isInteger(time / 1000);

/** Any later change will show in its stat. */
export const isAtRest = ({ mtime, ctime }: Stat, now: number): boolean =>
  isSettled(mtime, now) && isSettledByThen(ctime, now);
