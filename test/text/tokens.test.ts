import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { afterAll, describe, expect, it } from 'vitest';
import { insidePair } from '../../src/text/offsets.js';
import { estimateTokens, plainRuler, tokenizer, tokenizerNames } from '../../src/text/tokens/index.js';
import { FAR_FROM_SQUARE, growth } from '../growth.js';

/** Characters on which pretoken rules turn: contractions, digits, every kind of space, marks, cases, pairs, specials. */
const awkward = [
  ...[
    "'",
    "'s",
    "'S",
    "'ll",
    "'LL",
    "'ve",
    "'Re",
    "'ſ",
    'ſ',
    "n't",
    'a',
    'b',
    'Z',
    'HELLO',
    'hello',
    'ǅ',
    'ʰ',
    'é',
    'e\u0301',
  ],
  ...['\u0301', '中', '文字', 'ا', 'ا\u064b', 'ß', 'ﬁ', '1', '12345', '²', 'Ⅷ', '٣', '𝟙', '𝕬', '𐐀', '𐐨'],
  ...[
    ' ',
    '  ',
    '    ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    '\v',
    '\f',
    '\u0085',
    '\u00a0',
    '\u1680',
    '\u2003',
    '\u2028',
    '\u3000',
    '\ufeff',
  ],
  ...[
    '.',
    ',',
    '/',
    '//',
    '!!!',
    '(',
    '{}',
    '#',
    '=',
    '"',
    '`',
    '—',
    '…',
    '€',
    '😀',
    '👨‍👩‍👧‍👦',
    '🇩🇪',
    '\u200d',
    '\ufffd',
    '\0',
    '\x7f',
  ],
  ...['<|endoftext|>', '<|fim_prefix|>', 'ﷺ', '한국어', 'ひらがな', '\u{1F9D1}\u{1F3FD}', '\u{10FFFF}', '\ue000'],
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...awkward), fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 40 })
  .map((parts) => parts.join(''));

/** A cut never falls between the halves of a surrogate pair. */
const whole = (value: string, at: number): number => (insidePair(value, at) ? at - 1 : at);

for (const name of tokenizerNames) {
  const ours = tokenizer(name);
  const oracle = get_encoding(name);
  const expected = (value: string): number => oracle.encode_ordinary(value).length;
  afterAll(() => oracle.free());

  describe(name, () => {
    it.each(awkward)('counts %j as tiktoken does', (value) => {
      expect(ours.count(value)).toBe(expected(value));
    });

    it('counts every mixture as tiktoken does', () => {
      fc.assert(
        fc.property(text, (value) => ours.count(value) === expected(value)),
        { numRuns: 3000 },
      );
    });

    it('counts real files as tiktoken does', () => {
      for (const file of ['src/schema.ts', 'package-lock.json', 'README.md', 'test/text/tokens.test.ts']) {
        const value = readFileSync(file, 'utf8').slice(0, 200_000);
        expect(ours.count(value)).toBe(expected(value));
      }
    });

    it('reads special tokens as text', () => {
      expect(ours.count('<|endoftext|>')).toBeGreaterThan(1);
    });

    it('returns token ends that join to the text', () => {
      fc.assert(
        fc.property(text, (value) => {
          const ends = ours.tokenEnds(value);
          expect(ends.length).toBe(expected(value));
          expect(ends.at(-1) ?? 0).toBe(value.length);
          for (let i = 1; i < ends.length; i++) expect(ends[i]).toBeGreaterThanOrEqual(ends[i - 1]);
        }),
      );
    });

    it('has the exact count of every part of a measured text', () => {
      fc.assert(
        fc.property(text, fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 5, maxLength: 5 }), (value, parts) => {
          const ruler = ours.ruler(value);
          // Making a text takes longer than measuring it: five parts of each.
          for (const [x, y] of parts) {
            const start = whole(value, x % (value.length + 1));
            const end = whole(value, start + (y % (value.length - start + 1)));
            expect(ruler.tokens(start, end)).toBe(ours.count(value.slice(start, end)));
            const [a, b] = [ruler.edge(start), ruler.edge(end)];
            if (start < end && a.settled <= b.anchored)
              expect(b.closes - a.opens).toBe(ours.count(value.slice(start, end)));
          }
        }),
        { numRuns: 1000 },
      );
    });

    it('stops early on request', () => {
      const long = 'word '.repeat(100_000);
      expect(ours.count(long, 10)).toBeGreaterThan(10);
      expect(ours.count(long, 10)).toBeLessThan(100);
      expect(ours.ruler(long).tokens(0, long.length, 10)).toBeGreaterThan(10);
    });

    it.each([
      ['one letter', (n: number) => 'a'.repeat(n)],
      ['spaces', (n: number) => ' '.repeat(n)],
      ['line breaks', (n: number) => '\n'.repeat(n)],
      ['digits', (n: number) => '7'.repeat(n)],
      [
        'base64',
        (n: number) =>
          Buffer.from(Uint8Array.from({ length: n * 0.75 }, (_, i) => (i * 7919 + (i >> 3) * 31) & 255)).toString(
            'base64',
          ),
      ],
      ['one emoji', (n: number) => '😀'.repeat(n / 2)],
    ])('is not quadratic on %s', async (_, make) => {
      let tries = 0;
      const measure = (size: number): void => {
        // A little longer every time: the count of what was seen before is kept.
        const value = make(size + 4 * tries++);
        ours.count(value);
        ours.ruler(value).tokens(size >> 1, (size >> 1) + 100);
      };
      expect(await growth(measure, 25_000)).toBeLessThan(FAR_FROM_SQUARE);
    });
  });
}

describe('a tokenizer of the caller', () => {
  it('is measured by counting alone', () => {
    const letters = { name: 'letters', count: (value: string) => value.length };
    const ruler = plainRuler('ab\ncd\nef', letters);
    expect(ruler.tokens(1, 4)).toBe(3);
    expect(ruler.edge(7).closes - ruler.edge(1).opens).toBe(6);
  });
});

it('refuses an unknown tokenizer, and lists the known ones', () => {
  expect(() => tokenizer('p50k')).toThrow(/Unknown tokenizer 'p50k'/);
});

it('estimates only under an explicit name', () => {
  expect(estimateTokens('hello world, this is a test')).toBeGreaterThan(5);
  expect(estimateTokens('')).toBe(0);
});
