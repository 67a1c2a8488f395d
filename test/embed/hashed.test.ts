import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashed } from '../../src/embed/hashed.js';
import { isUnit } from '../../src/embed/vectors.js';
import { sha256 } from '../../src/text/hash.js';

const vectorOf = async (text: string, dimensions?: number): Promise<Float32Array> => {
  const [vector] = await hashed(dimensions).embed([text], 'passage');
  return vector;
};
const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i], 0);

describe('the hashed embedder', () => {
  it('is the same on every machine', async () => {
    const vector = await vectorOf('A froe splits wood along the grain: getUserById(42), Österreich, 木材.');
    const bytes = new Uint8Array(vector.length * 4);
    vector.forEach((value, i) => {
      new DataView(bytes.buffer).setFloat32(i * 4, value, true);
    });
    expect(sha256(bytes)).toMatchInlineSnapshot(`"ac1cd3a5cea9e46f0e7a768bcc413d9b1974afd40ab19ab042df97b9450c9f58"`);
  });

  it('returns a vector of length 1 for any text, always the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 64 }), async (text, dimensions) => {
        const vector = await vectorOf(text, dimensions);
        expect(vector).toHaveLength(dimensions);
        expect(isUnit(vector)).toBe(true);
        expect(await vectorOf(text, dimensions)).toEqual(vector);
      }),
    );
  });

  it('gives texts with common words similar vectors', async () => {
    const [query, near, far] = await Promise.all(
      ['find user by id', 'function getUserById(id) { return users.find(id) }', 'class Oven bakes bread'].map((text) =>
        vectorOf(text),
      ),
    );
    expect(cosine(query, near)).toBeGreaterThan(cosine(query, far) + 0.2);
  });

  it('can be cancelled', async () => {
    await expect(hashed().embed(['a'], 'query', AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});
