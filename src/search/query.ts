/**
 * The query syntax.
 *
 *     how are chunks packed                 plain words
 *     "token budget" path:src/chunk         a required phrase; only below this path
 *     symbol:Client.get lang:python -test   only that definition; a language; an excluded word
 *     -path:vendor -lang:rst type:function  a minus excludes
 *     since:2w author:ann                   commits, where the index has any
 *     fix the "not" keyword of a schema     inside a sentence quotes emphasize: chunks with the phrase rank higher
 *     what does `verify` take               so do backticks
 *     in:api -in:web                        of a workspace, only these roots; or all but these
 *     make -d a short flag for --depth      command-line flags are plain words
 *     tell me about the Order model         the Order model: the request itself is not searched for
 *
 * Everything else is a plain word, so no query is a syntax error. docs/query.md has all of it.
 */
import type { SearchFilter } from './searchFilter.js';

export interface Query {
  /** The words to search for, including those of phrases and symbols. */
  readonly text: string;
  /** Every result contains all of these, ignoring case. */
  readonly phrases: readonly string[];
  /** Emphasized: quoted phrases of a sentence, and code in backticks. */
  readonly stressed: readonly string[];
  /** No result contains any of these. */
  readonly not: readonly string[];
  /** Names, plain or dotted, whose definitions are searched. */
  readonly symbols: readonly string[];
  readonly filter: SearchFilter;
  /** Words before a colon that are no operator, for a note to the user. */
  readonly unknown: readonly string[];
}

/** Longer queries are pasted text; the rest adds nothing. */
const LONGEST = 10_000;

/** With so many words beside a phrase the query is a sentence. */
const SENTENCE = 3;
/** `-test` excludes a word; `-d`, `-0` and `--depth` are flags that the query is about. */
const LEFT_OUT = /^\p{L}.{2,}$/su;

/** `like this` */
const CODE = /`([^`]+)`/g;
/** -?operator:"value" or -?operator:value, a "phrase", or a word. */
const TERM = /(-?)(?:([a-z]+):)?(?:"([^"]*)"|([^\s"]+))/gi;

/** Which operators are known beside those of every index. */
export interface QueryOperators {
  /** Those that only commits have. */
  readonly commits?: boolean;
  /** `in:`, where it is a workspace with these roots. */
  readonly roots?: readonly string[] | undefined;
}

export function parseQuery(typed: string, { commits = true, roots }: QueryOperators = {}): Query {
  const words: string[] = [];
  const phrases: string[] = [];
  let plain = 0;
  const not: string[] = [];
  const symbols: string[] = [];
  const unknown: string[] = [];
  const filter: Record<string, string[]> = {};
  let single: Pick<SearchFilter, 'tree' | 'notTree' | 'since' | 'before'> = {};
  const listed =
    (key: string, notKey: string) =>
    (value: string, minus: boolean): void => {
      const name = minus ? notKey : key;
      filter[name] = [...(filter[name] ?? []), value];
    };
  const inRoot = listed('roots', 'notRoots');
  const operators: Readonly<Record<string, (value: string, minus: boolean) => unknown>> = {
    path: listed('paths', 'notPaths'),
    lang: listed('languages', 'notLanguages'),
    type: listed('types', 'notTypes'),
    ...(roots ? { in: (value, minus) => value.split(',').map((name) => inRoot(name, minus)) } : {}),
    tree: (value, minus) => {
      single = { ...single, [minus ? 'notTree' : 'tree']: value };
    },
    ...(commits && {
      since: (value, minus) => {
        single = { ...single, [minus ? 'before' : 'since']: value };
      },
      author: listed('authors', 'notAuthors'),
    }),
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
      // `std::vector`, `a:b` and links are words; only a plain word before a colon was meant as an operator.
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
    filter: { ...single, ...filter },
  };
}

/** What is said to whoever should answer; its words stand in comments that answer something else. */
const REQUEST =
  /^\W*(?:please )?(?:(?:can|could|would) you )?(?:please )?(?:(?:tell|show|teach) me(?: (?:something |more |all )?about)?|walk me through|give me an? (?:overview|idea|summary) of|(?:explain|describe)(?: to me)?(?= (?:the|a|an|how|what|why|when|where|our|this)\b)) (?=\S)/i;

/** `tell me about the Order model` asks for `the Order model`. */
const withoutRequest = (text: string): string => text.replace(REQUEST, '');

/** A query without operators. */
export const plainQuery = (text: string): Query => ({
  text,
  phrases: [],
  stressed: [],
  not: [],
  symbols: [],
  unknown: [],
  filter: {},
});
