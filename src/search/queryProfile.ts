/** A question, read once: whatever the features of a chunk need to know of it. */

import { type FileKindName, kindsMentioned } from '../text/fileKinds.js';
import { queryWords, wordOf } from '../text/words.js';
import { backgroundIdf } from './backgroundIdf.js';
import type { Query } from './query.js';

export interface QueryProfile {
  readonly text: string;
  /** Stems, and names as a whole; each once. */
  readonly words: readonly string[];
  /** Of each word: ln of all chunks to those that have it; 0 where none has it, and none can be told by it. */
  readonly idf: readonly number[];
  /** The same of code bases of all kinds. */
  readonly backgroundIdf: readonly number[];
  /** The places in `words` of the two rarest, the rarest first. */
  readonly rarest: readonly number[];
  /** How each word was written, in small letters. */
  readonly spellings: ReadonlyMap<string, ReadonlySet<string>>;
  /** Symbols that are asked for, and what else looks like a name. */
  readonly symbols: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly emphasized: readonly string[];
  /** Kinds of files that it speaks of. */
  readonly kinds: ReadonlySet<FileKindName>;
  readonly form: QuestionForm;
  /** ln of the chunks in the index. */
  readonly size: number;
}

const forms = {
  how: /^\W*(?:how|explain)\b/i,
  where: /^\W*(?:where|which|who|whose)\b/i,
  what: /^\W*(?:what(?:'s| is| are)|define)\b/i,
  why: /\bwhy\b/i,
  change: /\b(?:i want|i'd like|we want|change|add(?:ing)?|implement|fix|remove)\b/i,
} as const;
export type QuestionForm = keyof typeof forms | 'sentence' | 'keywords';

/** What looks like a name in a question: `getUser`, `get_user`, `Client.get`. */
const NAME = /\b[A-Za-z_$][\w$]*(?:[.:#]+[A-Za-z_$][\w$]*)*\b/g;
/** A plain word is no name: `get` would be in every question. */
const isName = (word: string): boolean => /[a-z][A-Z]|_|[.:#]|^[A-Z][a-z]+[A-Z]/.test(word);
const namesIn = (text: string): readonly string[] => (text.match(NAME) ?? []).filter(isName);

/** Names are compared without the signs that languages put between their parts. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[_$]/g, '').replace(/::|#/g, '.');

/** Names that a question asks for: those it calls symbols, and what looks like one. */
export const namesInQuery = ({ symbols, text }: Query): readonly string[] => [...symbols, ...namesIn(text)];

/** `frequencies`: how many of all chunks have each of its words. */
export function profileQuery(query: Query, frequencies: readonly number[], chunks: number): QueryProfile {
  const { text, stressed } = query;
  const words = queryWords(text);
  const rarity = frequencies.map((n) => (n === 0 ? 0 : Math.log((chunks + 1) / n)));
  const names = new Set(namesIn(text).map(plainName));
  // A question that is a name and nothing else asks for that symbol.
  const only = plainName(text.trim());
  return {
    text,
    words,
    idf: rarity,
    backgroundIdf: words.map((word, i) => (frequencies[i] === 0 ? 0 : backgroundIdf(word))),
    rarest: words
      .map((_, i) => i)
      .sort((a, b) => rarity[b] - rarity[a] || a - b)
      .slice(0, 2),
    spellings: speltOf(text),
    symbols: new Set([...query.symbols.map(plainName), ...(names.has(only) ? [only] : [])]),
    names,
    emphasized: stressed.map((phrase) => phrase.toLowerCase()),
    kinds: kindsMentioned(text),
    form: formOf(text, words.length),
    size: Math.log(chunks + 1),
  };
}

const LETTERS = /[a-z]+/gi;

function speltOf(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [part] of text.matchAll(LETTERS)) {
    const word = wordOf(part);
    found.set(word, (found.get(word) ?? new Set()).add(part.toLowerCase()));
  }
  return found;
}

/** Of as many words as say something, a sentence has more that say nothing. */
function formOf(text: string, telling: number): QuestionForm {
  const found = (Object.keys(forms) as (keyof typeof forms)[]).find((form) => forms[form].test(text)); // keys of the table
  if (found) return found;
  const all = text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
  return all > telling + 1 ? 'sentence' : 'keywords';
}
