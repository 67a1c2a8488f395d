import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkView } from '../../src/view/api.js';
import { lineAt, lineStarts, rowOf } from '../../web/src/lines.js';

const chunk = (charStart: number, charEnd: number, overlapChars = 0): ChunkView => ({
  id: `${charStart}`,
  name: '',
  type: '',
  breadcrumb: '',
  tokens: 1,
  startLine: 1,
  endLine: 1,
  charStart,
  charEnd,
  overlapChars,
  partIndex: 1,
  partOf: 1,
  prefix: '',
  context: '',
  outline: null,
});
const rows = (text: string, chunks: readonly ChunkView[], looked?: ChunkView) => {
  const starts = lineStarts(text);
  return starts.slice(1).map((_, line) => rowOf(text, starts, line, chunks, looked));
};

describe('the rows of a text', () => {
  it('are its lines, in spans by chunk', () => {
    const text = 'ab\ncdef\n\ngh';
    const drawn = rows(text, [chunk(0, 5), chunk(5, 8), chunk(9, 11)]);
    expect(drawn.map((row) => row.stretches.map(({ text, chunk }) => [text, chunk]))).toEqual([
      [['ab', 0]],
      [
        ['cd', 0],
        ['ef', 1],
      ],
      [['', -1]],
      [['gh', 2]],
    ]);
    expect(drawn.map(({ begins }) => begins)).toEqual([0, 1, -1, 2]);
  });

  it('mark the overlap of the current chunk', () => {
    const second = chunk(3, 9, 3); // it begins with "cd\n", which the first has already
    const drawn = rows('ab\ncd\nef\n', [chunk(0, 6), second], second);
    expect(drawn.map(({ stretches }) => stretches)).toEqual([
      [{ start: 0, text: 'ab', chunk: 0, repeated: false }],
      [{ start: 3, text: 'cd', chunk: 0, repeated: true }],
      [{ start: 6, text: 'ef', chunk: 1, repeated: false }],
    ]);
  });

  it('show the beginning of an endless line, and the number of missing characters', () => {
    const [row] = rows('x'.repeat(5000), [chunk(0, 5000)]);
    expect(row.stretches.map(({ text }) => text.length)).toEqual([2000]);
    expect(row.hidden).toBe(3000);
  });

  it('lose nothing: every character once, and under the chunk it belongs to', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\t', 'é', '😀') });
    const cuts = fc.array(fc.nat(40), { maxLength: 6 });
    fc.assert(
      fc.property(text, cuts, (text, cuts) => {
        const edges = [...new Set(cuts.map((cut) => Math.min(cut, text.length)))].sort((a, b) => a - b);
        // Every second stretch is a chunk, so that there are gaps, too.
        const chunks = edges.flatMap((from, i) => (i % 3 < 2 && edges[i + 1] ? [chunk(from, edges[i + 1])] : []));
        const drawn = rows(text, chunks);
        const whole = drawn.map(({ stretches }) => stretches.map((one) => one.text).join('')).join('\n');
        expect(whole).toBe(text.replace(/\n$/, ''));
        const of = (at: number): number =>
          chunks.findIndex(({ charStart, charEnd }) => charStart <= at && at < charEnd);
        let at = 0;
        for (const { stretches } of drawn) {
          for (const one of stretches) {
            for (let i = 0; i < one.text.length; i++) expect(one.chunk).toBe(of(at + i));
            at += one.text.length;
          }
          at++;
        }
      }),
    );
  });

  it('are found by an offset', () => {
    const starts = lineStarts('ab\ncdef\n\ngh');
    expect(starts).toEqual([0, 3, 8, 9, 11]);
    expect([0, 2, 3, 7, 8, 9, 10, 99].map((offset) => lineAt(starts, offset))).toEqual([0, 0, 1, 1, 2, 3, 3, 3]);
  });
});
