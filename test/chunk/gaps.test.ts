import { describe, expect, it } from 'vitest';
import { gapsIn } from '../../src/chunk/gaps.js';
import type { Span } from '../../src/types.js';

const span = (start: number, end: number): Span => ({ start, end });
const drawn = (text: string, spans: Span[], headings?: Span[]): string[] =>
  gapsIn(text, spans, headings).map(({ kind, start, end }) => `${kind} ${start}-${end}`);

describe('gaps', () => {
  it('are what no piece holds', () => {
    expect(drawn('  oak  ash ', [span(2, 5), span(7, 10)])).toEqual([
      'whitespace 0-2',
      'whitespace 5-7',
      'whitespace 10-11',
    ]);
    expect(drawn('oak', [span(0, 3)])).toEqual([]);
    expect(drawn('   ', [])).toEqual(['whitespace 0-3']);
    expect(drawn('', [])).toEqual([]);
  });

  it('name the byte order mark by itself', () => {
    expect(drawn('\ufeff oak', [span(2, 5)])).toEqual(['bom 0-1', 'whitespace 1-2']);
    expect(drawn('\ufeff# A\noak', [span(5, 8)], [span(1, 5)])).toEqual(['bom 0-1', 'heading 1-5']);
    expect(drawn('oak\ufeff', [span(0, 3)])).toEqual(['whitespace 3-4']);
  });

  it('name headings where no piece holds them, in the order of the text', () => {
    const text = '# Oak\n\nHard.\n# Ash\nTough.\n';
    expect(drawn(text, [span(7, 13), span(19, 26)], [span(0, 6), span(13, 19)])).toEqual([
      'heading 0-6',
      'whitespace 6-7',
      'heading 13-19',
    ]);
    expect(drawn(text, [span(0, 26)], [span(0, 6)])).toEqual([]);
  });
});
