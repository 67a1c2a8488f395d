/** Which vectors have an index: needs no database. */
import { describe, expect, it } from 'vitest';
import { nextRange, type RangeIndex, searchedRanges, stagedRanges } from '../../src/store/postgres/vectorRanges.js';

const range = (from: number, to: number, valid = true): RangeIndex => ({
  name: `${from}_${to}`,
  valid,
  from,
  to,
  size: to - from + 1,
});
const names = (ranges: readonly { from: number; to: number }[]): string =>
  ranges.map(({ from, to }) => `${from}-${to === Number.MAX_SAFE_INTEGER ? '' : to}`).join(' ');

describe('ranges of vectors', () => {
  it.each([
    ['none', [], '', '1-'],
    ['one after the other', [range(11, 20), range(1, 10)], '1-10 11-20', '21-'],
    ['of which one holds others', [range(1, 10), range(11, 20), range(1, 20)], '1-20', '21-'],
    ['of which the wide one is not finished', [range(1, 10), range(11, 20), range(1, 20, false)], '1-10 11-20', '21-'],
    ['with one gone between them', [range(1, 10), range(21, 30)], '1-10 21-30', '11-20 31-'],
  ])('%s: each vector is searched by an index or compared directly, once', (_, indexes, searched, staged) => {
    const ranges = searchedRanges(indexes);
    expect(names(ranges)).toBe(searched);
    expect(names(stagedRanges(ranges))).toBe(staged);
  });

  it.each([
    ['too few', [range(1, 100)], 9, undefined],
    ['the first', [], 10, { from: 1, to: 10 }],
    ['more, beside what is larger', [range(1, 100)], 10, { from: 101, to: 110 }],
    ['as much again stays apart', [range(1, 100)], 100, { from: 101, to: 200 }],
    ['a third time: all in one', [range(1, 100), range(101, 200)], 100, { from: 1, to: 300 }],
    ['more than was there', [range(1, 100)], 200, { from: 1, to: 300 }],
    ['only those that are small beside it', [range(1, 1000), range(1001, 1010)], 20, { from: 1001, to: 1030 }],
    ['none, and ranges that were left', [range(1, 10), range(11, 20), range(21, 30)], 0, { from: 1, to: 30 }],
  ])('%s', (_, searched, more, expected) => {
    const from = (searched.at(-1)?.to ?? 0) + 1;
    const staged = { from, to: from + more - 1, size: more };
    const next = nextRange(searched, staged, { minStaged: 10, fanOut: 3 });
    expect(next && { from: next.from, to: next.to }).toEqual(expected);
  });

  it.each([3, 16])(
    'with a fan-out of %i are few, and each vector is indexed few times, in any order of arrival',
    (fanOut) => {
      let searched: readonly RangeIndex[] = [];
      let [last, built, widest] = [0, 0, 0];
      for (let n = 1; n <= 2000; n++) {
        const more = 10 + ((n * 7919) % 23) * (n % 50 === 0 ? 40 : 1);
        let staged = { from: last + 1, to: last + more, size: more };
        last += more;
        for (let next = nextRange(searched, staged, { minStaged: 10, fanOut }); next; ) {
          searched = searchedRanges([...searched, range(next.from, next.to)]);
          built += next.to - next.from + 1;
          if (next.to === last) staged = { from: last + 1, to: last, size: 0 };
          next = nextRange(searched, staged, { minStaged: 10, fanOut });
        }
        expect(searched[0].from).toBe(1);
        expect(searched.at(-1)?.to).toBe(last);
        widest = Math.max(widest, searched.length);
      }
      const levels = Math.log(last / 10) / Math.log(fanOut);
      expect(widest).toBeLessThan((fanOut - 1) * levels);
      expect(built / last).toBeLessThan(2 * levels);
    },
  );
});
