/** A table of a few tokens, and a plain reference merge that the fast code must agree with. */
import { Ranks } from '../../../src/text/tokens/ranks.js';

/** Joined words, a run of one letter, half a character, white space. */
const words = ['lo', 'ow', 'low', 'er', 'lower', ' l', ' low', 'aa', 'aaaa', 'aaaaaaaa', '  ', '\n\n', 'é', '12', '..'];
/** Two of them are one token: where a word follows, the last goes to it, and the count is another. */
export const twice = ['\t', '\v', '\f', '\u0085', '\u00a0'];
const bytesOf = (text: string): number[] => [...new TextEncoder().encode(text)];
/** Merging these makes more pairs than it takes away: the heap of a long pretoken has to grow. */
const crowding = ['xy', 'yx', 'xyx', 'xyxy'];
/** Every byte by itself, then the words; both halves of 😀 are tokens too. */
const tokens: readonly (readonly number[])[] = [
  ...Array.from({ length: 256 }, (_, byte) => [byte]),
  ...[
    ...words,
    ...crowding,
    ...twice.filter((space) => bytesOf(space).length > 1),
    ...twice.map((space) => space + space),
  ].map(bytesOf),
  bytesOf('😀').slice(0, 2),
  bytesOf('😀').slice(2),
  bytesOf('中').slice(1),
];

export const tinyTable = (): Uint8Array => Uint8Array.from(tokens.flatMap((token) => [token.length, ...token]));
export const tinyRanks = (): Ranks => new Ranks(tinyTable());

const rankOf = new Map(tokens.map((token, rank) => [token.join(), rank]));

/** Ends of the tokens of some bytes: the pair of lowest rank is joined, the first of equals, until there is none. */
export function referenceMerge(bytes: Uint8Array): number[] {
  const parts = [...bytes].map((byte) => [byte]);
  for (;;) {
    let [lowest, at] = [Number.POSITIVE_INFINITY, -1];
    for (let i = 0; i + 1 < parts.length; i++) {
      const rank = rankOf.get([...parts[i], ...parts[i + 1]].join()) ?? Number.POSITIVE_INFINITY;
      if (rank < lowest) [lowest, at] = [rank, i];
    }
    if (at < 0) break;
    parts.splice(at, 2, [...parts[at], ...parts[at + 1]]);
  }
  let end = 0;
  return parts.map((part) => {
    end += part.length;
    return end;
  });
}
