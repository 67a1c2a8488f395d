import { expect, it } from 'vitest';
import { MAX_SCORED_CHUNKS, selectiveTerms } from '../../src/store/bm25.js';

const of = (...counts: number[]): readonly number[] => selectiveTerms(counts.map((n) => ({ n }))).map(({ n }) => n);

it('searches the rarest words, until enough is scored', () => {
  expect(of(4018, 56_565, 476, 2431, 1637)).toEqual([476, 1637, 2431, 4018]);
  expect(of(MAX_SCORED_CHUNKS - 10, 10)).toEqual([10, MAX_SCORED_CHUNKS - 10]);
  expect(of(MAX_SCORED_CHUNKS - 10, 11)).toEqual([11]);
});

it('always searches an existing word', () => {
  expect(of(90_000, 80_000)).toEqual([80_000]);
  expect(of(0, 90_000)).toEqual([90_000]); // a word that is nowhere must not hide the others
  expect(of(0, 0)).toEqual([]);
  expect(of()).toEqual([]);
});
