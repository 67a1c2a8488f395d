import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BinaryCodeTable, type Distances, ROW_WORDS } from '../../src/store/vectors/binaryCodeTable.js';

afterEach(() => vi.unstubAllGlobals());

/** One bit at a time. */
function counted(a: readonly number[], b: readonly number[]): number {
  const bits = (words: readonly number[]): string => words.map((word) => word.toString(2).padStart(32, '0')).join('');
  return [...bits(a)].filter((bit, i) => bit !== bits(b)[i]).length;
}

const word = fc.oneof(fc.nat(0xffff_ffff), fc.constantFrom(0, 0xffff_ffff, 0x8000_0000, 1));
/** The signs of a question and of some entries; with 4 words, or 8, a vector fills its steps. */
const cases = fc.constantFrom(1, 2, 3, 4, 7, 8, 12).chain((words) => {
  const signs = fc.array(word, { minLength: words, maxLength: words });
  return fc.record({ question: signs, entries: fc.array(signs, { maxLength: 40 }) });
});

const bytesOf = (entries: readonly (readonly number[])[]): Uint8Array =>
  new Uint8Array(Uint32Array.from(entries.flatMap((signs, row) => [row, 0, ...signs])).buffer);

function expectApart({ of, counts }: Distances, expected: readonly number[]): void {
  expect([...of]).toEqual(expected);
  expect([...counts]).toEqual(Array.from(counts, (_, distance) => expected.filter((one) => one === distance).length));
  expect(counts.length).toBeGreaterThan(Math.max(0, ...expected));
}

describe.each(['with WebAssembly', 'without'])('Hamming distances, %s', (how) => {
  it('are counted, however often the table is refilled', () => {
    if (how === 'without') vi.stubGlobal('WebAssembly', undefined);
    const table = new BinaryCodeTable();
    fc.assert(
      fc.property(cases, ({ question, entries }) => {
        table.fill(bytesOf(entries), ROW_WORDS + question.length);
        for (const asked of [question, question.map((one) => ~one >>> 0)])
          expectApart(
            table.hammingDistances(Uint32Array.from(asked)),
            entries.map((signs) => counted(signs, asked)),
          );
        expect(table.entries).toHaveLength(entries.length * (ROW_WORDS + question.length));
      }),
    );
  });

  it('are those of whole entries only', () => {
    if (how === 'without') vi.stubGlobal('WebAssembly', undefined);
    const table = new BinaryCodeTable();
    const bytes = bytesOf([
      [0, 0, 0, 0],
      [1, 1, 1, 1],
    ]);
    table.fill(bytes.subarray(0, bytes.length - 3), ROW_WORDS + 4);
    expectApart(table.hammingDistances(new Uint32Array(4).fill(3)), [8]);
    table.fill(new Uint8Array(0), ROW_WORDS + 4);
    expectApart(table.hammingDistances(new Uint32Array(4)), []);
  });
});
