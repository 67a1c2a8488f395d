import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QuantisedVectors, quantise, quantisedBytes } from '../../src/store/vectors/quantise.js';
import { QuantisedTable } from '../../src/store/vectors/quantisedTable.js';

const normal = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
};
/** A question and some vectors; of these dimensions, some fill their steps and some do not. */
const cases = fc.constantFrom(1, 3, 15, 16, 17, 64, 100, 256, 1536).chain((dimensions) => {
  const vector = fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .map(normal);
  return fc.record({ question: vector, vectors: fc.array(vector, { minLength: 1, maxLength: 30 }) });
});

describe('codes in a table', () => {
  it('have the same distances as one by one, and none that is left out is nearer', () => {
    const table = new QuantisedTable();
    fc.assert(
      fc.property(cases, fc.nat(30), ({ question, vectors }, limit) => {
        const codes = Buffer.concat(vectors.map(quantise));
        const exact = vectors.map((_, entry) =>
          new QuantisedVectors(codes).cosine(question, entry * quantisedBytes(question.length)),
        );
        const entries = Uint32Array.from(vectors.keys());
        table.fill(codes, question.length);
        const found = table.nearest(question, entries, limit);
        expect(found).toHaveLength(Math.min(limit, vectors.length));
        for (const { row, score } of found) expect(score).toBe(exact[row]);
        expect(found).toEqual(found.toSorted((a, b) => b.score - a.score || a.row - b.row));
        const taken = new Set(found.map(({ row }) => row));
        const least = Math.min(...found.map(({ score }) => score));
        for (const entry of entries) if (!taken.has(entry)) expect(exact[entry]).toBeLessThanOrEqual(least + 1e-3);
      }),
    );
  });

  it('can be limited to some entries', () => {
    const vectors = [normal([1, 0]), normal([0.9, 0.1]), normal([0, 1])];
    const table = new QuantisedTable();
    table.fill(Buffer.concat(vectors.map(quantise)), 2);
    const rows = (entries: readonly number[]): readonly number[] =>
      table.nearest(normal([1, 0]), Uint32Array.from(entries), 2).map(({ row }) => row);
    expect(rows([0, 1, 2])).toEqual([0, 1]);
    expect(rows([1, 2])).toEqual([1, 2]);
    expect(rows([2])).toEqual([2]);
    expect(rows([])).toEqual([]);
    // More than there was room for.
    expect(table.nearest(normal([1, 0]), new Uint32Array(50_000).fill(2), 1)[0]?.row).toBe(2);
  });
});

it('quantises small integers as quantise() does, byte for byte', () => {
  const rows = fc.array(fc.int8Array({ minLength: 64, maxLength: 64 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(rows, (vectors) => {
      const [quantised, filled] = [new QuantisedTable(), new QuantisedTable()];
      quantised.fill(new Uint8Array(vectors.length * quantisedBytes(64)), 64);
      const entries = Uint32Array.from(vectors.keys());
      quantised.quantise(entries, (entry) => vectors[entry]);
      filled.fill(Buffer.concat(vectors.map((vector) => quantise(new Float32Array(vector)))), 64);
      for (const vector of vectors) {
        const query = new Float32Array(vector);
        const limit = vectors.length;
        expect(quantised.nearest(query, entries, limit)).toEqual(filled.nearest(query, entries, limit));
      }
    }),
  );
});
