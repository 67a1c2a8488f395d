/** A measured text knows the count of each of its parts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BytePair } from '../../../src/text/tokens/bytePair.js';
import { tokenizer } from '../../../src/text/tokens/index.js';
import { nextCl100k } from '../../../src/text/tokens/pretokens.js';
import { Marks, plainRuler } from '../../../src/text/tokens/ruler.js';
import { awkward } from './published.js';
import { tinyRanks, twice } from './tiny.js';

const tiny = (): BytePair => new BytePair('tiny', tinyRanks(), nextCl100k);
const insidePair = (text: string, at: number): boolean => !text.slice(0, at).isWellFormed() && text.isWellFormed();

/** Every part of a text, but those that would tear a pair. */
function everyPart(text: string): [start: number, end: number][] {
  const places = Array.from({ length: text.length + 1 }, (_, at) => at).filter((at) => !insidePair(text, at));
  return places.flatMap((start) => places.filter((end) => end >= start).map((end): [number, number] => [start, end]));
}

function isExact(tokenizer: BytePair, text: string): void {
  const ruler = tokenizer.ruler(text);
  const wrong = everyPart(text).filter(([start, end]) => {
    const count = tokenizer.count(text.slice(start, end));
    const [a, b] = [ruler.edge(start), ruler.edge(end)];
    const isSum = start === end || a.settled > b.anchored || b.closes - a.opens === count;
    const isPast = count < 2 || ruler.tokens(start, end, count - 1) >= count;
    const fits = ruler.fits(start, end, count) && (count === 0 || !ruler.fits(start, end, count - 1));
    return !(isSum && isPast && fits && ruler.tokens(start, end) === count);
  });
  expect(wrong).toEqual([]);
}

