/**
 * Why a Word document cannot be read, before the package that reads it unpacks
 * anything: the central directory at the end of the zip lists the entries and
 * their sizes. Entries are unpacked up to the stated size, to see whether it is true.
 *
 *     … PK 1 2 entry  PK 1 2 entry  PK 5 6 where the entries begin, how many
 */
import { inflateRawSync } from 'node:zlib';
import type { DiagnosticCode } from '../../types.js';

interface Problem {
  readonly code: DiagnosticCode;
  readonly message: string;
}

/** Against zip bombs: a few kilobytes of zeros can unpack to gigabytes. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;
/** Maximum ratio to the size of the zip: text packs to a tenth, tables of numbers to a fiftieth. */
const MAX_RATIO = 150;
/** Below this any ratio is allowed. */
const ANY_RATIO_BYTES = 4 * 1024 * 1024;
const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_RECORD_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const DEFLATED = 8;
/**
 * Tables in tables in text boxes: real documents have less than a hundred levels. The package that reads them recurses
 * for each, and on some processors the stack overflows before nine hundred.
 */
const MAX_XML_DEPTH = 400;
/** A comment after the end record is no longer than this. */
const MAX_COMMENT_BYTES = 65_535;
/** Office programs encrypt by wrapping the zip in an OLE file, which starts with these bytes. */
const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];

export function zipProblem(bytes: Uint8Array): Problem | undefined {
  if (OLE_SIGNATURE.every((byte, i) => bytes[i] === byte))
    return { code: 'encrypted', message: 'is encrypted with a password, or in the format before Word 2007' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endRecordOffset(view);
  if (end < 0) return broken('is not a complete zip file');
  let at = view.getUint32(end + 16, true);
  let unpackedBytes = 0;
  const entries: number[] = [];
  // As the package does: as long as there are entries, whatever number the end record states.
  for (; at + ENTRY_BYTES <= bytes.length && view.getUint32(at, true) === ENTRY_SIGNATURE; ) {
    if ((view.getUint16(at + 8, true) & 1) === 1) return { code: 'encrypted', message: 'is encrypted with a password' };
    unpackedBytes += view.getUint32(at + 24, true);
    entries.push(at);
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    at += ENTRY_BYTES + name + extra + comment;
  }
  if (entries.length !== view.getUint16(end + 10, true)) return broken('is a zip file with a damaged directory');
  if (
    unpackedBytes > MAX_UNPACKED_BYTES ||
    (unpackedBytes > ANY_RATIO_BYTES && unpackedBytes > MAX_RATIO * bytes.length)
  )
    return { code: 'too-large', message: `would unpack to ${unpackedBytes} bytes` };
  for (const entry of entries) {
    const unpacked = unpack(view, entry);
    if (unpacked === 'larger') return broken('is a zip file that unpacks to more than its declared size');
    if (isXml(unpacked) && xmlDepth(unpacked, MAX_XML_DEPTH) === MAX_XML_DEPTH)
      return broken(`holds ${MAX_XML_DEPTH} elements or more, one inside the other`);
  }
  return undefined;
}

/** The contents of an entry, or that it is larger than stated. Empty if it is damaged: the package then reports how. */
function unpack(view: DataView, entry: number): Buffer | 'larger' {
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  const localHeader = view.getUint32(entry + 42, true);
  if (localHeader + LOCAL_HEADER_BYTES > bytes.length) return NO_BYTES;
  const start =
    localHeader + LOCAL_HEADER_BYTES + view.getUint16(localHeader + 26, true) + view.getUint16(localHeader + 28, true);
  const packed = bytes.subarray(start, start + view.getUint32(entry + 20, true));
  if (view.getUint16(entry + 10, true) !== DEFLATED) return packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, view.getUint32(entry + 24, true)) });
  } catch (error) {
    return error instanceof RangeError ? 'larger' : NO_BYTES; // ERR_BUFFER_TOO_LARGE
  }
}

/** By its first bytes: the list of relations may name any entry as the document. */
const isXml = (bytes: Buffer): boolean => /^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString('latin1', 0, 64));

const NO_BYTES = Buffer.alloc(0);

function endRecordOffset(view: DataView): number {
  const last = view.byteLength - END_RECORD_BYTES;
  for (let at = last; at >= 0 && at >= last - MAX_COMMENT_BYTES; at--)
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  return -1;
}

const broken = (message: string): Problem => ({ code: 'broken', message });

/**
 * How deep an XML text is nested, up to `maxDepth`: the package that reads Word
 * documents visits all ancestors of every node that it adds, so a file of
 * 200,000 nested paragraphs would take hours.
 *
 *     <a><b/><c>      depth 2: a, c; unclosed elements count as well
 */
const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;

export function xmlDepth(xml: Buffer, maxDepth: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = xml.indexOf(LESS); at >= 0 && deepest < maxDepth; at = xml.indexOf(LESS, at)) {
    const next = xml[at + 1];
    if (next === 0x21 || next === 0x3f) at = nonElementEnd(xml, at);
    else {
      const end = tagEnd(xml, at + 1);
      if (next === SLASH) depth--;
      else if (xml[end - 2] !== SLASH) depth++;
      deepest = Math.max(deepest, depth);
      at = end;
    }
  }
  return deepest;
}

/** After the `>` of a tag; one inside quotes is part of a value. */
function tagEnd(xml: Buffer, at: number): number {
  for (; at < xml.length; at++) {
    const byte = xml[at];
    if (byte === GREATER) return at + 1;
    if (byte === 0x22 || byte === 0x27) {
      const close = xml.indexOf(byte, at + 1);
      if (close < 0) return xml.length;
      at = close;
    }
  }
  return xml.length;
}

/** After a comment, a CDATA section or a declaration. */
function nonElementEnd(xml: Buffer, at: number): number {
  const opening = xml.toString('latin1', at, at + 9);
  const close = opening.startsWith('<!--') ? '-->' : opening === '<![CDATA[' ? ']]>' : '>';
  const end = xml.indexOf(close, at + 2);
  return end < 0 ? xml.length : end + close.length;
}
