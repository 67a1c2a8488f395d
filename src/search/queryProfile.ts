/** A query, analysed once: its terms with their weights, names, emphasis and form, for the ranking features. */
import { type FileKindName, kindsMentioned } from '../text/fileKinds.js';
import { queryWords, wordOf } from '../text/words.js';
import { backgroundIdf } from './backgroundIdf.js';
import type { Query } from './query.js';
import { rarityOf, type Synonym } from './querySynonyms.js';
import { formOf, type QuestionForm } from './questionForm.js';

export interface QueryProfile {
  readonly text: string;
  /** Distinct terms: stems, and whole identifiers. */
  readonly words: readonly string[];
  /** Inverse document frequency of each term in this index; 0 for a term that no chunk has. */
  readonly idf: readonly number[];
  /** The same, where a term that no chunk has is as rare as can be: other words for it count. */
  readonly rarity: readonly number[];
  /** Other words for each term. */
  readonly synonyms: readonly (readonly Synonym[])[];
  /** The same over many code bases (backgroundIdf.ts). */
  readonly backgroundIdf: readonly number[];
  /** Indexes into `words` of the two rarest terms, the rarest first. */
  readonly rarest: readonly number[];
  /** The lower-case spellings of each term in the query. */
  readonly spellings: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names given by `symbol:`, and everything else that looks like an identifier. */
  readonly symbols: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly emphasized: readonly string[];
  /** Kinds of files that the query mentions. */
  readonly kinds: ReadonlySet<FileKindName>;
  readonly form: QuestionForm;
  /** ln of the number of chunks in the index. */
  readonly size: number;
}

/** An identifier in a query: `getUser`, `get_user`, `Client.get`. */
const NAME = /\b[A-Za-z_$][\w$]*(?:[.:#]+[A-Za-z_$][\w$]*)*\b/g;
/** A plain word does not count as a name: `get` occurs in too many queries. */
const isName = (word: string): boolean => /[a-z][A-Z]|_|[.:#]|^[A-Z][a-z]+[A-Z]/.test(word);
const namesIn = (text: string): readonly string[] => (text.match(NAME) ?? []).filter(isName);

/** Names are compared without case and separators: `get_user`, `getUser`; `A::b`, `A#b` and `A.b`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[_$]/g, '').replace(/::|#/g, '.');

/** All names in a query: `symbol:` values and identifiers. */
export const namesInQuery = ({ symbols, text }: Query): readonly string[] => [...symbols, ...namesIn(text)];

/** `frequencies`: the number of chunks that have each term. `synonyms`: of each term (querySynonyms.ts). */
export function profileQuery(
  query: Query,
  frequencies: readonly number[],
  chunks: number,
  synonyms: readonly (readonly Synonym[])[] = frequencies.map(() => []),
): QueryProfile {
  const { text, stressed } = query;
  const words = queryWords(text);
  const idf = frequencies.map((n) => (n === 0 ? 0 : Math.log((chunks + 1) / n)));
  const names = new Set(namesIn(text).map(plainName));
  // A query that is a single name asks for that symbol.
  const wholeName = plainName(text.trim());
  return {
    text,
    words,
    idf,
    backgroundIdf: words.map((word, i) => (frequencies[i] === 0 ? 0 : backgroundIdf(word))),
    rarity: frequencies.map((n) => rarityOf(n, chunks)),
    synonyms,
    rarest: words
      .map((_, i) => i)
      .sort((a, b) => idf[b] - idf[a] || a - b)
      .slice(0, 2),
    spellings: spellingsOf(text),
    symbols: new Set([...query.symbols.map(plainName), ...(names.has(wholeName) ? [wholeName] : [])]),
    names,
    emphasized: stressed.map((phrase) => phrase.toLowerCase()),
    kinds: kindsMentioned(text),
    form: formOf(text, words.length),
    size: Math.log(chunks + 1),
  };
}

const LETTERS = /[a-z]+/gi;

function spellingsOf(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const spellings = new Map<string, Set<string>>();
  for (const [part] of text.matchAll(LETTERS)) {
    const word = wordOf(part);
    spellings.set(word, (spellings.get(word) ?? new Set()).add(part.toLowerCase()));
  }
  return spellings;
}