describe('a ruler', () => {
  it.each([
    'lower low',
    "don't  lower\n\n  x",
    'aaaaaaaaaaaa aaaa',
    '  \n \n\n  low',
    'é中😀é',
    '\u0085\u00a0 \u3000x\u2028',
    '123456 12',
    '  1\n',
  ])('counts every part of %j', (text) => isExact(tiny(), text));

  it.each(twice)('counts every part of a text filled with %j', (space) => {
    const two = space + space;
    isExact(tiny(), `${two}x${two}\n${two}1${two}.${two}`);
  });

  it('reads nothing after the end of its text', () => {
    const tokenizer = tiny();
    const ruler = tokenizer.ruler('low   ');
    tokenizer.count('1111111111'); // still lies where the text is read to
    expect(ruler.tokens(4, 6)).toBe(1);
  });

  it.each([
    // Between two pretokens nothing is read but the sums.
    ['low|(low', { opens: 1, closes: 1, settled: 3, anchored: 3 }],
    ['low\n|low', { opens: 2, closes: 2, settled: 4, anchored: 4 }],
    ['low\r|low', { opens: 2, closes: 2, settled: 4, anchored: 4 }],
    ['low |', { opens: 2, closes: 2, settled: 4, anchored: 4 }],
    // Inside a pretoken: on to where it ends, and back to where it begins.
    ['low lo|wer', { opens: 1, closes: 3, settled: 9, anchored: 3 }],
    // White space: what ends with it may count less than what goes on.
    ['low  |  low', { opens: 2, closes: 2, settled: 6, anchored: 3 }],
  ])('has the edge %j', (drawn, edge) => {
    expect(tiny().ruler(drawn.replace('|', '')).edge(drawn.indexOf('|'))).toEqual(edge);
  });

  it('counts every part of any mixture', () => {
    const tokenizer = tiny();
    const mixture = fc.array(fc.constantFrom(...awkward.filter((part) => part.isWellFormed()), 'low', 'aaaa'), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(mixture, (parts) => isExact(tokenizer, parts.join(''))),
      { numRuns: 25 },
    );
  });

  it.each(['cl100k_base', 'o200k_base'])('counts every part with a text before it, by %s', (name) => {
    const real = tokenizer(name);
    const words = fc.constantFrom(
      ...awkward.filter((part) => part.isWellFormed()),
      'low',
      'aaaa',
      '\n',
      ' ',
      '/',
      ')\n',
    );
    const text = fc
      .array(words, { minLength: 30, maxLength: 60 })
      .map((parts) => parts.join('').slice(0, 300).toWellFormed());
    const before = fc.array(words, { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, before, fc.nat(), (whole, lead, seed) => {
        const ruler = real.ruler?.(whole);
        for (const [start, end] of [
          [0, whole.length],
          [seed % whole.length, whole.length],
          [0, seed % whole.length],
        ]) {
          if (insidePair(whole, start) || insidePair(whole, end)) continue;
          expect(ruler?.tokensAfter?.(lead, start, end)).toBe(real.count(lead + whole.slice(start, end)));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('estimates the tokens before a position', () => {
    const ruler = tiny().ruler('low low low');
    expect([0, 1, 3, 4, 7, 8, 11].map((at) => ruler.roughly(at))).toEqual([0, 1, 1, 2, 2, 3, 3]);
  });

  it('gives up on the edge of an endless pretoken', () => {
    const text = `low ${'a'.repeat(600)} low`;
    const { settled, opens, anchored, closes } = tiny().ruler(text).edge(304);
    expect([settled, opens, anchored, closes]).toEqual([Number.MAX_SAFE_INTEGER, 0, -1, 0]);
    const near = tiny().ruler(text).edge(603);
    expect(near).toMatchObject({ settled: 604, anchored: -1 });
    expect(tiny().ruler(text).edge(203)).toMatchObject({ anchored: 3 });
    expect(tiny().ruler(text).tokens(304, 600)).toBe(tiny().count('a'.repeat(296)));
  });

  it('reads no text that certainly exceeds the limit', () => {
    const tokenizer = tiny();
    const ruler = tokenizer.ruler('a'.repeat(100));
    expect(ruler.tokens(1, 99, 5)).toBe(6);
    expect(ruler.fits(1, 99, 12)).toBe(false);
    expect(ruler.fits(1, 99, 13)).toBe(true);
  });
});

describe('marks', () => {
  it('add up the tokens of the pretokens before a position', () => {
    const marks = new Marks(200);
    for (const [at, tokens] of [
      [0, 1],
      [3, 2],
      [31, 3],
      [32, 254],
      [64, 255],
      [70, 1000],
      [150, 1],
    ] as const)
      marks.set(at, tokens);
    const sums = [0, 1, 3, 4, 31, 32, 33, 64, 65, 70, 71, 96, 150, 151, 200].map((at) => marks.before(at));
    expect(sums).toEqual([0, 1, 1, 3, 3, 6, 260, 260, 515, 515, 1515, 1515, 1515, 1516, 1516]);
    expect([0, 1, 3, 70, 71, 199, 200, 201].map((at) => marks.starts(at))).toEqual([
      true,
      false,
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('the ruler of a tokenizer that only counts', () => {
  it('counts parts directly, and sums lines for edges', () => {
    const asked: string[] = [];
    const letters = {
      name: 'letters',
      count: (value: string): number => {
        asked.push(value);
        return value.length;
      },
    };
    const ruler = plainRuler('ab\ncd\nef', letters);
    expect([ruler.tokens(1, 4), ruler.tokens(4, 4), ruler.tokens(5, 4)]).toEqual([3, 0, 0]);
    expect([ruler.fits(0, 4, 4), ruler.fits(0, 4, 3)]).toEqual([true, false]);
    asked.length = 0;
    expect([0, 1, 3, 4, 6, 7, 8, 2].map((at) => ruler.roughly(at))).toEqual([0, 1, 3, 4, 6, 7, 8, 2]);
    expect(asked.filter((part) => part.length > 1)).toEqual(['ab\n', 'cd\n', 'ef', 'ab']);
    expect(ruler.edge(7)).toEqual({ opens: 7, closes: 7, settled: 7, anchored: 7 });
  });

  it('reads an empty first line as one', () => {
    const asked: string[] = [];
    const ruler = plainRuler('\nab\n', { name: 'n', count: (line) => asked.push(line) });
    ruler.roughly(1);
    expect(asked).toEqual(['\n']);
  });

  it('passes on the limit', () => {
    const limits: (number | undefined)[] = [];
    const ruler = plainRuler('oak', { name: 'n', count: (_text, limit) => limits.push(limit) });
    ruler.tokens(0, 3, 7);
    ruler.fits(0, 3, 8);
    expect(limits).toEqual([7, 8]);
  });
});
