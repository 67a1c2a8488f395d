/** What is known of a piece beside its words: each reason is a factor, and `--explain` shows them all. */
import type { Chunk } from '../schema.js';
import { queryWords } from '../text/words.js';
import type { Query } from './query.js';

export interface Factor {
  readonly reason: string;
  readonly factor: number;
}

const SYMBOL = 2;
const NAME = 1.5;
const NAME_WORDS = 1.2;
const TEST = 0.8;

/** Where tests live, in the languages people write them in. */
const tests =
  /(^|\/)(tests?|specs?|__tests__|testdata|fixtures)\/|[._-](test|spec)s?\.[a-z]+$|(^|\/)test_[^/]*$|_test\.[a-z]+$/i;

/** What looks like a name in a question: `getUser`, `get_user`, `Client.get`. */
const named = /\b[A-Za-z_$][\w$]*(?:[.:#]+[A-Za-z_$][\w$]*)*\b/g;

/** Names that a question asks for: those it calls symbols, and what looks like one. */
export const namesAsked = (query: Query): readonly string[] => [
  ...query.symbols,
  ...(query.text.match(named) ?? []).filter(isName),
];

/** Reads a question once, and then any number of pieces. `defined`: what a piece defines, by names and paths. */
export function ranker(query: Query, defined: (chunk: Chunk) => readonly string[]): (chunk: Chunk) => Factor[] {
  const asked = new Set(queryWords(query.text));
  const wantsTests = /\b(tests?|specs?|fixtures?)\b/i.test(query.text);
  const names = new Set((query.text.match(named) ?? []).filter(isName).map(plain));
  const symbols = new Set(query.symbols.map(plain));
  return (chunk) => {
    const factors: Factor[] = [];
    const own = [chunk.name, chunk.fullName, ...defined(chunk)].map(plain);
    if (own.some((name) => symbols.has(name))) factors.push({ reason: 'the symbol asked for', factor: SYMBOL });
    else if (own.some((name) => names.has(name))) factors.push({ reason: 'has the name', factor: NAME });
    else if (coversName(chunk.name, asked)) factors.push({ reason: 'all words of its name', factor: NAME_WORDS });
    if (!wantsTests && tests.test(chunk.filePath)) factors.push({ reason: 'a test', factor: TEST });
    const { weight } = chunk.metadata;
    if (typeof weight === 'number' && weight < 1) factors.push({ reason: 'counts less', factor: weight });
    return factors;
  };
}

/** A plain word is no name: `get` would be in every question. */
const isName = (word: string): boolean => /[a-z][A-Z]|_|[.:#]|^[A-Z][a-z]+[A-Z]/.test(word);

/** Names are compared without the signs that languages put between their parts. */
const plain = (name: string): string => name.toLowerCase().replace(/[_$]/g, '').replace(/::|#/g, '.');

/** A name of two words or more, all of which were asked for. */
function coversName(name: string, asked: ReadonlySet<string>): boolean {
  const words = queryWords(name).filter((word) => !/\s/.test(word));
  const parts = words.length > 1 ? words.filter((word) => word !== plain(name).replace(/\W/g, '')) : [];
  return parts.length > 1 && parts.every((word) => asked.has(word));
}
