/** The hand-written pretoken rules cut as the published patterns do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASK, classAt, classes, widthAt } from '../../../src/text/tokens/classes.js';
import { nextCl100k, nextO200k } from '../../../src/text/tokens/pretokens.js';
import { awkward, published } from './published.js';

/** Array.from and its like walk by characters; these are code units. */
const unitsIn = (text: string): Uint16Array => Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

const rules = [
  { name: 'cl100k', next: nextCl100k, pattern: published.cl100k },
  { name: 'o200k', next: nextO200k, pattern: published.o200k },
];

describe.each(rules)('the pretokens of $name', ({ next, pattern }) => {
  /** What stands behind the end must not be seen. */
  const pretokens = (text: string, behind: string): string[] => {
    const units = unitsIn(text + behind);
    const out: string[] = [];
    for (let at = 0; at < text.length; ) {
      const end = next(units, at, text.length);
      out.push((text + behind).slice(at, end));
      at = Math.max(end, at + 1);
    }
    return out;
  };

  it('are those of the pattern, for each pair of characters that matter to it', () => {
    const pairs = awkward.flatMap((a) => awkward.map((b) => a + b)).filter((pair) => !/\ud83d\udc00/.test(pair));
    const wrong = pairs.filter((pair) => pretokens(pair, "'s").join('|') !== pair.match(pattern)?.join('|'));
    expect(wrong).toEqual([]);
  });

  it.each([
    '.\n/',
    '.\n//x',
    "'v.",
    "'r.",
    "'l.",
    "'.e",
    "x'.e",
    'x.s',
    'LOW',
    'oak st',
    "'rx",
    "'vx",
    "'lx",
    "x're",
    "x'rx",
    "X'VX",
    "x'le",
    'AB\u0301C',
    'A中B',
    ' \u0085x',
    ' shell',
    '.dot',
    '-time',
    '\u2003\u2003x',
    ' \t\u2005x', // of which no other test asks: a class is looked up once
  ])('are those of the pattern, for %j', (text) => {
    for (const behind of ['e', 'A', "'s", '\n', '/', ' '])
      expect(pretokens(text, behind), behind).toEqual(text.match(pattern));
  });

  it('are those of the pattern, for any mixture of them', () => {
    const mixture = fc.array(fc.constantFrom(...awkward), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(mixture, fc.constantFrom('', 's', 'A', ' ', '1', '\n', 'é', '\udc00'), (parts, behind) => {
        expect(pretokens(parts.join(''), behind)).toEqual(parts.join('').match(pattern));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the class of a character', () => {
  const names = ['other', 'space', 'newline', 'number', 'upper', 'lower', 'caseless', 'mark'];
  const classOf = (text: string, end = text.length): string => names[classAt(unitsIn(text), 0, end)];

  it.each([
    ['\n', 'newline'],
    ['\r', 'newline'],
    ['\t', 'space'],
    ['\u0085', 'space'],
    ['\u200a', 'space'],
    ['\u200b', 'other'],
    ['\ufeff', 'other'],
    ['7', 'number'],
    ['Ⅷ', 'number'],
    ['A', 'upper'],
    ['ǅ', 'upper'],
    ['a', 'lower'],
    ['ʰ', 'caseless'],
    ['中', 'caseless'],
    ['\u0301', 'mark'],
    ['\u20d0', 'mark'],
    ['.', 'other'],
    ['𝟙', 'number'],
    ['𐐀', 'upper'],
    ['😀', 'other'],
    ['\ud83d', 'other'],
    ['\ude00', 'other'],
    ['\ud83dx', 'other'],
  ])('%j is %s, the first time and the next', (text, name) => {
    classes.fill(ASK); // what was asked before is known for good
    expect([classOf(text), classOf(text)]).toEqual([name, name]);
  });

  it('is cached, and never for half a pair', () => {
    classOf('ŵ');
    expect(classes['ŵ'.charCodeAt(0)]).not.toBe(ASK);
    classOf('𝟙');
    expect(classes['𝟙'.charCodeAt(0)]).toBe(ASK);
  });

  it('of a pair needs both halves before the end', () => {
    expect(classOf('𝟙', 1)).toBe('other');
    expect(widthAt(unitsIn('𝟙'), 0, 2)).toBe(2);
    expect(widthAt(unitsIn('𝟙'), 0, 1)).toBe(1);
    expect(widthAt(unitsIn('𝟙'), 1, 2)).toBe(1);
    expect(widthAt(unitsIn('\ud83dx'), 0, 2)).toBe(1);
    expect(widthAt(unitsIn('ab'), 0, 2)).toBe(1);
  });
});
