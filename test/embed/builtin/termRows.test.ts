import { describe, expect, it } from 'vitest';
import { TermRows } from '../../../src/embed/builtin/termRows.js';
import { Terms } from '../../../src/embed/builtin/terms.js';

/** The number of a word. */
function termOf(word: string): number {
  const terms = new Terms();
  terms.read(word);
  return terms.list[0];
}

const words = [
  'get',
  'url',
  'it',
  ...Array.from(
    { length: 600 },
    (_, i) => `${String.fromCharCode(97 + (i % 26))}${String.fromCharCode(97 + Math.floor(i / 26))}`,
  ),
];
const counts = new TermRows(Uint32Array.from(words, termOf));
const read = (text: string): [string, number][] => {
  const { rows, counts: times, count } = counts.read(text);
  return Array.from({ length: count }, (_, i) => [words[rows[i]], times[i]]);
};

describe('the terms of a text', () => {
  it('are in the order of their first occurrence, with their counts', () =>
    expect(read('get the url, get it')).toEqual([['get', 2], ['url', 1], ['it', 1]])); // biome-ignore format: one line

  it('do not depend on the text before', () => {
    read('url url url');
    expect(read('url')).toEqual([['url', 1]]);
    expect(read('')).toEqual([]);
  });

  it('are 512 at most, each counted 64 times at most', () => {
    const all = read(`${'get '.repeat(1000)}${words.join(' ')}`);
    expect(all).toHaveLength(512);
    expect(all[0]).toEqual(['get', 64]);
  });
});
