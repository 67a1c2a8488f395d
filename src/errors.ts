/** The one error froe throws: a code to test for, a message, and what to do about it. */
export type FroeErrorCode =
  | 'ambiguous'
  | 'bad-index'
  | 'bad-model'
  | 'bad-option'
  | 'bad-record'
  | 'bad-source'
  | 'binary'
  | 'busy'
  | 'damaged'
  | 'missing-package'
  | 'not-a-file'
  | 'not-found'
  | 'not-ours'
  | 'other-model'
  | 'other-root'
  | 'outside'
  | 'provider'
  | 'quota'
  | 'read-only'
  | 'too-large'
  | 'unconfirmed'
  | 'unreadable'
  | 'untrusted';

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
