import { expect, it } from 'vitest';
import { FAR_FROM_SQUARE, growth } from './growth.js';

const step = (rounds: number): number => {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum = Math.imul(sum ^ i, 0x9e3779b1);
  return sum;
};

it('distinguishes quadratic from linear growth', async () => {
  expect(await growth((size) => step(1000 * size), 5_000)).toBeLessThan(FAR_FROM_SQUARE);
  expect(await growth((size) => step(size * size), 2_500)).toBeGreaterThan(FAR_FROM_SQUARE);
}, 120_000);
