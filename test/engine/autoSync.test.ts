import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hashed } from '../../src/embed/hashed.js';
import { AutoSync, type SyncStep } from '../../src/engine/autoSync.js';
import { type Engine, open } from '../../src/engine/engine.js';
import { openDatabase } from '../../src/store/sqlite/database.js';
import { lockFile } from '../../src/store/sqlite/indexFile.js';
import { folder } from '../folder.js';
import { waitUntil } from '../mcp/served.js';

const opened: { engine: Engine; keeper: AutoSync }[] = [];
afterEach(async () => {
  for (const { engine, keeper } of opened.splice(0)) {
    await keeper.close();
    await engine.close();
  }
});

async function openedWithKeeper(
  files: number,
): Promise<{ root: string; file: string; engine: Engine; keeper: AutoSync }> {
  const root = folder(Object.fromEntries(Array.from({ length: files }, (_, i) => [`f${i}.txt`, `Tree ${i}\n`])));
  const file = join(folder(), 'index.db');
  const engine = await open(root, { index: file });
  const keeper = new AutoSync(engine, { settle: 20, wait: 30 });
  opened.push({ engine, keeper });
  return { root, file, engine, keeper };
}

describe('AutoSync', () => {
  it('creates a new index, and queries wait for it', async () => {
    const { engine, keeper } = await openedWithKeeper(40);
    const steps: SyncStep[] = [];
    keeper.start();
    expect(keeper.step).toMatchObject({ percent: 0 });
    await keeper.ready(30_000, (step) => steps.push(step));
    expect((await engine.state()).sources).toBe(40);
    const percents = steps.map(({ percent }) => percent);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
    // Vectors are made along with reading, so the counts and the percentage say the same.
    for (const { percent, done, total } of steps.slice(0, -1))
      expect(percent).toBe(Math.min(99, Math.floor((done / total) * 100)));
  });

  it('divides the percentage between two stages if vectors follow', async () => {
    const files = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`f${i}.txt`, `Tree ${i}\n`]));
    const far = { ...hashed(8), local: false };
    const engine = await open(folder(files), { index: join(folder(), 'index.db'), embedder: far });
    const keeper = new AutoSync(engine);
    opened.push({ engine, keeper });
    const steps: SyncStep[] = [];
    await keeper.refresh((step) => steps.push(step));
    const read = steps.filter(({ stage }) => stage === 'read');
    expect(read.map(({ percent }) => percent)).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50]);
    const made = steps.filter(({ stage }) => stage === 'embed').map(({ percent }) => percent);
    expect(made.every((percent) => percent >= 50)).toBe(true);
    expect(made.at(-1)).toBe(100);
  });

  it('survives an unreadable index, and reports the error', async () => {
    const { file, keeper } = await openedWithKeeper(2);
    const other = openDatabase(file, 1000);
    other.exec('DROP TABLE sources');
    other.close();
    keeper.start();
    await keeper.ready(30_000);
    await waitUntil(() => keeper.failure !== undefined);
    expect(keeper.failure).toMatchObject({ code: 'damaged', hint: expect.stringContaining('froe clean') });
  });

  it('does not wait longer than requested, nor for an existing index', async () => {
    const { file, engine, keeper } = await openedWithKeeper(2);
    const release = lockFile(`${file}-writer`, 0); // so that its first run cannot begin
    keeper.start();
    await keeper.ready(1);
    const stop = new AbortController();
    const waiting = keeper.ready(60_000, undefined, stop.signal);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    release?.();
    await keeper.refresh();
    const again = new AutoSync(engine, { wait: 30 });
    const held = lockFile(`${file}-writer`, 1000);
    again.start();
    await again.ready(60_000); // there is something to answer with
    held?.();
    await again.close();
  });

  it('detects changes and reports them', async () => {
    const { root, engine, keeper } = await openedWithKeeper(1);
    keeper.start();
    await waitUntil(() => keeper.watching);
    const notified = new Promise<void>((resolve) => {
      keeper.listen(resolve);
    });
    writeFileSync(join(root, 'new.txt'), 'Elm\n');
    await notified;
    expect(await engine.store.source('main:new.txt')).toBeDefined();
  });

  // Elsewhere paths are longer, or so short that these cannot be made.
  it.skipIf(process.platform !== 'linux')('remembers that not all can be watched: the next run forgot it', async () => {
    const { root, keeper } = await openedWithKeeper(1);
    const half = `${'d'.repeat(250)}/`.repeat(10);
    mkdirSync(join(root, 'a', half), { recursive: true });
    mkdirSync(join(root, 'b', half), { recursive: true });
    keeper.start();
    await waitUntil(() => keeper.watching);
    renameSync(join(root, 'b'), join(root, 'a', half, 'b')); // now its paths are too long
    await waitUntil(() => keeper.failure !== undefined);
    await keeper.refresh();
    renameSync(join(root, 'a', half, 'b'), join(root, 'b')); // so that it can be removed
    expect(keeper.failure?.message).toMatch(/^Not all of .* can be watched \(ENAMETOOLONG\)$/);
    expect(keeper.watching).toBe(false);
  });

  it('runs once for all concurrent requests, after the current run', async () => {
    const { root, keeper } = await openedWithKeeper(3);
    const first = keeper.refresh();
    writeFileSync(join(root, 'late.txt'), 'Ash\n');
    const [one, two] = await Promise.all([keeper.refresh(), keeper.refresh()]);
    expect(one).toBe(two); // the very same run
    expect(one).not.toBe(await first);
    expect((await first).added + one.added).toBe(4);
  });

  it('stops a run when no caller waits for it any more', async () => {
    const { file, keeper } = await openedWithKeeper(1);
    const release = lockFile(`${file}-writer`, 0);
    const [one, two] = [new AbortController(), new AbortController()];
    // Who comes second joins only a run that has not begun when it asks: let both wait for the same one.
    const running = keeper.refresh(undefined, one.signal);
    const next = keeper.refresh(undefined, two.signal);
    one.abort(new Error('one'));
    await expect(running).rejects.toThrow('one');
    await waitUntil(() => keeper.step !== undefined); // the second began one of its own
    two.abort(new Error('two'));
    await expect(next).rejects.toThrow('two');
    await waitUntil(() => keeper.step === undefined);
    release?.();
    expect((await keeper.refresh()).added).toBe(1);
  });

  it('begins no run once it is closed: the engine was closed under it', async () => {
    const { keeper } = await openedWithKeeper(1);
    const [first, second] = [keeper.refresh(), keeper.refresh()];
    first.catch(() => {}); // the first is stopped
    await Promise.all([
      expect(second).rejects.toMatchObject({ code: 'busy', message: 'The server is closing' }),
      keeper.close(),
    ]);
    await expect(keeper.refresh()).rejects.toMatchObject({ code: 'busy' });
  });

  it('keeps the last error, and reports it', async () => {
    const { file, engine } = await openedWithKeeper(1);
    const keeper = new AutoSync(engine, { wait: 0 });
    const release = lockFile(`${file}-writer`, 0);
    keeper.start();
    await waitUntil(() => keeper.failure !== undefined);
    expect(keeper.failure).toMatchObject({ code: 'busy' });
    release?.();
    await keeper.refresh();
    expect(keeper.failure).toBeUndefined();
    await keeper.close();
  });
});
