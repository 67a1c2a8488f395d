import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RowSum } from '../../../src/embed/builtin/rowSum.js';

const WIDTH = 20; // not whole steps of the kernel
const ROWS = 7;
const table = Int8Array.from({ length: ROWS * WIDTH }, (_, i) => ((i * 7919) % 256) - 128);

/** As its definition: four rows at a time, then one by one. */
function expected(rows: readonly number[], weights: readonly number[], column: number): number {
  const products = rows.map((row, i) => weights[i] * table[row * WIDTH + column]);
  let sum = 0;
  let i = 0;
  for (; i + 3 < rows.length; i += 4) sum += products[i] + products[i + 1] + (products[i + 2] + products[i + 3]);
  for (; i < rows.length; i++) sum += products[i];
  return sum;
}

describe.each(['with WebAssembly', 'without'])('the sum of rows, %s', (how) => {
  afterEach(() => vi.unstubAllGlobals());

  it('rounds as defined, for any number of rows and columns', () => {
    if (how === 'without') vi.stubGlobal('WebAssembly', undefined);
    const rowSum = new RowSum(table, WIDTH, 12);
    const terms = fc.array(
      fc.record({ row: fc.nat(ROWS - 1), weight: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(terms, fc.integer({ min: 1, max: WIDTH }), (all, columns) => {
        all.forEach(({ row, weight }, i) => {
          rowSum.starts[i] = row * WIDTH;
          rowSum.weights[i] = weight;
        });
        const [rows, weights] = [all.map(({ row }) => row), all.map(({ weight }) => weight)];
        expect([...rowSum.sum(all.length, columns)]).toEqual(
          Array.from({ length: columns }, (_, column) => expected(rows, weights, column)),
        );
      }),
    );
    expect(rowSum.table).toEqual(table); // nothing was written into it
  });
});
