import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BuiltinModel } from '../../../src/embed/builtin/model.js';
import { QueryEncoder } from '../../../src/embed/builtin/queryEncoder.js';
import { sha256 } from '../../../src/text/hash.js';

const read = (name: string): Uint8Array => readFileSync(new URL(`../../../model/${name}`, import.meta.url));
const file = read('query.bin');
const model = new BuiltinModel(read('froe.bin'));
const encoder = new QueryEncoder(file, model);
const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i], 0);
const encoded = (text: string, dimensions = 256): Float32Array => {
  const vector = encoder.vector(text, dimensions);
  if (vector === undefined) throw new Error(`no vector for ${text}`);
  return vector;
};
const passage = (text: string): Float32Array => model.vector(text, 'passage') ?? new Float32Array(256);

describe('the query encoder', () => {
  /** Written by whoever made the weights. A difference in one bit on any machine fails here. */
  it('returns the same vectors on every machine, bit for bit', () => {
    const sample = ['How do I index a folder?', 'Füße und naïve caches', 'where is the retry limit set '.repeat(40)];
    const hashes = sample.map((text) => {
      const { buffer, byteOffset, byteLength } = encoded(text);
      return sha256(new Uint8Array(buffer, byteOffset, byteLength)).slice(0, 16);
    });
    expect(hashes).toMatchInlineSnapshot(`
      [
        "8108426e948ba9e1",
        "8c6399c486075cd2",
        "5a0ae0d084e49ad2",
      ]
    `);
  });

  it('leaves out question words', () => {
    const chunk = passage(
      'lib/retry.ts › retry\nfunction retry(attempts, backoff) { while (attempts-- > 0) sleep(backoff); }',
    );
    const question = 'how does it decide how often to retry before giving up';
    const summed = model.vector(question, 'query') ?? new Float32Array(256);
    expect(cosine(encoded(question), chunk)).toBeGreaterThan(cosine(summed, chunk));
  });

  it('returns vectors of length 1 or 0, for any text and any number of dimensions, whatever the query before', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 256 }), (text, dimensions) => {
        const found = encoder.vector(text, dimensions);
        expect(found === undefined).toBe(model.vector(text, 'query') === undefined);
        if (found === undefined) return;
        expect(found).toHaveLength(dimensions);
        expect(cosine(found, found)).toBeCloseTo(1, 4);
        expect(new QueryEncoder(file, model).vector(text, dimensions)).toEqual(found); // nothing cached changes it
      }),
      { numRuns: 30 },
    );
  });

  it('reports what is wrong with a damaged file', () => {
    const flipped = Uint8Array.from(file);
    flipped[1000] ^= 1;
    const bad = { flipped, short: file.subarray(0, 5000), empty: new Uint8Array(0), other: read('froe.bin') };
    for (const bytes of Object.values(bad))
      expect(() => new QueryEncoder(bytes, model)).toThrow(
        expect.objectContaining({ code: 'bad-model', hint: expect.stringContaining('Reinstall') }),
      );
  });
});
