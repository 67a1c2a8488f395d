/** What may be taken of a budget before the passages. */
import { expect, it } from 'vitest';
import { isCompact, mayTake } from '../../src/assemble/share.js';

it('is nothing of a small one, unless all of it is asked for', () => {
  const nothing = { leaned: false, headers: false, structure: 0, dependencies: 0 };
  expect(mayTake('focused', 4000)).toEqual(nothing);
  expect(mayTake('exploratory', 4000)).toEqual(nothing);
  expect(mayTake('comprehensive', 4000)).toEqual({ ...nothing, structure: 500 });
});

it('is more the more somebody looks around', () => {
  expect(mayTake('focused', 8000)).toEqual({ leaned: false, headers: true, structure: 250, dependencies: 0 });
  const around = { leaned: true, headers: true, dependencies: 200 };
  expect(mayTake('exploratory', 8000)).toEqual({ ...around, structure: 333 });
  expect(mayTake('comprehensive', 8000)).toEqual({ ...around, structure: 1000 });
});

it('leaves nothing but the place around a passage of a small one', () => {
  expect([4000, 4001].map(isCompact)).toEqual([true, false]);
});
