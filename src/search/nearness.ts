/**
 * Words that stand side by side in a question, and in a piece, too: "cache
 * control" is about something else than a cache and a control. For each pair of
 * neighbours in the question, what it is worth by how near its words come:
 *
 *     side by side 1, within three words 0.6, within eight 0.3, else nothing
 *
 * A pair weighs as much as its words are rare among these pieces, and a piece
 * gets half of the share that it has of all pairs.
 */
import { queryWords, wordsOf } from '../text/words.js';
import { byScore } from './fuse.js';
import { type Place, placesOf } from './places.js';
import { gained, type Scored } from './result.js';
import { textOf } from './textOf.js';

const SHARE = 0.5;
/** So many are looked at. */
const LOOKED_AT = 100;
const WORTH: readonly (readonly [within: number, worth: number])[] = [
  [1, 1],
  [3, 0.6],
  [8, 0.3],
];
/** What is farther apart than this has more than eight words between. */
const FARTHEST = 120;

export function withNearness(pieces: readonly Scored[], question: string): Scored[] {
  const words = queryWords(question);
  if (words.length < 2) return [...pieces];
  const looked = pieces.slice(0, LOOKED_AT).map(({ chunk }) => {
    const text = textOf(chunk);
    return { text, places: placesOf(text, words) };
  });
  const rarity = words.map((_, word) => {
    const having = looked.filter(({ places }) => places[word].length > 0).length;
    return Math.log((looked.length + 1) / (having + 0.5));
  });
  const weights = words.slice(1).map((_, i) => rarity[i] + rarity[i + 1]);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const shareOf = ({ text, places }: (typeof looked)[number]): number =>
    weights.reduce((sum, weight, i) => sum + weight * worthOf(distance(text, places[i], places[i + 1])), 0) / all;
  return pieces
    .map((piece, at) => (looked[at] ? gained(piece, SHARE * shareOf(looked[at]), 'has words side by side') : piece))
    .sort(byScore);
}

/** In words, from one of these to the nearest of those, as far as it matters. Words that say nothing are not counted. */
export function distance(text: string, these: readonly Place[], those: readonly Place[]): number {
  let nearest: readonly [Place, Place] | undefined;
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

const worthOf = (words: number): number => WORTH.find(([within]) => words <= within)?.[1] ?? 0;
