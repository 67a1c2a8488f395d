/** Which neighbours share a chunk, drawn: `|` stands where a run was split. */
import { describe, expect, it } from 'vitest';
import { groupSiblings } from '../../src/chunk/groupSiblings.js';
import type { Span } from '../../src/types.js';

/** Every line is a segment, with the blank lines after it. */
function segmentsOf(text: string): Span[] {
  return [...text.matchAll(/[^\n]*\S[^\n]*(\n\s*$|\n([ \t\r]*\n)*|$)/g)].map(({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
  }));
}

function split(text: string, { cap, minTokens = 0 }: { cap: number; minTokens?: number }): string[] {
  const segments = segmentsOf(text);
  expect(segments.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  const measure = {
    fits: (from: number, to: number) => segments[to - 1].end - segments[from].start <= cap,
    approximateTokens: (at: number) => at,
    minTokens,
  };
  return groupSiblings(text, segments, measure).map(([from, to]) =>
    text.slice(segments[from].start, segments[to - 1].end),
  );
}

describe('neighbours', () => {
  it('share one chunk if all of them fit', () => {
    expect(split('oak\nash\n\n\nelm\n', { cap: 14 })).toEqual(['oak\nash\n\n\nelm\n']);
  });

  it('stay separate if not even one fits', () => {
    expect(split('oak\nash\nelm\n', { cap: 1 })).toEqual(['oak\n', 'ash\n', 'elm\n']);
    expect(split('oak\n', { cap: 1 })).toEqual(['oak\n']);
  });

  it('are split at the most blank lines, and again on each side until it fits', () => {
    const text = 'oak\n\nash\nelm\n\n\nfir\nyew\n\nbay\n';
    expect(split(text, { cap: 15 })).toEqual(['oak\n\nash\nelm\n\n\n', 'fir\nyew\n\nbay\n']);
    expect(split(text, { cap: 13 })).toEqual(['oak\n\n', 'ash\nelm\n\n\n', 'fir\nyew\n\nbay\n']);
    expect(split(text, { cap: 10 })).toEqual(['oak\n\n', 'ash\nelm\n\n\n', 'fir\nyew\n\n', 'bay\n']);
  });

  it.each(['\n \n', '\n\t\n', '\n\r\n', '\n \t \n'])('treat %j as a blank line, too', (blank) => {
    const text = (at: number): string =>
      ['oak', 'ash', 'elm', 'fir'].reduce((a, b, i) => a + (i === at ? blank : '\n') + b);
    for (const at of [1, 2, 3]) {
      const halves = text(at).split(blank);
      expect(split(text(at), { cap: text(at).length - 1 })).toEqual([halves[0] + blank, halves[1]]);
    }
  });

  it('treat three blank lines like two', () => {
    const parted = (first: string, second: string): string =>
      split(`oak\n${first}ash\n${second}elm\n`, { cap: 12 })[0].trim();
    expect(parted('\n\n', '\n\n\n\n')).toBe(parted('\n\n', '\n\n'));
    expect(parted('\n\n\n\n', '\n\n')).toBe(parted('\n\n', '\n\n'));
  });

  it('are split where no tiny group is left, if possible', () => {
    const text = 'oak\n\n\nash\nelm\nfir\n\nyew\nbay\n';
    expect(split(text, { cap: 24 })[0]).toBe('oak\n\n\n');
    expect(split(text, { cap: 24, minTokens: 6 })[0]).toBe('oak\n\n\n');
    expect(split(text, { cap: 24, minTokens: 7 })).toEqual(['oak\n\n\nash\nelm\nfir\n\n', 'yew\nbay\n']);
    expect(split(text, { cap: 24, minTokens: 8 })).toEqual(['oak\n\n\nash\nelm\nfir\n\n', 'yew\nbay\n']);
  });

  it('are split at the strongest boundary if each leaves a tiny group', () => {
    expect(split('oak\nash\n\nelm\n', { cap: 12, minTokens: 12 })).toEqual(['oak\nash\n\n', 'elm\n']);
    expect(split('oak\n\nash\nelm\n', { cap: 12, minTokens: 12 })).toEqual(['oak\n\n', 'ash\nelm\n']);
  });

  it('have different strengths if their lines are equal', () => {
    const sizes = split('the same line\n'.repeat(40), { cap: 14 * 12 }).map((part) => part.length / 14);
    expect(sizes).toEqual([10, 3, 12, 12, 3]);
  });

  it('are split by the first 80 characters of a line only', () => {
    const [a, b, c, d] = ['oak', 'ash', 'elm', 'fir'].map((name) => name.repeat(40).slice(0, 80));
    const plain = split(`${a}\n${b}\n${c}\n${d}\n`, { cap: 300 });
    expect(split(`${a}x\n${b}y\n${c}z\n${d}w\n`, { cap: 300 }).map((part) => part.split('\n').length)).toEqual(
      plain.map((part) => part.split('\n').length),
    );
  });
});
