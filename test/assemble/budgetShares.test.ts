/** The shares of a budget that are reserved before the passages. */
import { expect, it } from 'vitest';
import { budgetShares, isCompact } from '../../src/assemble/budgetShares.js';

it('is 0 for a small budget, unless everything is requested', () => {
  const nothing = { dependencyFirst: false, headers: false, structure: 0, dependencies: 0 };
  expect(budgetShares('focused', 4000)).toEqual(nothing);
  expect(budgetShares('exploratory', 4000)).toEqual(nothing);
  expect(budgetShares('comprehensive', 4000)).toEqual({ ...nothing, structure: 500 });
});

it('is larger for broader queries', () => {
  expect(budgetShares('focused', 8000)).toEqual({
    dependencyFirst: false,
    headers: true,
    structure: 250,
    dependencies: 0,
  });
  const around = { dependencyFirst: true, headers: true, dependencies: 200 };
  expect(budgetShares('exploratory', 8000)).toEqual({ ...around, structure: 333 });
  expect(budgetShares('comprehensive', 8000)).toEqual({ ...around, structure: 1000 });
});

it('leaves only the location around a passage in a small budget', () => {
  expect([4000, 4001].map(isCompact)).toEqual([true, false]);
});
