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
const MAX_QUERY_CHARS = 10_000;

/** With so many words beside a phrase the query is a sentence. */
const MIN_SENTENCE_WORDS = 3;
/** `-test` excludes a word; `-d`, `-0` and `--depth` are flags that the query is about. */
const EXCLUDED_WORD = /^\p{L}.{2,}$/su;

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

/** A query as far as it has been read. */
interface QueryDraft {
  readonly words: string[];
  readonly phrases: string[];
  readonly not: string[];
  readonly symbols: string[];
  readonly unknown: string[];
  /** Operators that may come several times, by their key in the filter. */
  readonly lists: Record<string, string[]>;
  /** Operators of which the last one counts. */
  single: Pick<SearchFilter, 'tree' | 'notTree' | 'since' | 'before'>;
  /** Words that are neither an operator nor a phrase. */
  plain: number;
}

export function parseQuery(typed: string, knownOperators: QueryOperators = {}): Query {
  const text = typed.slice(0, MAX_QUERY_CHARS);
  const draft: QueryDraft = {
    words: [],
    phrases: [],
    not: [],
    symbols: [],
    unknown: [],
    lists: {},
    single: {},
    plain: 0,
  };
  const operators = operatorsOf(draft, knownOperators);
  for (const [whole, minus, operator, phrase, word] of text.matchAll(TERM)) {
    const value = phrase ?? word ?? '';
    const name = operator?.toLowerCase();
    const apply = name !== undefined && Object.hasOwn(operators, name) ? operators[name] : undefined;
    if (apply && value !== '') apply(value, minus === '-');
    else if (operator !== undefined) readUnknownOperator(draft, operator, value, whole);
    else if (phrase !== undefined) readPhrase(draft, phrase, minus === '-');
    else readWord(draft, value, minus);
  }
  const { words, phrases, not, symbols, unknown } = draft;
  const isSentence = draft.plain >= MIN_SENTENCE_WORDS;
  return {
    text: withoutRequest(words.join(' ')),
    phrases: isSentence ? [] : phrases,
    stressed: [...(isSentence ? phrases : []), ...Array.from(text.matchAll(CODE), ([, code]) => code)],
    not,
    symbols,
    unknown,
    filter: { ...draft.single, ...draft.lists },
  };
}

type Operator = (value: string, minus: boolean) => void;

function operatorsOf(draft: QueryDraft, { commits = true, roots }: QueryOperators): Readonly<Record<string, Operator>> {
  const listOperator =
    (key: string, notKey: string): Operator =>
    (value, minus) => {
      const name = minus ? notKey : key;
      draft.lists[name] = [...(draft.lists[name] ?? []), value];
    };
  const singleOperator =
    (key: keyof QueryDraft['single'], notKey: keyof QueryDraft['single']): Operator =>
    (value, minus) => {
      draft.single = { ...draft.single, [minus ? notKey : key]: value };
    };
  const inRoot = listOperator('roots', 'notRoots');
  const everyRoot: Operator = (value, minus) => {
    for (const name of value.split(',')) inRoot(name, minus);
  };
  const inSymbol = listOperator('symbols', 'notSymbols');
  return {
    path: listOperator('paths', 'notPaths'),
    lang: listOperator('languages', 'notLanguages'),
    type: listOperator('types', 'notTypes'),
    ...(roots ? { in: everyRoot } : {}),
    tree: singleOperator('tree', 'notTree'),
    ...(commits && { since: singleOperator('since', 'before'), author: listOperator('authors', 'notAuthors') }),
    symbol: (value, minus) => {
      inSymbol(value, minus);
      if (minus) return;
      draft.symbols.push(value);
      draft.words.push(value);
    },
  };
}

/** `std::vector`, `a:b` and links are words; only a plain word before a colon was meant as an operator. */
function readUnknownOperator(draft: QueryDraft, operator: string, value: string, whole: string): void {
  if (/^[a-z]+$/i.test(value)) draft.unknown.push(operator);
  draft.words.push(whole);
  draft.plain++;
}

function readPhrase({ words, phrases, not }: QueryDraft, phrase: string, minus: boolean): void {
  if (phrase.trim() === '') return;
  if (minus) not.push(phrase);
  else {
    phrases.push(phrase);
    words.push(phrase);
  }
}

function readWord(draft: QueryDraft, word: string, minus: string): void {
  if (minus && EXCLUDED_WORD.test(word)) draft.not.push(word);
  else {
    draft.words.push(`${minus}${word}`);
    draft.plain++;
  }
}

/** A request to whoever answers. Its words would match comments that are about something else. */
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
