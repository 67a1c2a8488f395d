/**
 * The colours of a text and the words marked in it, for any part of it.
 *
 *     runs    |keyword |plain|function   |
 *     marks         |####|
 *     parts   |keyw |ord |plain|function |      a part has one colour, and is marked or not
 *
 * Only the lines on screen are computed, so a large file costs no more than a small one.
 */
import type { ColouredText } from '../../src/view/api.js';

export interface Part {
  readonly text: string;
  readonly kind: string;
  /** The index of its mark; -1 for none. */
  readonly mark: number;
}

const PLAIN = 'plain';

export class Colouring {
  readonly #coloured: ColouredText;
  /** Where each run ends. */
  readonly #ends: Uint32Array;

  constructor(coloured: ColouredText) {
    this.#coloured = coloured;
    const { kinds, runs } = coloured.highlights;
    let end = 0;
    this.#ends = Uint32Array.from(runs, (run) => {
      end += Math.floor(run / kinds.length);
      return end;
    });
  }

  parts(from: number, to: number): readonly Part[] {
    const { text, highlights, marks } = this.#coloured;
    const { kinds, runs } = highlights;
    const ends = this.#ends;
    const parts: Part[] = [];
    let run = firstAfter(ends.length, (i) => ends[i], from);
    let mark = firstAfter(marks.length / 2, (i) => marks[2 * i + 1], from);
    for (let at = from; at < to; ) {
      while (run < ends.length && ends[run] <= at) run++;
      while (marks[2 * mark + 1] <= at) mark++;
      const [start = to, end = to] = marks.slice(2 * mark, 2 * mark + 2);
      const isMarked = start <= at;
      const stop = Math.min(to, ends[run] ?? to, isMarked ? end : start);
      const kind = run < ends.length ? kinds[runs[run] % kinds.length] : PLAIN;
      parts.push({ text: text.slice(at, stop), kind, mark: isMarked ? mark : -1 });
      at = stop;
    }
    return parts;
  }
}

/** The first of so many whose end is after the offset. */
function firstAfter(count: number, endOf: (i: number) => number, offset: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (endOf(middle) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
