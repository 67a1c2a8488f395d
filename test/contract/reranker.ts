/** What every reranker promises, built-in or custom: a finite score for each text, in their order, whatever the other texts are. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Reranker } from '../../src/rerankers/index.js';

export function rerankerContract(make: () => Reranker | Promise<Reranker>): void {
  it('has a name', async () => {
    expect((await make()).id).toMatch(/\S/);
  });

  it('returns a score for every text, in their order', async () => {
    const reranker = await make();
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1 }),
        fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1, maxLength: 50 }),
        async (query, texts) => {
          const scores = await reranker.rerank(query, texts);
          expect(scores).toHaveLength(texts.length);
          expect(scores.every(Number.isFinite)).toBe(true);
          const back = await reranker.rerank(query, texts.toReversed());
          expect(back.toReversed()).toEqual(scores);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('stops when aborted', async () => {
    const reranker = await make();
    await expect(reranker.rerank('q', ['a', 'b'], AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
}
