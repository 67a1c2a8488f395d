/** The codes of errors, and what each says. */
export const froeErrorCodes = {
  ambiguous: 'several things have that name',
  'bad-index': 'not an index of froe, or of a version that this one cannot read',
  'bad-model': 'an embedding model or its settings that do not fit',
  'bad-option': 'an argument, an option or a setting that does not exist or is not allowed',
  'bad-record': 'a chunk record that is not valid',
  'bad-source': 'something that is no text, and no bytes of a file',
  binary: 'a file that is not text',
  busy: 'another process is writing the index',
  damaged: 'an index that a disk or another program has changed',
  'missing-package': 'a package that has to be installed first',
  'not-a-file': 'a folder, a pipe or a device where a file is expected',
  'not-found': 'a file, an index, a symbol or lines that are not there',
  'not-ours': 'an index that another user made, or on another machine',
  'other-model': 'vectors of another model are in the index',
  'other-root': 'the index is of another folder',
  outside: 'a path that leads out of the folder',
  provider: 'an embedder, a reranker, a database or a hook that failed',
  quota: 'the database allows no more',
  'read-only': 'an index that may not be written',
  'too-large': 'a file or a text that is larger than allowed',
  unconfirmed: 'something that has to be confirmed first',
  unreadable: 'a file or folder that cannot be read or written',
  untrusted: 'a configuration that needs permission: froe trust',
} as const;

export type FroeErrorCode = keyof typeof froeErrorCodes;

/** The one error froe throws: a code to test for, a message, and what to do about it. */
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
