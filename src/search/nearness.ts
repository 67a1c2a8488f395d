/**
 * Words that stand side by side in a question, and in a piece, too: "cache
 * control" is about something else than a cache and a control. For each pair of
 * neighbours in the question, what it is worth by how near its words come:
 *
 *     side by side 1, within three words 0.6, within eight 0.3, else nothing
 *
 * A pair weighs as much as its words are rare among these pieces, and a piece
 * gets two fifths of the share that it has of all pairs.
 */
import type { Chunk } from '../schema.js';
import { queryWords, wordsOf } from '../text/words.js';
import { byScore } from './fuse.js';
import { gained, type Scored } from './result.js';

const SHARE = 0.4;
/** So many are looked at: reading a piece again takes its time. */
const LOOKED_AT = 100;
const WORTH: readonly (readonly [within: number, worth: number])[] = [
  [1, 1],
  [3, 0.6],
  [8, 0.3],
];

export function withNearness(pieces: readonly Scored[], text: string): Scored[] {
  const words = queryWords(text);
  if (words.length < 2) return [...pieces];
  const looked = pieces.slice(0, LOOKED_AT).map(({ chunk }) => placesOf(chunk, words));
  const rarity = words.map((_, word) => {
    const having = looked.filter((places) => places[word].length > 0).length;
    return Math.log((looked.length + 1) / (having + 0.5));
  });
  const weights = words.slice(1).map((_, i) => rarity[i] + rarity[i + 1]);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const shareOf = (places: readonly (readonly number[])[]): number =>
    weights.reduce((sum, weight, i) => sum + weight * worthOf(distance(places[i], places[i + 1])), 0) / all;
  return pieces
    .map((piece, at) => (looked[at] ? gained(piece, SHARE * shareOf(looked[at]), 'has words side by side') : piece))
    .sort(byScore);
}

/** Where each of the words stands in a piece, counted in words. */
function placesOf({ name, breadcrumb, context = '', content }: Chunk, words: readonly string[]): readonly number[][] {
  const places = words.map((): number[] => []);
  const at = new Map(words.map((word, i) => [word, places[i]]));
  wordsOf(`${name}\n${breadcrumb}\n${context}${content}`)
    .split(' ')
    .forEach((word, place) => {
      at.get(word)?.push(place);
    });
  return places;
}

/** The least there is between one of these and one of those, both ascending. */
export function distance(these: readonly number[], those: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0, j = 0; i < these.length && j < those.length; ) {
    least = Math.min(least, Math.abs(these[i] - those[j]));
    if (these[i] < those[j]) i++;
    else j++;
  }
  return least;
}

const worthOf = (words: number): number => WORTH.find(([within]) => words <= within)?.[1] ?? 0;
