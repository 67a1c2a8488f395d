/** Sentences are found in one pass over however many dots. */
import { describe, expect, it } from 'vitest';
import { FAR_FROM_SQUARE, growth } from '../growth.js';
import { cutsIn } from './cutsIn.js';

describe('sentences', () => {
  it.each(['.', '.)', '。', '?"'])('in nothing but %s are found in one pass', async (stop) => {
    const read = (size: number): unknown => {
      const text = stop.repeat(size / stop.length);
      return cutsIn(text, { start: 0, end: text.length }, 'prose', (start, end) => end - start < 4000);
    };
    expect(await growth(read, 20_000)).toBeLessThan(FAR_FROM_SQUARE);
  });
});
