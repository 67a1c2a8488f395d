import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BinaryCodes } from '../../../src/store/sqlite/binaryCodes.js';
import { openDatabase, statementsOf } from '../../../src/store/sqlite/database.js';
import { sqliteMigrations } from '../../../src/store/sqlite/schema.js';
import { binaryEntry, entryBytes, entryRow } from '../../../src/store/vectors/hammingScan.js';

const DIMENSIONS = 40;
const code = (value: number): Uint8Array => new Uint8Array(DIMENSIONS).fill(value);

function open(): BinaryCodes {
  const db = openDatabase(':memory:', 0);
  for (const step of sqliteMigrations) db.exec(step);
  return new BinaryCodes(statementsOf(db).prepare);
}

it('are those of the chunks that were added and not removed, ascending', () => {
  const chunk = fc.integer({ min: 1, max: 2000 });
  const put = fc.array(fc.tuple(chunk, fc.constantFrom(1, 255)), { maxLength: 40 });
  const remove = fc.tuple(chunk, fc.nat(600)).map(([first, more]) => ({ first, last: first + more }));
  fc.assert(
    fc.property(fc.array(fc.oneof(put, remove), { maxLength: 12 }), (changes) => {
      const signs = open();
      const expected = new Map<number, Uint8Array>();
      for (const change of changes) {
        if (Array.isArray(change)) {
          signs.put(change.map(([id, value]) => binaryEntry(id, code(value))));
          for (const [id, value] of change) expected.set(id, binaryEntry(id, code(value)));
        } else {
          signs.remove(change);
          for (const id of expected.keys()) if (id >= change.first && id <= change.last) expected.delete(id);
        }
      }
      const ordered = [...expected].sort(([a], [b]) => a - b);
      expect(signs.chunks()).toEqual(ordered.map(([id]) => id));
      expect(signs.read(entryBytes(DIMENSIONS))).toEqual(Buffer.concat(ordered.map(([, entry]) => entry)));
      expect(signs.read(entryBytes(DIMENSIONS) + 4)).toHaveLength(0);
    }),
    { numRuns: 50 },
  );
});

it('have the row of their chunk, also beyond 32 bits and in an unaligned view', () => {
  for (const id of [1, 255, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 40 + 7]) {
    const entry = binaryEntry(id, code(1));
    expect(entryRow(entry)).toBe(id);
    expect(entryRow(Buffer.concat([Buffer.from('x'), entry]).subarray(1))).toBe(id);
  }
});
