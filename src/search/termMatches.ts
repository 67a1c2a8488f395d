/**
 * Which terms of a query a chunk has, and where. Its text is read once.
 *
 *     name        getUser              inName
 *     breadcrumb  src/a.ts › Client    above
 *     context     class Client         inBody
 *     content     …                    inBody
 */
import type { Chunk } from '../schema.js';
import { wordsOf } from '../text/words.js';
import { plainName, type QueryProfile } from './queryProfile.js';
import { searchableText, type WordRange, wordRanges } from './wordRanges.js';

export interface TermMatches {
  /** For each term of the query 1 if the chunk has it: anywhere, in the same spelling, in its name … */
  readonly has: readonly number[];
  readonly asWritten: readonly number[];
  readonly inName: readonly number[];
  readonly above: readonly number[];
  readonly inBody: readonly number[];
  /** Occurrences of each term. */
  readonly count: readonly number[];
  /** How close neighbouring terms of the query are to each other here; 0 to 1. */
  readonly proximity: number;
  /** Position of the first term in the text: 1 at its beginning, 0 at its end. */
  readonly early: number;
  /** How many names of the query it contains. */
  readonly names: number;
  /** Share of the emphasized phrases that it contains. */
  readonly emphasized: number;
  /** Its name and the names it defines, normalised. */
  readonly defines: readonly string[];
}

/** `defined`: names and paths of the units inside the chunk. */
export function matchTerms(query: QueryProfile, chunk: Chunk, defined: readonly string[]): TermMatches {
  const text = searchableText(chunk);
  const ranges = wordRanges(text, query.words);
  const nameEnd = chunk.name.length;
  const bodyStart = nameEnd + chunk.breadcrumb.length + 2;
  const termsWith = (test: (range: WordRange, word: string) => boolean): number[] =>
    ranges.map((termRanges, i) => (termRanges.some((range) => test(range, query.words[i])) ? 1 : 0));
  const lower = query.names.size + query.emphasized.length > 0 ? text.toLowerCase() : '';
  const normalised = query.names.size > 0 ? plainName(lower) : '';
  const firsts = ranges.flatMap((termRanges) => termRanges.find(({ start }) => start >= bodyStart)?.start ?? []);
  return {
    has: ranges.map(({ length }) => (length > 0 ? 1 : 0)),
    asWritten: termsWith(({ start, end }, word) => {
      const spellings = query.spellings.get(word);
      return spellings === undefined || spellings.has(text.slice(start, end).toLowerCase());
    }),
    inName: termsWith(({ start }) => start < nameEnd),
    above: termsWith(({ start }) => start >= nameEnd && start < bodyStart),
    inBody: termsWith(({ start }) => start >= bodyStart),
    count: ranges.map(({ length }) => length),
    proximity: proximityOf(text, ranges, query.idf),
    early: firsts.length === 0 ? 0 : 1 - (Math.min(...firsts) - bodyStart) / (text.length - bodyStart || 1),
    names: [...query.names].filter((name) => normalised.includes(name)).length,
    emphasized:
      query.emphasized.length === 0
        ? 0
        : query.emphasized.filter((phrase) => lower.includes(phrase)).length / query.emphasized.length,
    defines: [chunk.name, chunk.fullName, ...defined].map(plainName),
  };
}

/**
 * Proximity: "cache control" is about something else than a cache and a control. Each
 * pair of neighbouring terms of the query scores by its distance in the chunk:
 *
 *     adjacent 1, within three words 0.6, within eight 0.3, else 0
 *
 * Pairs are weighed by IDF.
 */
function proximityOf(text: string, ranges: readonly (readonly WordRange[])[], idf: readonly number[]): number {
  if (ranges.length < 2) return 0;
  const weights = ranges.slice(1).map((_, i) => idf[i] + idf[i + 1]);
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return (
    weights.reduce(
      (sum, weight, i) => sum + weight * scoreOfDistance(wordDistance(text, ranges[i], ranges[i + 1])),
      0,
    ) / totalWeight
  );
}

const DISTANCE_SCORES: readonly (readonly [within: number, worth: number])[] = [
  [1, 1],
  [3, 0.6],
  [8, 0.3],
];
const scoreOfDistance = (words: number): number => DISTANCE_SCORES.find(([within]) => words <= within)?.[1] ?? 0;
/** Characters: farther apart there are more than eight words between. */
const MAX_DISTANCE_CHARS = 120;

/** Distance in words between the nearest two of these ranges; stop words are not counted. Infinity beyond MAX_DISTANCE_CHARS. */
export function wordDistance(text: string, a: readonly WordRange[], b: readonly WordRange[]): number {
  let nearest: readonly [WordRange, WordRange] | undefined;
  let minGap = MAX_DISTANCE_CHARS;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [first, second] = a[i].start < b[j].start ? [a[i], b[j]] : [b[j], a[i]];
    if (second.start - first.end < minGap) {
      minGap = second.start - first.end;
      nearest = [first, second];
    }
    if (a[i].start < b[j].start) i++;
    else j++;
  }
  if (!nearest) return Number.POSITIVE_INFINITY;
  const between = wordsOf(text.slice(nearest[0].end, nearest[1].start));
  return between === '' ? 1 : 1 + between.split(' ').length;
}
