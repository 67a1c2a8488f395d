/** Bytes of an index change, as on a failing disk: the damage is reported, or the answer is the same as before. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embedder } from '../../src/embed/index.js';
import { open } from '../../src/engine/engine.js';
import { FroeError } from '../../src/errors.js';
import { search } from '../../src/search/search.js';
import { openDatabase } from '../../src/store/sqlite/database.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { commandHost } from '../cli/hosted.js';
import { cleanEnvironment, indexOf, project } from '../cli/indexed.js';
import { seededRandom } from './seededRandom.js';

const { run } = commandHost();

const TIMES = Number(process.env.FROE_FUZZ_INDEX ?? 150);
const QUESTIONS = ['oak planks', 'function saw', 'drying the wood', 'w12x3'];

const asked = embedder('test');
const place = mkdtempSync(join(tmpdir(), 'froe-broken-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const file = join(place, 'whole.db');
/** What the chunks say, by id. */
const truth = new Map<string, string>();
/** And what is answered. */
let answers: readonly string[] = [];

beforeAll(async () => {
  const root = mkdtempSync(join(place, 'tree-'));
  for (let i = 0; i < 25; i++) {
    const words = Array.from({ length: 120 }, (_, n) => `w${i}x${n}`).join(' ');
    writeFileSync(join(root, `${i}.md`), `# Drying oak ${i}\n\nPlanks of wood.\n\n## More\n\n${words}\n`);
    writeFileSync(join(root, `${i}.ts`), `export function saw${i}(log: string) {\n  return log.slice(${i});\n}\n`);
  }
  const engine = await open(root, { index: file, embedder: 'test' });
  await engine.sync();
  for (const { docId } of (await engine.store.sources('main')).values())
    for (const { id, content } of await engine.store.chunksOf(docId)) truth.set(id, content);
  await engine.close();
  answers = (await readAll()).answers;
  expect(answers.filter((answer) => answer.includes('main:')).length).toBeGreaterThan(QUESTIONS.length);
});

it('damaged bytes are reported or do no harm', async () => {
  const bytes = readFileSync(file);
  const wrong: string[] = [];
  let [told, harmless] = [0, 0];
  for (let number = 0; number < TIMES; number++) {
    writeFileSync(file, damaged(bytes, number)); // in its own place: elsewhere it would be nobody's
    try {
      const read = await readAll();
      for (const [id, content] of read.found) {
        if (truth.has(id) && truth.get(id) !== content) wrong.push(`${number}: ${id} says something else`);
      }
      const other = read.answers.findIndex((answer, i) => answer !== answers[i]);
      if (other >= 0) wrong.push(`${number}: ${answers[other].slice(0, 40)} is answered otherwise`);
      harmless++;
    } catch (error) {
      if (error instanceof FroeError && ['bad-index', 'damaged', 'not-ours'].includes(error.code) && error.hint) told++;
      else
        wrong.push(`${number}: ${error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : error}`);
    }
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  }
  writeFileSync(file, bytes);
  expect(wrong).toEqual([]);
  // Both happen, or the damage was none or total.
  expect(told).toBeGreaterThan(TIMES / 20);
  expect(harmless).toBeGreaterThan(TIMES / 20);
});

it('a write-ahead log of another index, or a truncated one, does no harm', async () => {
  for (const log of [Buffer.alloc(0), Buffer.from('not a log'), readFileSync(file).subarray(0, 8192)]) {
    writeFileSync(`${file}-wal`, log);
    expect(new Map((await readAll()).found)).toEqual(truth);
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
  }
});

/** A few bits, a run of bytes, a page of zeros, or the end cut off; anywhere behind the first page's head. */
function damaged(bytes: Buffer, number: number): Buffer {
  const throws = seededRandom(number + 77);
  const out = Buffer.from(bytes);
  const at = (): number => 100 + throws.below(out.length - 100);
  switch (throws.below(4)) {
    case 0:
      for (let n = 1 + throws.below(30); n > 0; n--) out[at()] ^= 1 << throws.below(8);
      return out;
    case 1: {
      const from = at();
      for (let i = from; i < Math.min(out.length, from + 200); i++) out[i] = throws.below(256);
      return out;
    }
    case 2: {
      const page = 4096 * (1 + throws.below(Math.floor(out.length / 4096) - 1));
      return out.fill(0, page, page + 4096);
    }
    default:
      return out.subarray(0, at());
  }
}

/** Every chunk there is, by listing and by asking; and every list there is. */
async function readAll(): Promise<{ readonly found: [string, string][]; readonly answers: readonly string[] }> {
  const store = new SqliteStore(file);
  try {
    const found: [string, string][] = [];
    const answers: string[] = [];
    await store.state();
    const rows = [...(await store.sources('main')).values()];
    answers.push(...rows.map((row) => JSON.stringify({ ...row, mtime: 0, ctime: 0, ino: 0, size: 0 })));
    for (const { docId } of rows) {
      for (const { id, content } of await store.chunksOf(docId)) found.push([id, content]);
      answers.push(JSON.stringify([docId, await store.units(docId), await store.referencesOf(docId)]));
    }
    for (const question of QUESTIONS) {
      for (const embedder of [undefined, asked]) {
        const { results } = await search(store, embedder, question);
        for (const { chunks } of results) for (const { id, content } of chunks) found.push([id, content]);
        const list = results.map(({ score, chunks }) => [score, ...chunks.map(({ id }) => id)]);
        answers.push(JSON.stringify([question, list]));
      }
    }
    return { found, answers };
  } finally {
    await store.close();
  }
}

it('a command reports damage and rebuilds the index, but keeps what it could not rebuild', async () => {
  const env = cleanEnvironment();
  const root = project();
  await run(root, ['index', '.'], { env });
  const harm = (): void => {
    const db = openDatabase(indexOf(root), 0);
    db.exec('UPDATE chunks SET record = zeroblob(length(record))');
    db.close();
  };
  harm();
  const mended = await run(root, ['search', 'trees'], { env });
  expect(mended.stderr).toMatch(/damaged.*is rebuilt/);
  expect(mended).toMatchObject({ code: 0, stdout: expect.stringContaining('README.md') });
  expect((await run(root, ['verify', '--index'], { env })).code).toBe(0);
  await run(root, ['ingest', '-', '--title', 'Note'], { env, input: 'Larch lasts in water.' });
  harm();
  const kept = await run(root, ['search', 'trees'], { env });
  expect(kept.stderr).not.toContain('is rebuilt');
  expect(kept.code).not.toBe(0);
});
