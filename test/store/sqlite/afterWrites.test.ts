/** What a long-lived process has read is kept by what changed, and its answers are those of a new process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ChunkNames } from '../../../src/store/sqlite/chunkNames.js';
import { openDatabase, statementsOf } from '../../../src/store/sqlite/database.js';
import { VectorSearch } from '../../../src/store/sqlite/vectorSearch.js';
import { SqliteStore } from '../../../src/store/sqlite.js';
import type { IndexChange } from '../../../src/store/store.js';
import { prepared } from '../../contract/store.js';

const place = mkdtempSync(join(tmpdir(), 'froe-writes-'));
afterAll(() => rmSync(place, { recursive: true }));

const model = { id: 'test', dimensions: 128, prefixVersion: 1 };
const READS_ALL = /FROM chunks c JOIN vectors v/;

/** Of a source: all values have the sign of a pattern, their sizes depend on `size`. */
const vectorLike = (n: number, size = 1): Float32Array =>
  Float32Array.from(
    { length: model.dimensions },
    (_, i) => (((n + 1) * (i + 3)) % 7 < 3 ? -1 : 1) * (1 + ((i * size) % 5)),
  );

async function put(name: string, n: number, size?: number): Promise<IndexChange> {
  const source = await prepared(name, `# Page\n\nOak ${name} ${n} ${size}\n`);
  const vectors = source.chunks.map(({ chunk }) => ({ hash: chunk.embedHash, vector: vectorLike(n, size) }));
  return { put: [source], vectors };
}

it('reads only what was added, and finds what a new process finds', async () => {
  const file = join(place, 'index.db');
  const writer = new SqliteStore(file);
  await writer.useModel(model);
  for (let n = 0; n < 60; n++) await writer.write(await put(`${n}.md`, n));

  const db = openDatabase(file, 0);
  const statements: string[] = [];
  const { prepare } = statementsOf(db);
  const counted = (sql: string) => {
    statements.push(sql);
    return prepare(sql);
  };
  const search = new VectorSearch(counted, new ChunkNames(prepare));
  let version = 0;
  const ask = (n: number) => search.search(vectorLike(n, 2), 40, { model, version: `${version}`, filter: undefined });
  for (let i = 0; i < 30; i++) ask(i);
  expect(statements.filter((sql) => READS_ALL.test(sql))).toHaveLength(1);

  for (const changes of [
    [await put('60.md', 60)],
    // The signs of the one before, but another vector: it must not have its number.
    [{ remove: ['main:7.md', 'main:60.md'] }, await put('last.md', 60, 3)],
    [await put('12.md', 99)],
  ]) {
    for (const change of changes) {
      await writer.write(change);
      await writer.compact();
    }
    version++;
    for (const n of [60, 12, 7]) {
      const fresh = new SqliteStore(file);
      expect(ask(n)).toEqual(await fresh.searchVector(vectorLike(n, 2), 40));
      await fresh.close();
    }
  }
  expect(statements.filter((sql) => READS_ALL.test(sql))).toHaveLength(1);
  db.close();
  await writer.close();
});

it('gives no chunk the number of a removed one, also when nothing is left of that', async () => {
  const file = join(place, 'numbers.db');
  const store = new SqliteStore(file);
  const db = openDatabase(file, 0);
  const numbers = () =>
    statementsOf(db)
      .prepare('SELECT id FROM chunks')
      .all()
      .map(({ id }) => Number(id));
  const seen = new Set<number>();
  for (const name of ['a.md', 'b.md', 'c.md']) {
    await store.write({ put: [await prepared(name, `# ${name}\n\nOak\n`)] });
    for (const id of numbers()) {
      expect(seen).not.toContain(id);
      seen.add(id);
    }
    await store.write({ remove: [`main:${name}`] });
    await store.compact();
  }
  expect(seen.size).toBeGreaterThanOrEqual(3);
  db.close();
  await store.close();
});
