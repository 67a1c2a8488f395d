/**
 * Other words for the terms of a query, and what each of them is worth in this index:
 *
 *     cap    rarity 6.2    limit     0.9 · 3.1     likely, and common here
 *                          throttle  0.82 · 6.2    rarer than the term itself: no more than that
 *                          ceiling                 no chunk has it
 */
import type { Store } from '../store/store.js';
import { queryWords, wordOf } from '../text/words.js';
import { synonymsIn } from './thesaurus.js';

export interface Synonym {
  readonly word: string;
  /** The word as a term of the index. */
  readonly term: string;
  readonly value: number;
}

/** The worth of a likely synonym, what each one behind it is worth less, and the least, as shares of a term's rarity. */
const [LIKELIEST, LESS, LEAST] = [0.9, 0.08, 0.4];

/** How rare a term is in an index; one that no chunk has is as rare as can be. */
export const rarityOf = (frequency: number, chunks: number): number => Math.log((chunks + 1) / Math.max(1, frequency));

/** For each term, the most valuable first. `frequencies`: the number of chunks that have each term. */
export async function querySynonyms(
  store: Pick<Store, 'documentFrequencies'>,
  text: string,
  frequencies: readonly number[],
  chunks: number,
): Promise<readonly (readonly Synonym[])[]> {
  const synonyms = synonymsIn(text);
  const words = queryWords(text).flatMap((term, at) =>
    (synonyms.get(term) ?? []).map((word, rank) => ({ at, rank, word, term: wordOf(word) })),
  );
  const found = await store.documentFrequencies(words.map(({ term }) => term));
  const byTerm = frequencies.map((): Synonym[] => []);
  for (const [i, { at, rank, word, term }] of words.entries()) {
    const rarity = Math.min(rarityOf(frequencies[at], chunks), rarityOf(found[i], chunks));
    if (found[i] > 0) byTerm[at].push({ word, term, value: Math.max(LEAST, LIKELIEST - LESS * rank) * rarity });
  }
  return byTerm.map((some) => some.sort((a, b) => b.value - a.value));
}
