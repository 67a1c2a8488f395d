/**
 * The bytes of a regular file, up to a limit. An untrusted tree may have a device, a pipe
 * or a file of /proc under any name: the first never ends, the second blocks, the third
 * reports a size of 0.
 */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

/** The path is not a regular file. */
export class NotRegular extends Error {
  readonly code = 'not-regular';
  readonly isFolder: boolean;

  constructor(isFolder: boolean) {
    super('not a regular file');
    this.isFolder = isFolder;
  }
}

export class TooManyBytes extends Error {
  readonly code = 'too-many-bytes';
  readonly size: number;

  constructor(size: number) {
    super('too large');
    this.size = size;
  }
}

/** Not available on Windows, where pipes do not block. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Checked before it is opened, since opening a device may have effects, and after, since it may have been replaced. */
export function readRegular(file: string, maxBytes: number): Buffer<ArrayBuffer> {
  checkRegular(statSync(file), maxBytes);
  const fd = openSync(file, FLAGS);
  try {
    const { size } = checkRegular(fstatSync(fd), maxBytes);
    return readAll(fd, size, maxBytes);
  } finally {
    closeSync(fd);
  }
}

interface FileStats {
  readonly size: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

function checkRegular<T extends FileStats>(stats: T, maxBytes: number): T {
  if (!stats.isFile()) throw new NotRegular(stats.isDirectory());
  if (stats.size > maxBytes) throw new TooManyBytes(stats.size);
  return stats;
}

/** The size is from stat: the file may have grown, and a file of /proc has 0. */
function readAll(fd: number, size: number, maxBytes: number): Buffer<ArrayBuffer> {
  let bytes = Buffer.allocUnsafeSlow(size + 1);
  let length = 0;
  for (;;) {
    const read = readSync(fd, bytes, length, bytes.length - length, null);
    length += read;
    if (length > maxBytes) throw new TooManyBytes(length);
    if (read === 0) return bytes.subarray(0, length);
    if (length === bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(length * 2 + 4096, maxBytes + 1));
      bytes.copy(larger);
      bytes = larger;
    }
  }
}
