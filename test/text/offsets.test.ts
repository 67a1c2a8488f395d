import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, decodeText } from '../../src/sources/decode.js';
import { insidePair } from '../../src/text/offsets.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const again = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);

describe('offsets', () => {
  it('maps characters, bytes and lines, as drawn in its comment', () => {
    const { offsets } = decodeText('aé😀\r\nz');
    expect([0, 1, 2, 4, 5, 6].map((char) => offsets.byteAt(char))).toEqual([0, 1, 3, 7, 8, 9]);
    expect([0, 1, 3, 7, 8, 9].map((byte) => offsets.charAt(byte))).toEqual([0, 1, 2, 4, 5, 6]);
    expect([0, 5, 6].map((char) => offsets.lineAt(char))).toEqual([1, 1, 2]);
  });

  it.each([
    ['a\nb\nc', 3],
    ['a\r\nb\r\n', 2],
    ['a\rb\rc', 3],
    ['a\r\n\rb\n\r', 4],
    ['', 1],
    ['\n', 1],
    ['\n\n', 2],
    ['\ufeffa\n', 1],
    ['\ra\rb', 3],
  ])('counts the lines of %j: %i', (text, lines) => {
    expect(decodeText(text).offsets.lineCount).toBe(lines);
  });

  it('returns the start of the character for a byte inside it', () => {
    const { offsets } = decodeText('é😀');
    expect([0, 1, 2, 3, 4, 5, 6].map((byte) => offsets.charAt(byte))).toEqual([0, 0, 1, 1, 1, 1, 3]);
  });

  it('is invertible at every character boundary, whatever the bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 600 }),
        fc.array(fc.constantFrom('é', '😀', 'a', '\r\n', '€')),
        (noise, words) => {
          const bytes = Buffer.concat([bytesOf(words.join('')), noise, bytesOf(words.join(''))]);
          const { text, offsets, decoding } = decode(bytes);
          expect(offsets.byteAt(text.length)).toBe(bytes.length);
          let at = 0;
          for (const char of text) {
            const [start, end] = [offsets.byteAt(at), offsets.byteAt(at + char.length)];
            expect(offsets.charAt(start)).toBe(at);
            expect(again(bytes.subarray(start, end), decoding.encoding)).toBe(char);
            at += char.length;
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('offsets of a long text', () => {
  const text = ['oak é\n', '€ ash\r\n', 'elm 😀 birch\n', 'plain and long enough to fill a line of its own\n']
    .join('')
    .repeat(900);
  const boundaries = [...Array(text.length + 1).keys()].filter((at) => at % 97 === 0 && !insidePair(text, at));

  it('equal a count from the beginning', () => {
    const { offsets } = decodeText(text);
    for (const at of [...boundaries, text.length]) {
      const before = text.slice(0, at);
      const byte = Buffer.byteLength(before);
      expect(offsets.byteAt(at)).toBe(byte);
      expect(offsets.charAt(byte)).toBe(at);
      expect(offsets.lineAt(at)).toBe(Math.min(offsets.lineCount, before.split('\n').length));
    }
  });

  it('return the start of each line, and the end after the last', () => {
    const { offsets } = decodeText(text);
    const lines = text.split(/(?<=\n)/);
    expect(offsets.lineCount).toBe(lines.length);
    let at = 0;
    for (const [i, line] of lines.entries()) {
      expect(offsets.lineStart(i + 1)).toBe(at);
      at += line.length;
    }
    expect(offsets.lineStart(lines.length + 1)).toBe(text.length);
  });
});

it('only the offset between the halves of a pair is inside it', () => {
  const inside = (text: string): boolean[] => [...Array(text.length + 1).keys()].map((at) => insidePair(text, at));
  expect(inside('a😀b')).toEqual([false, false, true, false, false]);
  expect(inside('\ud83d')).toEqual([false, false]);
  expect(inside('a\ude00\ud83d')).toEqual([false, false, false, false]);
});

describe('offsets at the edges', () => {
  it('of widths: the first and the last character of each', () => {
    const chars = ['\0', '\u007f', '\u0080', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\ufffd', '\uffff'];
    const pairs = ['\u{10000}', '\u{103ff}', '\u{10fc00}', '\u{10ffff}'];
    const text = [...chars, ...pairs].join('');
    const malformed = decode(Buffer.concat([bytesOf(text), Buffer.from([0xff]), bytesOf(text)]));
    for (const decoded of [decodeText(text), malformed]) {
      let [at, byte] = [0, 0];
      for (const char of decoded.text) {
        expect([decoded.offsets.byteAt(at), decoded.offsets.charAt(byte)]).toEqual([byte, at]);
        const isMalformed = at === text.length;
        at += char.length;
        byte += isMalformed ? 1 : Buffer.byteLength(char);
      }
    }
  });

  it('of a stride: the middle of a pair has the offset of its start', () => {
    const text = `é${'a'.repeat(254)}😀b`;
    const { offsets } = decodeText(text);
    expect([255, 256, 257, 258].map((char) => offsets.byteAt(char))).toEqual([256, 256, 260, 261]);
    expect([255, 256, 257, 259, 260].map((byte) => offsets.charAt(byte))).toEqual([254, 255, 255, 255, 257]);
  });

  it('of a text: the end is the last offset', () => {
    const { offsets } = decodeText('éa');
    expect([3, 4, 9].map((byte) => offsets.charAt(byte))).toEqual([2, 2, 2]);
  });

  it('of UTF-16 that is truncated inside a character', () => {
    const { text, offsets } = decode(Uint8Array.from([0xff, 0xfe, 0x61, 0x00, 0x62]));
    expect(text).toBe('\ufeffa\ufffd');
    expect([0, 1, 2, 3].map((char) => offsets.byteAt(char))).toEqual([0, 2, 4, 5]);
    expect([0, 2, 4, 5].map((byte) => offsets.charAt(byte))).toEqual([0, 1, 2, 3]);
  });
});

describe('decode', () => {
  it('reads UTF-16 both ways, by its mark, and keeps the mark', () => {
    for (const [encoding, bytes] of [
      ['utf-16le', Buffer.from('\ufeffhi 😀\n', 'utf16le')],
      ['utf-16be', Buffer.from('\ufeffhi 😀\n', 'utf16le').swap16()],
    ] as const) {
      const { text, offsets, decoding } = decode(bytes);
      expect(text).toBe('\ufeffhi 😀\n');
      expect(decoding).toEqual({ encoding, bom: true, replaced: 0 });
      expect(offsets.byteAt(3)).toBe(6);
      expect(offsets.charAt(6)).toBe(3);
    }
  });

  it('replaces malformed bytes and records how many', () => {
    const bytes = Uint8Array.from([0x61, 0xe2, 0x82, 0x41, 0xc0, 0xaf, 0xf0, 0x9f, 0x98, 0xff, 0x7a]);
    const { text, offsets, decoding } = decode(bytes);
    expect(text).toBe('a\ufffdA\ufffd\ufffd\ufffd\ufffdz');
    expect(decoding.replaced).toBe(5);
    expect([...text].map((_, i) => offsets.byteAt(i))).toEqual([0, 1, 3, 4, 5, 6, 9, 10]);
  });

  it('replaces lone surrogates of a string, and reports it', () => {
    const { text, decoding } = decodeText('a\ud800b');
    expect(text).toBe('a\ufffdb');
    expect(decoding.replaced).toBe(1);
  });
});
