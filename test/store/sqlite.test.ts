import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FroeError } from '../../src/errors.js';
import { openDatabase } from '../../src/store/sqlite/database.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { binaryEntry, HammingScan } from '../../src/store/vectors/hammingScan.js';
import { dequantise, quantise } from '../../src/store/vectors/quantise.js';
import { prepared, storeContract } from '../contract/store.js';

let folder: string;
let files = 0;
const fresh = (): string => join(folder, `${files++}`, 'index.db');
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'froe-store-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

storeContract('sqlite in memory', (options) => new SqliteStore(':memory:', options));
storeContract('sqlite in a file', (options) => new SqliteStore(fresh(), options));

describe('the file of an index', () => {
  const refusal = (open: () => unknown): FroeError => {
    try {
      open();
    } catch (error) {
      if (error instanceof FroeError) return error;
      throw error;
    }
    throw new Error('it was opened');
  };

  it('has its application id and its format', async () => {
    const file = fresh();
    await new SqliteStore(file).close();
    const db = openDatabase(file, 0);
    expect(db.prepare('PRAGMA application_id').get()).toEqual({ application_id: 0x46524f45 });
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    db.close();
  });

  it('is refused if it is something else', () => {
    const text = join(folder, 'notes.txt');
    writeFileSync(text, 'just some notes, and no database at all. '.repeat(100));
    expect(refusal(() => new SqliteStore(text))).toMatchObject({ code: 'bad-index' });
    const other = join(folder, 'other.db');
    const db = openDatabase(other, 0);
    db.exec('CREATE TABLE people (name)');
    db.close();
    expect(refusal(() => new SqliteStore(other)).message).toContain('is not a froe index');
  });

  it.each([12, 99])('of format %i is refused with a hint, and not changed', async (format) => {
    const file = fresh();
    await new SqliteStore(file).close();
    const db = openDatabase(file, 0);
    db.exec(`PRAGMA user_version = ${format}; PRAGMA wal_checkpoint(TRUNCATE)`);
    db.close();
    const before = readFileSync(file);
    expect(refusal(() => new SqliteStore(file))).toMatchObject({
      code: 'bad-index',
      message: `${file} has index format ${format}; this version reads format 1`,
      hint: expect.stringMatching(/^Update froe .* froe clean, then froe index\..*froe export --artifacts/),
    });
    expect(readFileSync(file)).toEqual(before);
  });

  it('keeps its old state when the disk is full', async () => {
    const file = fresh();
    const store = new SqliteStore(file);
    await store.write({ put: [await prepared('a.md', '# Elm\n\nAn elm.\n')] });
    const before = await store.state();
    // SQLite's own error for a full disk, by a limit instead of a small disk.
    store.limitPages(Math.ceil(before.bytes / 4096) + 4);
    const large = Array.from({ length: 200 }, (_, i) => prepared(`${i}.md`, `# T${i}\n\n${`word${i} `.repeat(100)}\n`));
    const change = { put: await Promise.all(large) };
    await expect(store.write(change)).rejects.toMatchObject({ message: expect.stringContaining('the disk is full') });
    expect(await store.state()).toEqual(before);
    expect(await store.check()).toEqual([]);
    expect(await store.searchText(['elm'], 3)).toHaveLength(1);
    await store.close();
  });
});

describe('vectors with one byte per dimension', () => {
  const vectors = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 64 });

  it('keep their direction', () => {
    fc.assert(
      fc.property(vectors, (values) => {
        const vector = Float32Array.from(values);
        const length = Math.hypot(...vector);
        fc.pre(length > 1e-3);
        const back = dequantise(quantise(vector));
        const dot = back.reduce((sum, value, i) => sum + value * (vector[i] / length), 0);
        expect(dot).toBeGreaterThan(0.99);
      }),
    );
  });

  it('may be zero', () => {
    expect([...dequantise(quantise(new Float32Array(8)))]).toEqual(Array(8).fill(0));
  });

  it('are found like by an exact search, 9.8 times of ten', () => {
    const [dimensions, count, questions] = [64, 5000, 40];
    let seed = 7;
    const random = (): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 32 - 0.5;
    };
    const made = (): Float32Array => {
      const vector = Float32Array.from({ length: dimensions }, random);
      const length = Math.hypot(...vector);
      return vector.map((value) => value / length);
    };
    const all = Array.from({ length: count }, made);
    const scan = new HammingScan(
      dimensions,
      Buffer.concat(all.map((vector, row) => binaryEntry(row, quantise(vector)))),
    );
    let [same, total] = [0, 0];
    for (let i = 0; i < questions; i++) {
      const question = made();
      const exact = all
        .map((vector, row) => ({ row, score: vector.reduce((sum, value, d) => sum + value * question[d], 0) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 10);
      const found = new Set(scan.candidates(question, 500).map((at) => scan.rowAt(at)));
      same += exact.filter(({ row }) => found.has(row)).length;
      total += 10;
    }
    expect(same / total).toBeGreaterThanOrEqual(0.98);
  });
});
