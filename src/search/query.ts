/**
 * A question as it is typed.
 *
 *     how are chunks packed                 plain words
 *     "token budget" path:src/chunk         a phrase that must be there; only below this path
 *     symbol:Client.get lang:python -test   only what that name defines; a language; a word that must not be there
 *     -path:vendor -lang:rst type:function  a minus leaves out
 *     fix the "not" keyword of a schema     in a sentence, quotes do not filter: chunks that contain them rank higher
 *     what does `verify` take               so do backticks
 *     make -d a short flag for --depth      what a program's flags look like is a word
 *     tell me about the Order model         the Order model: what is said to the one who answers is not looked for
 *
 * Whatever is not one of these is a word, so no words that are typed are an error. docs/query.md has all of it.
 */
import type { SearchFilter } from './searchFilter.js';

export interface Query {
  /** What is looked for: the words, and those of phrases and symbols. */
  readonly text: string;
  /** Each must stand in a result, whatever the case. */
  readonly phrases: readonly string[];
  /** Each had better: what a sentence has in quotes, and what is code, in backticks. */
  readonly stressed: readonly string[];
  /** None of these may. */
  readonly not: readonly string[];
  /** Names, whole or dotted, that a result is of. */
  readonly symbols: readonly string[];
  readonly filter: SearchFilter;
  /** What looks like an operator and is none, for a note to the user. */
  readonly unknown: readonly string[];
}

/** Longer questions are pasted text; more says no more. */
const LONGEST = 10_000;

/** So many words beside a phrase make a sentence. */
const SENTENCE = 3;
/** `-test` leaves out what has that word; `-d`, `-0` and `--depth` are flags that somebody asks about. */
const LEFT_OUT = /^\p{L}.{2,}$/su;

/** `like this` */
const CODE = /`([^`]+)`/g;
/** -?operator:"value" or -?operator:value, a "phrase", or a word. */
const TERM = /(-?)(?:([a-z]+):)?(?:"([^"]*)"|([^\s"]+))/gi;

export function parseQuery(typed: string): Query {
  const words: string[] = [];
  const phrases: string[] = [];
  let plain = 0;
  const not: string[] = [];
  const symbols: string[] = [];
  const unknown: string[] = [];
  const filter: Record<string, string[]> = {};
  let trees: Pick<SearchFilter, 'tree' | 'notTree'> = {};
  const listed =
    (key: string, notKey: string) =>
    (value: string, minus: boolean): void => {
      const name = minus ? notKey : key;
      filter[name] = [...(filter[name] ?? []), value];
    };
  const operators: Readonly<Record<string, (value: string, minus: boolean) => void>> = {
    path: listed('paths', 'notPaths'),
    lang: listed('languages', 'notLanguages'),
    type: listed('types', 'notTypes'),
    tree: (value, minus) => {
      trees = { ...trees, [minus ? 'notTree' : 'tree']: value };
    },
    symbol: (value, minus) => {
      listed('symbols', 'notSymbols')(value, minus);
      if (minus) return;
      symbols.push(value);
      words.push(value);
    },
  };
  for (const [whole, minus, operator, phrase, word] of typed.slice(0, LONGEST).matchAll(TERM)) {
    const value = phrase ?? word ?? '';
    const known = operator === undefined ? undefined : operators[operator.toLowerCase()];
    if (known && value !== '') known(value, minus === '-');
    else if (operator !== undefined) {
      // `std::vector`, `a:b` and links are words; only a lone word before a colon was meant as an operator.
      if (/^[a-z]+$/i.test(value)) unknown.push(operator);
      words.push(whole);
      plain++;
    } else if (phrase !== undefined) {
      if (phrase.trim() === '') continue;
      if (minus) not.push(phrase);
      else {
        phrases.push(phrase);
        words.push(phrase);
      }
    } else if (minus && LEFT_OUT.test(value)) not.push(value);
    else {
      words.push(`${minus}${value}`);
      plain++;
    }
  }
  const isSentence = plain >= SENTENCE;
  return {
    text: withoutRequest(words.join(' ')),
    phrases: isSentence ? [] : phrases,
    stressed: [
      ...(isSentence ? phrases : []),
      ...Array.from(typed.slice(0, LONGEST).matchAll(CODE), ([, code]) => code),
    ],
    not,
    symbols,
    unknown,
    filter: { ...trees, ...filter },
  };
}

/** What is said to whoever should answer; its words stand in comments that answer something else. */
const REQUEST =
  /^\W*(?:please )?(?:(?:can|could|would) you )?(?:please )?(?:(?:tell|show|teach) me(?: (?:something |more |all )?about)?|walk me through|give me an? (?:overview|idea|summary) of|(?:explain|describe)(?: to me)?(?= (?:the|a|an|how|what|why|when|where|our|this)\b)) (?=\S)/i;

/** `tell me about the Order model` asks for `the Order model`. */
const withoutRequest = (text: string): string => text.replace(REQUEST, '');

/** A question in which nothing is an operator. */
export const plainQuery = (text: string): Query => ({
  text,
  phrases: [],
  stressed: [],
  not: [],
  symbols: [],
  unknown: [],
  filter: {},
});
