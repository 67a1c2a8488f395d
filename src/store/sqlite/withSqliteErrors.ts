/** Errors of SQLite and of the system, as FroeErrors. */
import { FroeError, type FroeErrorCode } from '../../errors.js';

/** Runs something on the file, and translates SQLite's errors. */
export function withSqliteErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof FroeError ? error : toFroeError(file, error);
  }
}

interface ErrorText {
  /** SQLite's primary result code; `message` matches errors without one. */
  readonly code: number;
  readonly message: RegExp;
  readonly text: string;
  readonly hint: string;
}

const REBUILD_HINT = 'Rebuild it: `froe clean`, then `froe index`.';
const errorTexts: readonly ErrorText[] = [
  { code: 5, message: /is locked/, text: 'is being written by another process', hint: 'Wait for it, or stop it.' },
  {
    code: 8,
    message: /readonly/,
    text: 'is not writable',
    hint: 'Check its permissions, or choose another path with --index.',
  },
  {
    code: 10,
    message: /I\/O error/,
    text: 'could not be read or written: the disk failed',
    hint: 'Check the disk; the last committed state is kept.',
  },
  {
    code: 11,
    message: /malformed|corrupt|no such (?:column|table)|JSON cannot hold/,
    text: 'is damaged',
    hint: REBUILD_HINT,
  },
  {
    code: 13,
    message: /disk is full/,
    text: 'could not grow: the disk is full',
    hint: 'Free some space and run it again; committed data is kept.',
  },
  {
    code: 14,
    message: /unable to open/,
    text: 'could not be opened',
    hint: 'Check its folder and permissions, or choose another path with --index.',
  },
  {
    code: 15,
    message: /locking protocol/,
    text: 'could not be locked: the disk failed, or too many processes have it open',
    hint: 'Run it again. If locks do not work, as on some network disks, choose another path with --index.',
  },
  {
    code: 26,
    message: /not a database/,
    text: 'is not a froe index, or is damaged',
    hint: 'Remove it yourself, then run `froe index`; or choose another path with --index.',
  },
];

/** Result codes with an error code of their own; all others are a bad index. */
const codes: Readonly<Record<number, FroeErrorCode>> = { 5: 'busy', 11: 'damaged' };

/** System errors when a file or folder cannot be created. */
const errnos: Readonly<Record<string, number>> = {
  ENOSPC: 13,
  EDQUOT: 13,
  EACCES: 8,
  EPERM: 8,
  EROFS: 8,
  EIO: 10,
  ENOTDIR: 14,
  ENAMETOOLONG: 14,
};

function toFroeError(file: string, error: unknown): unknown {
  // Stored JSON that no longer parses.
  if (error instanceof SyntaxError) return new FroeError('damaged', `${file} is damaged`, REBUILD_HINT, error);
  if (!(error instanceof Error) || !('code' in error)) return error;
  const errno = errnos[String(error.code)];
  if (error.code !== 'ERR_SQLITE_ERROR' && errno === undefined) return error;
  const code = 'errcode' in error ? Number(error.errcode) & 0xff : errno;
  const errorText =
    errorTexts.find((entry) => entry.code === code) ?? errorTexts.find((entry) => entry.message.test(error.message));
  if (!errorText) return error;
  return new FroeError(codes[errorText.code] ?? 'bad-index', `${file} ${errorText.text}`, errorText.hint, error);
}
