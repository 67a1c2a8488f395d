import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlank, lineHead, skipBlank, visibleSpans } from '../../src/chunk/blank.js';

describe('blank', () => {
  it('is an invisible character', () => {
    const seen = [...'\t\n\v\f\r \u0085\u00a0\u3000\u2028\u2029\ufeff'].map((char) => isBlank(char.charCodeAt(0)));
    expect(seen).toEqual(seen.map(() => true));
  });

  it.each([...'a.0\b\u000e\u001f!\u0084\u0086\u009f\u00a1\u200b\u2027\u202a\u2fff\u3001\ufefe中'])(
    'is not %j',
    (char) => {
      expect(isBlank(char.charCodeAt(0))).toBe(false);
    },
  );

  it.each([
    ['  oak', 0, 5, 2],
    ['  oak', 1, 2, 2],
    ['  oak', 2, 5, 2],
    ['   ', 0, 2, 2],
    ['   ', 0, 3, 3],
    ['', 0, 0, 0],
  ])('of %j from %i to %i is skipped up to %i', (text, from, to, visible) => {
    expect(skipBlank(text, from, to)).toBe(visible);
  });
});

describe('the head of a line', () => {
  it.each([
    ['the indentation stands before', 'oak\n  ash', 6, 0, 4],
    ['tabs do', 'oak\n\t ash', 6, 0, 4],
    ['the line ended with a return', 'oak\r  ash', 6, 0, 4],
    ['it is the first line', '  ash', 2, 0, 0],
    ['nothing stands before', 'ash', 0, 0, 0],
    ['a word stands before', 'oak  ash', 5, 0, 5],
    ['the least is inside the indentation', 'oak\n  ash', 6, 5, 5],
    ['the least follows a word', 'oak  ash', 5, 3, 3],
    ['the least is there already', 'oak\n  ash', 6, 6, 6],
    ['the line has no indentation', 'oak\nash', 4, 0, 4],
    ['another kind of space stands before', 'oak\n\u00a0ash', 5, 0, 5],
  ])('when %s', (_, text, at, least, head) => {
    expect(lineHead(text, at, least)).toBe(head);
  });
});

/** By the words of the promise: every maximal blank stretch longer than `longest` is left out. */
function byTheRule(text: string, start: number, end: number, longest: number): string[] {
  const long = new RegExp(`\\s{${longest + 1},}`, 'g');
  const shown = text.slice(start, end).replace(long, (blank) => '|'.repeat(blank.length));
  return [...shown.matchAll(/[^|]+/g)].map(({ 0: span, index }) => `${start + index}-${start + index + span.length}`);
}

describe('what is visible of a text', () => {
  it('is everything but the long blank runs, at any position', () => {
    const words = fc.array(fc.constantFrom('a', ' ', '  ', '   ', '\n', 'bc'), { maxLength: 24 });
    fc.assert(
      fc.property(words, fc.nat(4), fc.nat(4), fc.integer({ min: 1, max: 5 }), (parts, before, after, longest) => {
        const text = parts.join('');
        const start = Math.min(before, text.length);
        const end = Math.max(start, text.length - after);
        const spans = visibleSpans(text, { start, end }, longest).map((span) => `${span.start}-${span.end}`);
        expect(spans).toEqual(byTheRule(text, start, end, longest));
      }),
      { numRuns: 400 },
    );
  });
});
