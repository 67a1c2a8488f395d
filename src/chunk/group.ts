/**
 * Small neighbours share a piece. Which ones may not depend on what stands far
 * away: insert a function at the top of a file, and the pieces below must come
 * out as before. So a run of siblings is not filled up from the front; it is
 * split at its strongest boundary, and each side again, until a side fits:
 *
 *     [ a │ b ║ c │ d │ e ┃ f ]        │ ║ ┃  weaker to stronger
 *     [ a   b   c   d   e ][ f ]       too large? split at ┃
 *     [ a   b ][ c  d   e ][ f ]       too large? split at ║
 *
 * A boundary is strong when blank lines stand before it; among equals a hash of
 * the line that follows decides. It is fixed by that line alone, so an
 * insertion changes the piece it falls into and, but for rare cases, at most
 * the one on each side (stability.test.ts counts them). The boundaries form a
 * tree, each the strongest of its stretch; it is built in one pass and read
 * from the top.
 */
import { fnv1a } from '../text/hash.js';
import type { Span } from '../types.js';

/** How much of the line after a boundary decides its strength. */
const HEAD = 80;

/** Groups of neighbours, as [from, to) indexes; every group fits, or is a single segment. */
export function group(
  text: string,
  segments: readonly Span[],
  fits: (from: number, to: number) => boolean,
): [number, number][] {
  const strength = strengths(text, segments);
  const tree = boundaryTree(strength);
  const groups: [number, number][] = [];
  const open: [from: number, to: number, root: number][] = [[0, segments.length, tree.root]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [from, to, root] = range;
    if (root < 0 || fits(from, to)) groups.push([from, to]);
    else open.push([root, to, tree.right[root]], [from, root, tree.left[root]]);
  }
  return groups;
}

/** Strength of the boundary before each segment. Equal lines take turns, so that a thousand of them are not all one. */
function strengths(text: string, segments: readonly Span[]): Float64Array {
  const seen = new Map<number, number>();
  return Float64Array.from(segments, ({ start, end }, i) => {
    const stop = Math.min(end, start + HEAD);
    let head = start;
    while (head < stop && text.charCodeAt(head) !== 10) head++;
    const hash = fnv1a(text, start, head);
    const turn = seen.get(hash) ?? 0;
    seen.set(hash, turn + 1);
    const mixed = turn === 0 ? hash : fnv1a(`${hash}/${turn}`, 0, `${hash}/${turn}`.length);
    return (i === 0 ? 0 : blankLinesBefore(text, start)) * 2 ** 33 + mixed;
  });
}

/** 0, 1 or 2: more blank lines than two say no more. */
function blankLinesBefore(text: string, start: number): number {
  let breaks = 0;
  for (let at = start - 1; at >= 0 && breaks < 3; at--) {
    const unit = text.charCodeAt(at);
    if (unit === 10) breaks++;
    else if (unit !== 32 && unit !== 9 && unit !== 13) break;
  }
  return Math.max(0, breaks - 1);
}

/** Boundary i stands before segment i; boundary 0 is the run's own start and no choice. */
function boundaryTree(strength: Float64Array): { root: number; left: Int32Array; right: Int32Array } {
  const left = new Int32Array(strength.length).fill(-1);
  const right = new Int32Array(strength.length).fill(-1);
  const spine: number[] = [];
  for (let i = 1; i < strength.length; i++) {
    let below = -1;
    while (spine.length > 0 && strength[spine[spine.length - 1]] < strength[i]) below = spine.pop() ?? -1;
    left[i] = below;
    if (spine.length > 0) right[spine[spine.length - 1]] = i;
    spine.push(i);
  }
  return { root: spine[0] ?? -1, left, right };
}
