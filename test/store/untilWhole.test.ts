import { expect, it } from 'vitest';
import { untilWhole } from '../../src/store/untilWhole.js';

/** Attempts of which the first `times` find something that is gone. */
function goneFor(times: number) {
  let asked = 0;
  return { asked: () => asked, attempt: async () => ({ found: ++asked, gone: asked <= times }) };
}

it.each([
  [0, 1],
  [1, 2],
  [2, 3],
  [9, 3],
])('asks again while something is gone, which is %i times: %i questions', async (times, tries) => {
  const { attempt, asked } = goneFor(times);
  expect(await untilWhole(attempt)).toBe(tries);
  expect(asked()).toBe(tries);
});
