import { expect, it } from 'vitest';
import { retryOnConcurrentWrite } from '../../src/store/retryOnConcurrentWrite.js';

/** Attempts of which the first `times` find something that is stale. */
function goneFor(times: number) {
  let asked = 0;
  return { asked: () => asked, attempt: async () => ({ result: ++asked, stale: asked <= times }) };
}

it.each([
  [0, 1],
  [1, 2],
  [2, 3],
  [9, 3],
])('repeats a query while a result is stale, %i times: %i queries', async (times, tries) => {
  const { attempt, asked } = goneFor(times);
  expect(await retryOnConcurrentWrite(attempt)).toBe(tries);
  expect(asked()).toBe(tries);
});
