/** Bytes to text and back, byte by byte, also where they are malformed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, decodeText } from '../../src/sources/decode.js';

/** Every character with the bytes that the offsets say are its own. */
function shares(bytes: Uint8Array): [string, string][] {
  const { text, offsets } = decode(bytes);
  const chars = [...text];
  let at = 0;
  return chars.map((char) => {
    const part = bytes.subarray(offsets.byteAt(at), offsets.byteAt(at + char.length));
    at += char.length;
    return [char, Buffer.from(part).toString('hex')];
  });
}

describe('decode', () => {
  it.each([
    [
      'a lone continuation byte',
      [0x61, 0x80, 0x62],
      [
        ['a', '61'],
        ['\ufffd', '80'],
        ['b', '62'],
      ],
    ],
    [
      'a sequence cut short',
      [0xe2, 0x82, 0x41],
      [
        ['\ufffd', 'e282'],
        ['A', '41'],
      ],
    ],
    [
      'a sequence cut short at the end',
      [0x41, 0xf0, 0x9f, 0x98],
      [
        ['A', '41'],
        ['\ufffd', 'f09f98'],
      ],
    ],
    [
      'an overlong form',
      [0xc0, 0xaf],
      [
        ['\ufffd', 'c0'],
        ['\ufffd', 'af'],
      ],
    ],
    [
      'a surrogate in UTF-8',
      [0xed, 0xa0, 0x80],
      [
        ['\ufffd', 'ed'],
        ['\ufffd', 'a0'],
        ['\ufffd', '80'],
      ],
    ],
    [
      'above the last code point',
      [0xf4, 0x90, 0x80, 0x80],
      [
        ['\ufffd', 'f4'],
        ['\ufffd', '90'],
        ['\ufffd', '80'],
        ['\ufffd', '80'],
      ],
    ],
    [
      'a U+FFFD that is really there',
      [0xef, 0xbf, 0xbd, 0xff],
      [
        ['\ufffd', 'efbfbd'],
        ['\ufffd', 'ff'],
      ],
    ],
    [
      'a mark, an emoji and a bad byte',
      [0xef, 0xbb, 0xbf, 0xf0, 0x9f, 0x98, 0x80, 0xfe],
      [
        ['\ufeff', 'efbbbf'],
        ['😀', 'f09f9880'],
        ['\ufffd', 'fe'],
      ],
    ],
  ])('%s', (_name, given, expected) => expect(shares(Uint8Array.from(given))).toEqual(expected));

  it('reports how many sequences it replaced, and the byte order mark', () => {
    expect(decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0xff)).decoding).toEqual({
      encoding: 'utf-8',
      bom: true,
      replaced: 1,
    });
    expect(decode(Buffer.from('plain')).decoding).toEqual({ encoding: 'utf-8', bom: false, replaced: 0 });
    expect(decode(Buffer.from('\ufeffhé', 'utf16le'))).toMatchObject({
      text: '\ufeffhé',
      decoding: { encoding: 'utf-16le', bom: true, replaced: 0 },
    });
    expect(decode(Buffer.from('\ufeffhé', 'utf16le').swap16())).toMatchObject({
      text: '\ufeffhé',
      decoding: { encoding: 'utf-16be' },
    });
  });

  it('accounts for every byte of anything', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (noise) => {
        const bytes = Buffer.concat([Buffer.from('é'), noise]);
        const all = shares(bytes);
        expect(all.map(([, hex]) => hex).join('')).toBe(bytes.toString('hex'));
        expect(all.map(([char]) => char).join('')).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
      }),
    );
  });
});

it('accounts for every byte of any UTF-16, including lone surrogates and odd bytes', () => {
  const half = fc.constantFrom(0xd8, 0xdb, 0xdc, 0xdf, 0x0a, 0x0d, 0x00);
  fc.assert(
    fc.property(fc.boolean(), fc.array(fc.oneof(half, fc.nat(255)), { maxLength: 12 }), (little, noise) => {
      const bytes = Uint8Array.of(...(little ? [0xff, 0xfe] : [0xfe, 0xff]), ...noise);
      const all = shares(bytes);
      expect(all.map(([, hex]) => hex).join('')).toBe(Buffer.from(bytes).toString('hex'));
      expect(all.map(([char]) => char).join('')).toBe(decode(bytes).text);
    }),
  );
});

describe('decodeText', () => {
  it('replaces a lone surrogate by U+FFFD, and reports it', () => {
    expect(decodeText('a\ud800b')).toMatchObject({ text: 'a\ufffdb', decoding: { replaced: 1 } });
    expect(decodeText('a😀\ufffd')).toMatchObject({ text: 'a😀\ufffd', decoding: { replaced: 0 } });
  });
});
