import { describe, expect, it } from 'vitest';
import { gapsIn } from '../../src/chunk/blank.js';
import type { Span } from '../../src/types.js';

const span = (start: number, end: number): Span => ({ start, end });
const drawn = (text: string, spans: Span[]): string[] =>
  gapsIn(text, spans).map(({ kind, start, end }) => `${kind} ${start}-${end}`);

describe('gaps', () => {
  it('are the text outside of all chunks', () => {
    expect(drawn('  oak  ash ', [span(2, 5), span(7, 10)])).toEqual([
      'whitespace 0-2',
      'whitespace 5-7',
      'whitespace 10-11',
    ]);
    expect(drawn('oak', [span(0, 3)])).toEqual([]);
    expect(drawn('   ', [])).toEqual(['whitespace 0-3']);
    expect(drawn('', [])).toEqual([]);
  });

  it('list the byte order mark separately', () => {
    expect(drawn('\ufeff oak', [span(2, 5)])).toEqual(['bom 0-1', 'whitespace 1-2']);
    expect(drawn('oak\ufeff', [span(0, 3)])).toEqual(['whitespace 3-4']);
  });
});
