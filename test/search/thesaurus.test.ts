/** Other words for those of a query: the file, and what each is worth in an index. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { querySynonyms } from '../../src/search/querySynonyms.js';
import { synonymsIn } from '../../src/search/thesaurus.js';
import { wordOf } from '../../src/text/words.js';

const lines = readFileSync(new URL('../../train/thesaurus.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

describe('the thesaurus', () => {
  it('has an entry a line: one word or two, and others for the same', () =>
    expect(lines.filter((line) => !/^[a-z]+( [a-z]+)?: [a-z\d]+( [a-z\d]+)*$/.test(line))).toEqual([]));

  it('has each entry once, in order', () => {
    const entries = lines.map((line) => line.split(':')[0]);
    expect(new Set(entries).size).toBe(entries.length);
    expect(lines).toEqual([...lines].sort());
  });

  it('has no other word twice, and none that is the word itself', () => {
    const wrong = lines.filter((line) => {
      const [said, others] = line.split(': ').map((part) => part.split(' '));
      return (
        new Set(others).size < others.length ||
        others.some((word) => said.length === 1 && wordOf(word) === wordOf(said[0]))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('knows a word in every form, and what two words mean together', () => {
    expect(synonymsIn('capped speeds').get('cap')).toEqual(expect.arrayContaining(['limit', 'throttle']));
    expect(synonymsIn('how does it fire off requests').get('fire')?.slice(0, 2)).toEqual(['send', 'dispatch']);
    expect(synonymsIn('fire').get('fire')?.slice(0, 2)).not.toEqual(['send', 'dispatch']);
  });

  it('is silent about names and words it does not know', () =>
    expect(synonymsIn('the frobnicator of quux')).toEqual(new Map()));

  it('has no form of a word among the others for it', () => {
    for (const [term, words] of synonymsIn(lines.map((line) => line.split(':')[0]).join(' '))) {
      const terms = words.map(wordOf);
      expect(terms).not.toContain(term);
      expect(new Set(terms).size).toBe(terms.length);
    }
  });
});

describe('the other words of a query', () => {
  const found: Record<string, number> = { limit: 50, throttl: 1 };
  const store = { documentFrequencies: async (words: readonly string[]) => words.map((word) => found[word] ?? 0) };

  it('are worth what they tell apart, and at most what the term would', async () => {
    const [cap, others] = await querySynonyms(store, 'cap quux', [4, 0], 99);
    const rank = (word: string): number => synonymsIn('cap').get('cap')?.indexOf(word) ?? -1;
    expect([rank('limit'), rank('throttle')]).toEqual([0, 2]);
    expect(cap).toEqual([
      { word: 'throttle', term: 'throttl', value: expect.closeTo((0.9 - 2 * 0.08) * Math.log(25), 12) },
      { word: 'limit', term: 'limit', value: expect.closeTo(0.9 * Math.log(2), 12) },
    ]);
    expect(others).toEqual([]);
  });

  it('are none where no chunk has them', async () => expect(await querySynonyms(store, 'pick', [4], 99)).toEqual([[]]));
});
