/**
 * Bytes → text, with every byte accounted for. UTF-8, or UTF-16 with a byte order mark.
 * Malformed sequences become U+FFFD, and the number of bytes that each replaces is
 * recorded, so that offsets are those of the file.
 *
 * A byte order mark stays in the text as U+FEFF: it is part of the file like any other
 * character, and the cutting loop records it as a gap.
 */
import { isUtf8 } from 'node:buffer';
import { type Irregular, Offsets } from '../text/offsets.js';
import type { Decoding } from '../types.js';

export interface Decoded {
  readonly text: string;
  readonly offsets: Offsets;
  readonly decoding: Decoding;
}

/** `encoding`: for a part of a file, whose beginning determined it. */
export function decode(bytes: Uint8Array, encoding?: Decoding['encoding']): Decoded {
  const detected = encoding === undefined;
  const utf16 = detected ? utf16ByMark(bytes) : encoding === 'utf-8' ? undefined : encoding;
  if (utf16) {
    // Half a unit at the end is a separate character: after half a pair, the decoder would join both.
    const odd = bytes.length % 2;
    const whole = bytes.subarray(0, bytes.length - odd);
    const text = new TextDecoder(utf16, { ignoreBOM: true }).decode(whole) + '\ufffd'.repeat(odd);
    const replaced = count(text, '\ufffd');
    return {
      text,
      offsets: new Offsets(text, bytes.length, 'utf-16'),
      decoding: { encoding: utf16, bom: detected, replaced },
    };
  }
  const bom = detected && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  // Buffer's own decoder keeps the mark and is faster than TextDecoder on ASCII.
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) {
    const text = buffer.toString('utf8');
    return {
      text,
      offsets: new Offsets(text, bytes.length),
      decoding: { encoding: 'utf-8', bom, replaced: 0 },
    };
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const irregular = findMalformed(bytes, text);
  return {
    text,
    offsets: new Offsets(text, bytes.length, 'utf-8', irregular),
    decoding: { encoding: 'utf-8', bom, replaced: irregular.chars.length },
  };
}

/** A text that was never bytes, as the UTF-8 file it would be. A lone surrogate has no bytes, so it becomes U+FFFD. */
export function decodeText(given: string): Decoded {
  const wellFormed = given.isWellFormed();
  const text = wellFormed ? given : given.toWellFormed();
  let replaced = 0;
  if (!wellFormed) for (let i = 0; i < text.length; i++) if (text[i] !== given[i]) replaced++;
  return {
    text,
    offsets: new Offsets(text, Buffer.byteLength(text)),
    decoding: { encoding: 'utf-8', bom: text.startsWith('\ufeff'), replaced },
  };
}

function utf16ByMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** Walks text and bytes in parallel and records each U+FFFD that is not in the bytes. */
function findMalformed(bytes: Uint8Array, text: string): Irregular {
  const chars: number[] = [];
  const widths: number[] = [];
  for (let char = 0, byte = 0; char < text.length; char++) {
    const unit = text.charCodeAt(char);
    if (unit < 0x80) byte += 1;
    else if (unit < 0x800) byte += 2;
    else if (unit >= 0xd800 && unit <= 0xdbff) {
      byte += 4;
      char++;
    } else if (unit === 0xfffd && !(bytes[byte] === 0xef && bytes[byte + 1] === 0xbf && bytes[byte + 2] === 0xbd)) {
      const width = malformedWidth(bytes, byte);
      chars.push(char);
      widths.push(width);
      byte += width;
    } else byte += 3;
  }
  return { chars, widths };
}

/**
 * How many bytes one U+FFFD replaces: the longest prefix of a valid sequence, or a single
 * byte, as in the Encoding Standard.
 *
 *     E2 82 41     → 2   (a start of E2 82 AC)        C0 AF → 1 (C0 starts nothing)
 */
function malformedWidth(bytes: Uint8Array, at: number): number {
  const lead = bytes[at];
  const needed =
    lead >= 0xc2 && lead <= 0xdf ? 1 : lead >= 0xe0 && lead <= 0xef ? 2 : lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
  let width = 1;
  for (let i = 1; i <= needed; i++) {
    const low = i > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const high = i > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    const byte = bytes[at + i];
    if (byte === undefined || byte < low || byte > high) break;
    width++;
  }
  return width;
}

function count(text: string, char: string): number {
  let n = 0;
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) n++;
  return n;
}
