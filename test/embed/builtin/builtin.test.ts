import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { QueryEncoder } from '../../../src/embed/builtin/queryEncoder.js';
import { builtin, builtinModel, embedNow } from '../../../src/embed/builtin.js';
import { embedder } from '../../../src/embed/index.js';

const read = (name: string): Uint8Array => readFileSync(new URL(`../../../model/${name}`, import.meta.url));

describe('the built-in embedder', () => {
  it('is chosen by its name, with 512 dimensions unless fewer are requested', async () => {
    expect(embedder('builtin')).toMatchObject({ local: true, dimensions: 512 });
    const small = embedder('builtin', { dimensions: 64 });
    const [vector] = (await small?.embed(['parse the headers'], 'passage')) ?? [];
    expect(vector).toHaveLength(64);
  });

  it('refuses more dimensions than the model has', () => {
    for (const dimensions of [0, 513, 1.5, Number.NaN]) {
      expect(() => embedder('builtin', { dimensions })).toThrow(expect.objectContaining({ code: 'bad-option' }));
    }
  });

  it('has the first half by itself at 256 dimensions, and truncates: fewer are the first of more, at length 1 again', () => {
    for (const side of ['passage', 'query'] as const) {
      const [whole, most, half] = [512, 400, 256].map((dimensions) =>
        embedNow('parse the http headers', side, dimensions),
      );
      for (const shorter of [most, half]) {
        const scale = Math.hypot(...whole.subarray(0, shorter.length));
        for (const [i, value] of shorter.entries()) expect(value).toBeCloseTo(whole[i] / scale, 5);
      }
      expect(half).toEqual(
        side === 'query'
          ? new QueryEncoder(read('query.bin'), builtinModel()).vector('parse the http headers')
          : builtinModel().vector('parse the http headers', side),
      );
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
