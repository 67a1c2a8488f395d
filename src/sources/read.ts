/** A path, bytes or a text → Source. Throws a FroeError for what cannot be one; never prints. */
import { basename } from 'node:path';
import { FroeError, readError } from '../errors.js';
import { MAX_SOURCE_BYTES } from '../options.js';
import { sha256 } from '../text/hash.js';
import type { Extracted, Source } from '../types.js';
import { type Decoded, decode, decodeText } from './decode.js';
import { NotRegular, readRegular, TooManyBytes } from './readRegular.js';

/** The identity of a source. */
export interface SourceIdentity {
  readonly tree: string;
  readonly path: string;
  readonly language: string;
  /** Given for an artifact; else `{tree}:{path}`. */
  readonly docId?: string;
}

/** How much of a file is inspected to tell text from binary. */
const SNIFF_BYTES = 8192;

export function sourceFromBytes(bytes: Uint8Array, identity: SourceIdentity): Source {
  refuseBinary(bytes, identity.path);
  const decoded = decode(bytes);
  // Of well-formed UTF-8 the text has the same hash: the bytes, which may be 100 MB, need not be kept for it.
  const { encoding, replaced } = decoded.decoding;
  const isSame = encoding === 'utf-8' && replaced === 0;
  return makeSource(decoded, isSame ? hashOfText(decoded.text) : hashOfBytes(bytes), identity);
}

/** Two closures, so that neither keeps more in memory than it needs. */
const hashOfText = (text: string) => (): string => sha256(text);
const hashOfBytes = (bytes: Uint8Array) => (): string => sha256(bytes);

/** Throws for bytes that are not text, or too many. */
export function refuseBinary(bytes: Uint8Array, path: string): void {
  if (bytes.length > MAX_SOURCE_BYTES) throw tooLarge(path, bytes.length);
  if (isBinary(bytes)) throw new FroeError('binary', `${path} is not text`, 'Binary files are left out.');
}

export function sourceFromText(text: string, identity: SourceIdentity): Source {
  const decoded = decodeText(text);
  return makeSource(decoded, () => sha256(decoded.text), identity);
}

/** Extracted text: the offsets are its own, the hash is that of the file. */
export function sourceFromExtract(
  text: string,
  extracted: Extracted,
  file: Uint8Array,
  identity: SourceIdentity,
): Source {
  return { ...makeSource(decodeText(text), () => sha256(file), identity), extracted };
}

/** Reads a regular file. A folder, a FIFO or a device is refused before it is opened. */
export function readBytes(file: string): Uint8Array {
  try {
    return readRegular(file, MAX_SOURCE_BYTES);
  } catch (error) {
    if (error instanceof NotRegular) throw notAFile(file, error.isFolder);
    throw error instanceof TooManyBytes ? tooLarge(file, error.size) : readError(file, error);
  }
}

/** Signatures of files that look like text at first. */
const signatures = [
  '\x89PNG\r\n',
  '\x7fELF',
  'PK\x03\x04',
  'PK\x05\x06',
  '\x1f\x8b',
  '%PDF-',
  'SQLite format 3\0',
  '7z\xbc\xaf',
  'Rar!\x1a\x07',
  '\xff\xd8\xff', // JPEG: can begin with pages of text about the picture
  'GIF87a',
  'GIF89a',
  'OggS\0',
  'fLaC\0',
  'ID3\x02',
  'ID3\x03',
  'ID3\x04',
  'wOFF\0',
  'wOF2\0',
  'OTTO\0',
  '\xca\xfe\xba\xbe',
  '\xfd7zXZ\0',
  '\x28\xb5\x2f\xfd',
];

/**
 * Text has no NUL byte, unless a byte order mark says UTF-16. One stray NUL in a
 * long text does not make it binary; many, or one within a line or two, do.
 */
export function isBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, SNIFF_BYTES);
  const hasUtf16Mark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (hasUtf16Mark) return false;
  const start = String.fromCharCode(...head.subarray(0, 16));
  if (signatures.some((signature) => start.startsWith(signature))) return true;
  let control = 0;
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)) control++;
  return control > head.length / 64;
}

function makeSource({ text, offsets, decoding }: Decoded, hash: () => string, identity: SourceIdentity): Source {
  const { tree, path, language, docId = `${tree}:${path}` } = identity;
  return { tree, path, docId, language, text, offsets, decoding, hash };
}

const tooLarge = (path: string, size: number): FroeError =>
  new FroeError('too-large', `${path} has ${size} bytes`, `The maximum is ${MAX_SOURCE_BYTES} bytes.`);

const notAFile = (path: string, directory: boolean): FroeError =>
  new FroeError(
    'not-a-file',
    `${path} is ${directory ? 'a folder' : 'not a regular file'}`,
    directory ? undefined : 'To read a pipe, use "-" and standard input.',
  );

/** The file name of a path with slashes or backslashes. */
export const filenameOf = (path: string): string => basename(path.includes('\\') ? path.replaceAll('\\', '/') : path);
