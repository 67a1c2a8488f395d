import { describe, expect, it } from 'vitest';
import { builtin, embedNow } from '../../../src/embed/builtin.js';
import { embedder } from '../../../src/embed/index.js';

describe('the built-in embedder', () => {
  it('is chosen by its name, with 256 dimensions unless fewer are requested', async () => {
    expect(embedder('builtin')).toMatchObject({ local: true, dimensions: 256 });
    const small = embedder('builtin', { dimensions: 64 });
    const [vector] = (await small?.embed(['parse the headers'], 'passage')) ?? [];
    expect(vector).toHaveLength(64);
  });

  it('refuses more dimensions than the model has', () => {
    for (const dimensions of [0, 257, 1.5, Number.NaN]) {
      expect(() => embedder('builtin', { dimensions })).toThrow(expect.objectContaining({ code: 'bad-option' }));
    }
  });

  it('returns a vector for every text, in order, with progress per batch', async () => {
    const texts = Array.from({ length: 1100 }, (_, i) => `chunk number ${i}`);
    const seen: number[] = [];
    const results = await builtin().settle(texts, 'passage', {
      arrived: (answers) => seen.push(...answers.map(({ index }) => index)),
    });
    expect(seen).toEqual(texts.map((_, i) => i));
    expect(results[700]).toEqual(embedNow('chunk number 700', 'passage'));
  });

  it('returns a vector for a text without words', async () => {
    const [vector] = await builtin().embed([''], 'passage');
    expect(Math.hypot(...vector)).toBe(1);
  });

  it('stops when it is cancelled', async () => {
    const stop = AbortSignal.abort(new Error('enough'));
    await expect(builtin().embed(['a text'], 'passage', stop)).rejects.toThrow('enough');
  });
});
