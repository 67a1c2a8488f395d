/** The error codes, and what each means. */
export const froeErrorCodes = {
  ambiguous: 'several things have that name',
  'bad-index': 'not a froe index, or one of a version that this froe cannot read',
  'bad-model': 'an embedding model, or settings of one, that cannot be used',
  'bad-option': 'an argument, an option or a setting that does not exist or is not allowed',
  'bad-record': 'a chunk record that is not valid',
  'bad-source': 'an input that is neither text nor the bytes of a file',
  binary: 'a file that is not text',
  busy: 'another process is writing the index',
  damaged: 'an index that was changed by a disk fault or another program',
  'missing-package': 'a package, or a file of froe itself, that has to be installed first',
  'not-a-file': 'a folder, a pipe or a device where a file is expected',
  'not-found': 'a file, an index, a symbol or lines that do not exist',
  'not-ours': 'an index that was not made by this user on this machine',
  'other-model': 'the index has vectors of another model',
  'other-root': 'the index belongs to another folder',
  outside: 'a path that leads out of the folder',
  provider: 'an embedder, a reranker, a database or a hook that failed',
  quota: 'the limit of a tenant is reached',
  'read-only': 'an index that cannot be written',
  'too-large': 'a file or a text that is larger than allowed',
  unconfirmed: 'something that has to be confirmed first',
  unreadable: 'a file or folder that cannot be read or written',
  untrusted: 'a configuration that needs permission: froe trust',
} as const;

export type FroeErrorCode = keyof typeof froeErrorCodes;

/** The only error that froe throws: a code to test for, a message, and a hint on what to do. */
export class FroeError extends Error {
  override readonly name = 'FroeError';
  readonly code: FroeErrorCode;
  readonly hint: string | undefined;

  constructor(code: FroeErrorCode, message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** An error on one line: where it is read, nothing else shows the hint. */
export const messageWithHint = ({ message, hint }: Pick<FroeError, 'message' | 'hint'>): string =>
  hint ? `${message}. ${hint}` : message;

/** System errors, in words. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  ELOOP: 'is a loop of symbolic links',
  ENOTDIR: 'goes through something that is not a folder',
  ENAMETOOLONG: 'has too long a name',
  EISDIR: 'is a folder',
  'not-regular': 'is not a regular file',
  'too-many-bytes': 'is too large',
};

export function readError(path: string, cause: unknown): FroeError {
  return new FroeError(
    codeOf(cause) === 'ENOENT' ? 'not-found' : 'unreadable',
    `${path} ${reasonOf(cause)}`,
    undefined,
    cause,
  );
}

/** Why a path could not be read: the end of a sentence that starts with the path. */
export const reasonOf = (cause: unknown): string =>
  reasons[codeOf(cause)] ?? `could not be read (${codeOf(cause) || String(cause)})`;

const codeOf = (cause: unknown): string => (cause instanceof Error && 'code' in cause ? String(cause.code) : '');
