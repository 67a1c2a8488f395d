/**
 * What sources call the things that people ask about in everyday words, from train/thesaurus.txt (docs/model.md):
 *
 *     cap: limit throttle max                a word, and other words for it, the likeliest first
 *     fire off: send dispatch emit           two words that stand together
 *
 * Both sides are compared as terms (text/words.ts), so `capped` finds `throttling`.
 */
import { brotliDecompressSync } from 'node:zlib';
import { readPackageFile } from '../packageFile.js';
import { wordOf, wordsOf } from '../text/words.js';

let lines: string | undefined;

/** For each term of a query that has any: other words for it, the likeliest first. Those of two words are with the first. */
export function synonymsIn(query: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const terms = wordsOf(query).split(' ');
  for (const [i, term] of terms.entries()) {
    const words = [...entry(`${term} ${terms[i + 1]}`), ...(found.get(term) ?? entry(term))];
    if (words.length > 0) found.set(term, different(words, term));
  }
  return found;
}

/** A query has few words: a table of all entries would take longer to fill than the whole ranking. */
function entry(terms: string): readonly string[] {
  lines ??= brotliDecompressSync(readPackageFile('data/thesaurus.br')).toString();
  const at = lines.indexOf(`\n${terms}: `);
  if (at < 0) return [];
  const start = at + terms.length + 3;
  return lines.slice(start, lines.indexOf('\n', start)).split(' ');
}

/** One word of each term, and none of the term itself. */
function different(words: readonly string[], term: string): readonly string[] {
  const known = new Set(['', term]);
  return words.filter((word) => !known.has(wordOf(word)) && known.add(wordOf(word)));
}
