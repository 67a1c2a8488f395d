/**
 * A chunk, read for the words of a question: which it has, and where. Its text is
 * gone over once.
 *
 *     name        getUser              inName
 *     breadcrumb  src/a.ts › Client    above
 *     context     class Client         inBody
 *     content     …                    inBody
 */
import type { Chunk } from '../schema.js';
import { wordsOf } from '../text/words.js';
import { plainName, type QueryProfile } from './queryProfile.js';
import { searchableText } from './textOf.js';
import { type WordRange, wordRanges } from './wordRanges.js';

export interface TermMatches {
  /** Of each word of the question, 1 where the chunk has it: anywhere, as it was written, in its name … */
  readonly has: readonly number[];
  readonly asWritten: readonly number[];
  readonly inName: readonly number[];
  readonly above: readonly number[];
  readonly inBody: readonly number[];
  /** How often. */
  readonly count: readonly number[];
  /** How much of the question's neighbouring words come near each other here; 0 to 1. */
  readonly proximity: number;
  /** How early the first of them stands in the text: 1 at its beginning, 0 at its end. */
  readonly early: number;
  /** How many of the names that were asked for stand in it. */
  readonly names: number;
  /** Of what is stressed, the share that it has. */
  readonly emphasized: number;
  /** Its name and what it defines, to compare. */
  readonly defines: readonly string[];
}

/** `defined`: what else the chunk defines, by names and paths. */
export function matchTerms(asked: QueryProfile, chunk: Chunk, defined: readonly string[]): TermMatches {
  const text = searchableText(chunk);
  const places = wordRanges(text, asked.words);
  const nameEnd = chunk.name.length;
  const bodyStart = nameEnd + chunk.breadcrumb.length + 2;
  const some = (test: (place: WordRange, word: string) => boolean): number[] =>
    places.map((all, i) => (all.some((place) => test(place, asked.words[i])) ? 1 : 0));
  const small = asked.names.size + asked.emphasized.length > 0 ? text.toLowerCase() : '';
  const plain = asked.names.size > 0 ? plainName(small) : '';
  const firsts = places.flatMap((all) => all.find(({ start }) => start >= bodyStart)?.start ?? []);
  return {
    has: places.map(({ length }) => (length > 0 ? 1 : 0)),
    asWritten: some(({ start, end }, word) => {
      const spelt = asked.spellings.get(word);
      return spelt === undefined || spelt.has(text.slice(start, end).toLowerCase());
    }),
    inName: some(({ start }) => start < nameEnd),
    above: some(({ start }) => start >= nameEnd && start < bodyStart),
    inBody: some(({ start }) => start >= bodyStart),
    count: places.map(({ length }) => length),
    proximity: sideBySide(text, places, asked.idf),
    early: firsts.length === 0 ? 0 : 1 - (Math.min(...firsts) - bodyStart) / (text.length - bodyStart || 1),
    names: [...asked.names].filter((name) => plain.includes(name)).length,
    emphasized:
      asked.emphasized.length === 0
        ? 0
        : asked.emphasized.filter((phrase) => small.includes(phrase)).length / asked.emphasized.length,
    defines: [chunk.name, chunk.fullName, ...defined].map(plainName),
  };
}

/**
 * Words that stand side by side in a question, and in a chunk, too: "cache control"
 * is about something else than a cache and a control. For each pair of neighbours in
 * the question, what it is worth by how near its words come:
 *
 *     side by side 1, within three words 0.6, within eight 0.3, else nothing
 *
 * A pair weighs as much as its words are rare.
 */
function sideBySide(text: string, places: readonly (readonly WordRange[])[], rarity: readonly number[]): number {
  if (places.length < 2) return 0;
  const weights = places.slice(1).map((_, i) => rarity[i] + rarity[i + 1]);
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return (
    weights.reduce((sum, weight, i) => sum + weight * worthOf(wordDistance(text, places[i], places[i + 1])), 0) / all
  );
}

const WORTH: readonly (readonly [within: number, worth: number])[] = [
  [1, 1],
  [3, 0.6],
  [8, 0.3],
];
const worthOf = (words: number): number => WORTH.find(([within]) => words <= within)?.[1] ?? 0;
/** What is farther apart than this has more than eight words between. */
const FARTHEST = 120;

/** In words, from one of these to the nearest of those, as far as it matters. Words that say nothing are not counted. */
export function wordDistance(text: string, these: readonly WordRange[], those: readonly WordRange[]): number {
  let nearest: readonly [WordRange, WordRange] | undefined;
  let least = FARTHEST;
  for (let i = 0, j = 0; i < these.length && j < those.length; ) {
    const [first, second] = these[i].start < those[j].start ? [these[i], those[j]] : [those[j], these[i]];
    if (second.start - first.end < least) {
      least = second.start - first.end;
      nearest = [first, second];
    }
    if (these[i].start < those[j].start) i++;
    else j++;
  }
  if (!nearest) return Number.POSITIVE_INFINITY;
  const between = wordsOf(text.slice(nearest[0].end, nearest[1].start));
  return between === '' ? 1 : 1 + between.split(' ').length;
}
