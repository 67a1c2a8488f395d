import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Colouring } from '../../web/src/colouring.js';

const kinds = ['plain', 'keyword', 'string'];
const run = (length: number, kind: number): number => length * kinds.length + kind;

describe('the parts of a coloured text', () => {
  it('have one colour each, and are marked or not', () => {
    const text = 'return oak;';
    const colouring = new Colouring({ text, highlights: { kinds, runs: [run(6, 1), run(5, 0)] }, marks: [3, 10] });
    expect(colouring.parts(0, 11)).toEqual([
      { text: 'ret', kind: 'keyword', mark: -1 },
      { text: 'urn', kind: 'keyword', mark: 0 },
      { text: ' oak', kind: 'plain', mark: 0 },
      { text: ';', kind: 'plain', mark: -1 },
    ]);
    expect(colouring.parts(7, 10)).toEqual([{ text: 'oak', kind: 'plain', mark: 0 }]);
  });

  it('of a text without colours are plain', () => {
    const colouring = new Colouring({ text: 'oak', highlights: { kinds, runs: [] }, marks: [] });
    expect(colouring.parts(0, 3)).toEqual([{ text: 'oak', kind: 'plain', mark: -1 }]);
  });

  it('lose nothing, for any span', () => {
    const runs = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(2)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(runs, fc.array(fc.nat(30), { maxLength: 8 }), fc.nat(30), fc.nat(30), (made, cuts, a, b) => {
        const length = made.reduce((sum, [size]) => sum + size, 0);
        const text = Array.from({ length }, (_, i) => String.fromCharCode(97 + (i % 26))).join('');
        const edges = [...new Set(cuts.filter((cut) => cut < length))].sort((x, y) => x - y);
        const marks = edges.slice(0, edges.length - (edges.length % 2));
        const [from, to] = [Math.min(a, b, length), Math.min(Math.max(a, b), length)];
        const highlights = { kinds, runs: made.map(([size, kind]) => run(size, kind)) };
        const parts = new Colouring({ text, highlights, marks }).parts(from, to);
        expect(parts.map((part) => part.text).join('')).toBe(text.slice(from, to));
        const kindAt = made.flatMap(([size, kind]) => Array.from({ length: size }, () => kinds[kind]));
        let at = from;
        for (const part of parts)
          for (const _ of part.text) {
            const mark = marks.findIndex((start, i) => i % 2 === 0 && start <= at && at < marks[i + 1]);
            expect([part.kind, part.mark]).toEqual([kindAt[at], mark < 0 ? -1 : mark / 2]);
            at++;
          }
      }),
    );
  });
});
