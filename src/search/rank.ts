/** What is known of a piece beside its words: each reason is a factor, and `--explain` shows them all. */
import type { Chunk } from '../schema.js';
import { queryWords } from '../text/words.js';
import type { Explanation, Step } from './explanation.js';
import { countedBy } from './fileKinds.js';
import type { Query } from './query.js';
import { textOf } from './textOf.js';

const SYMBOL = 3;
const ASKED_FOR = 'the symbol asked for';
const NAME = 2;
const NAMED = 'has the name';
/** What a name gains when all its words were asked for; of some, their share. */
const NAME_WORDS = 0.3;
/** Likewise of a path. */
const PATH_WORDS = 0.6;
/** And a piece, when it has all that a sentence puts in quotes or backticks. */
const STRESSED = 0.5;
/**
 * The head of a class has the signatures of its members, which are found by themselves: it counts so much, and a little
 * more where it says more itself. It comes along when there is room (assemble/outlines.ts).
 */
const HEAD = 0.3;
const OWN = 0.2;

/** What looks like a name in a question: `getUser`, `get_user`, `Client.get`. */
const named = /\b[A-Za-z_$][\w$]*(?:[.:#]+[A-Za-z_$][\w$]*)*\b/g;

/** Names that a question asks for: those it calls symbols, and what looks like one. */
export const namesAsked = (query: Query): readonly string[] => [
  ...query.symbols,
  ...(query.text.match(named) ?? []).filter(isName),
];

/** Reads a question once, and then any number of pieces. `defined`: what a piece defines, by names and paths. */
export function ranker(query: Query, defined: (chunk: Chunk) => readonly string[]): (chunk: Chunk) => Explanation {
  const asked = new Set(queryWords(query.text));
  const counted = countedBy(query.text);
  const stressed = query.stressed.map((phrase) => phrase.toLowerCase());
  const names = new Set((query.text.match(named) ?? []).filter(isName).map(plain));
  // A question that is a name and nothing else asks for that symbol.
  const only = query.text.trim();
  const symbols = new Set([...query.symbols, ...(names.has(plain(only)) ? [only] : [])].map(plain));
  return (chunk) => {
    const factors: Step[] = [];
    const times = (reason: string, value: number): unknown => factors.push({ reason, kind: 'multiply', value });
    const own = [chunk.name, chunk.fullName, ...defined(chunk)].map(plain);
    if (own.some((name) => symbols.has(name))) times(ASKED_FOR, SYMBOL);
    else if (own.some((name) => names.has(name))) times(NAMED, NAME);
    else {
      const share = shareOf(chunk.name, asked);
      if (share > 0) times('words of its name', 1 + NAME_WORDS * share);
    }
    const place = shareOf(chunk.filePath.replace(extension, ''), asked);
    if (place > 0) times('words of its path', 1 + PATH_WORDS * place);
    const said = having(chunk, stressed);
    if (said > 0) times('has what is stressed', 1 + STRESSED * said);
    const less = counted(chunk.filePath);
    if (less) times(less.said, less.share);
    const { head, unit, weight } = chunk.metadata;
    // What a pack knows as a unit has a summary that says its signatures; its head says its own.
    if (head === true && chunk.chunkType === 'class' && unit === undefined)
      times('the head of a class', headFactor(chunk));
    if (typeof weight === 'number' && weight < 1) times('counts less', weight);
    return factors;
  };
}

/** `impl Match {` with twenty signatures counts 0.3, a class of many fields and one method nearly 0.5. */
const headFactor = ({ content, context = '' }: Chunk): number =>
  HEAD + (OWN * content.length) / (content.length + context.length);

/** Whether a chunk has the very name that was asked for. */
export const isNamed = (steps: Explanation): boolean =>
  steps.some(({ reason }) => reason === ASKED_FOR || reason === NAMED);

/** A plain word is no name: `get` would be in every question. */
const isName = (word: string): boolean => /[a-z][A-Z]|_|[.:#]|^[A-Z][a-z]+[A-Z]/.test(word);

/** Names are compared without the signs that languages put between their parts. */
const plain = (name: string): string => name.toLowerCase().replace(/[_$]/g, '').replace(/::|#/g, '.');

/** How many of these stand in a piece, of all. */
function having(chunk: Chunk, phrases: readonly string[]): number {
  if (phrases.length === 0) return 0;
  const text = textOf(chunk).toLowerCase();
  return phrases.filter((phrase) => text.includes(phrase)).length / phrases.length;
}

const extension = /\.[a-z]+$/;

/** How many of the words of a name were asked for: `getUserById` and "the user of an id" share two of three. */
function shareOf(name: string, asked: ReadonlySet<string>): number {
  const words = queryWords(name);
  return words.length === 0 ? 0 : words.filter((word) => asked.has(word)).length / words.length;
}
