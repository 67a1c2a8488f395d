/**
 * A document with its cuts drawn in. Cutting loses nothing, so the input is the
 * join of the expected chunks:
 *
 *     it('…', cuts({ path: 'a.txt', maxTokens: 8 }, `
 *     one
 *     --8<--
 *     two
 *     `))
 */
import { expect } from 'vitest';
import { type ChunkOptions, chunk } from '../../src/pipeline/chunk.js';

export const cuts = (options: ChunkOptions, drawn: string) => async (): Promise<void> => {
  const expected = drawn.replace(/^\n/, '').split('--8<--\n');
  const { chunks } = await chunk(expected.join(''), { overlap: 0, ...options });
  expect(chunks.map((draft) => draft.content).join('--8<--\n')).toBe(expected.join('--8<--\n'));
};
