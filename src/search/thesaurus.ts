/**
 * What sources call the things that people ask about in everyday words, from train/thesaurus.txt (docs/model.md):
 *
 *     cap: limit throttle max                a word, and other words for it, the likeliest first
 *     fire off: send dispatch emit           two words that stand together
 *
 * Both sides are compared as terms (text/words.ts), so `capped` finds `throttling`.
 */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { packageFile } from '../packageFile.js';
import { wordOf, wordsOf } from '../text/words.js';

let entries: ReadonlyMap<string, readonly string[]> | undefined;

/** For each term of a query that has any: other words for it, the likeliest first. Those of two words are with the first. */
export function synonymsIn(query: string): ReadonlyMap<string, readonly string[]> {
  entries ??= readEntries();
  const found = new Map<string, readonly string[]>();
  const terms = wordsOf(query).split(' ');
  for (const [i, term] of terms.entries()) {
    const words = [entries.get(`${term} ${terms[i + 1]}`) ?? [], found.get(term) ?? entries.get(term) ?? []].flat();
    if (words.length > 0) found.set(term, different(words, term));
  }
  return found;
}

function readEntries(): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>();
  const text = brotliDecompressSync(readFileSync(packageFile('data/thesaurus.br'))).toString();
  for (const line of text.trimEnd().split('\n')) {
    const [said, others] = line.split(': ');
    const key = wordsOf(said);
    all.set(key, [...(all.get(key) ?? []), ...others.split(' ')]);
  }
  return all;
}

/** One word of each term, and none of the term itself. */
function different(words: readonly string[], term: string): readonly string[] {
  const known = new Set(['', term]);
  return words.filter((word) => !known.has(wordOf(word)) && known.add(wordOf(word)));
}
