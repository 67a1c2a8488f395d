/** What may be taken of a budget before the passages. */
import { expect, it } from 'vitest';
import { isCompact, mayTake } from '../../src/assemble/share.js';

it('is nothing of a small one, unless all of it is asked for', () => {
  expect(mayTake('focused', 4000)).toEqual({ structure: 0, dependencies: 0 });
  expect(mayTake('exploratory', 4000)).toEqual({ structure: 0, dependencies: 0 });
  expect(mayTake('comprehensive', 4000)).toEqual({ structure: 500, dependencies: 0 });
});

it('is more the more somebody looks around', () => {
  expect(mayTake('focused', 8000)).toEqual({ structure: 250, dependencies: 0 });
  expect(mayTake('exploratory', 8000)).toEqual({ structure: 333, dependencies: 200 });
  expect(mayTake('comprehensive', 8000)).toEqual({ structure: 1000, dependencies: 200 });
});

it('leaves nothing but the place around a passage of a very small one', () => {
  expect([2500, 2501].map(isCompact)).toEqual([true, false]);
});
