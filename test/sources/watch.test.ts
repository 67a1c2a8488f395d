import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { retryDelayMs, type Watcher, type WatchOutcome, watch } from '../../src/sources/watch.js';

let root: string;
let watcher: Watcher | undefined;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'froe-watch-'));
});
afterEach(async () => {
  await watcher?.close();
  watcher = undefined;
  rmSync(root, { recursive: true, force: true });
});

/** Resolves once something holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(10);
}

describe('watching a folder', () => {
  it('runs at the start, and never concurrently', async () => {
    let [runs, at, most] = [0, 0, 0];
    const changed = async (): Promise<WatchOutcome> => {
      most = Math.max(most, ++at);
      runs++;
      await sleep(200);
      at--;
      return 'done';
    };
    watcher = await watch(root, { settleMs: 20, changed, failed: () => {} });
    expect(runs).toBe(1);
    writeFileSync(join(root, 'a'), '1');
    await until(() => runs === 2);
    writeFileSync(join(root, 'b'), '2'); // while it runs: once more, after it
    await until(() => runs === 3);
    expect(most).toBe(1);
  });

  it('detects changes during the first run', async () => {
    let runs = 0;
    const changed = async (): Promise<WatchOutcome> => {
      if (++runs > 1) return 'done';
      writeFileSync(join(root, 'a'), '1');
      await sleep(300);
      return 'done';
    };
    watcher = await watch(root, { settleMs: 20, changed, failed: () => {} });
    await until(() => runs === 2);
  });

  it('ends with an error of the first run, and survives later ones', async () => {
    const broken = watch(root, { settleMs: 20, changed: () => Promise.reject(new Error('at once')), failed: () => {} });
    await expect(broken).rejects.toThrow('at once');
    const errors: unknown[] = [];
    let runs = 0;
    const changed = async (): Promise<WatchOutcome> => {
      if (++runs === 2) throw new Error('for once');
      return 'done';
    };
    watcher = await watch(root, { settleMs: 20, changed, failed: (error) => errors.push(error) });
    writeFileSync(join(root, 'a'), '1');
    await until(() => runs === 2);
    writeFileSync(join(root, 'b'), '2');
    await until(() => runs === 3);
    expect(errors).toEqual([new Error('for once')]);
  });

  it('does not watch ignored folders', async () => {
    for (const folder of ['node_modules', 'out', 'src']) mkdirSync(join(root, folder));
    writeFileSync(join(root, '.gitignore'), 'out/\n');
    let runs = 0;
    const changed = async (): Promise<WatchOutcome> => {
      runs++;
      return 'done';
    };
    watcher = await watch(root, { settleMs: 20, changed, failed: () => {} });
    for (const folder of ['node_modules', 'out']) writeFileSync(join(root, folder, 'a'), '1');
    await sleep(400);
    expect(runs).toBe(1);
    writeFileSync(join(root, 'src', 'a'), '1');
    await until(() => runs === 2);
  });

  it('does not follow links, except to the folder itself: it watched what they led to', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'froe-outside-'));
    mkdirSync(join(root, 'src'));
    symlinkSync(outside, join(root, 'src', 'outside'));
    symlinkSync('loop', join(root, 'loop')); // cannot be watched
    symlinkSync(root, join(outside, 'link'));
    const errors: unknown[] = [];
    let runs = 0;
    const changed = async (): Promise<WatchOutcome> => {
      runs++;
      return 'done';
    };
    watcher = await watch(join(outside, 'link'), { settleMs: 20, changed, failed: (error) => errors.push(error) });
    writeFileSync(join(outside, 'a'), '1');
    await sleep(400);
    expect(runs).toBe(1);
    writeFileSync(join(root, 'src', 'a'), '1');
    await until(() => runs === 2);
    expect(errors).toEqual([]);
    rmSync(outside, { recursive: true });
  });

  it('repeats an unfinished run until it succeeds, and then resets its delay', async () => {
    const outcomes: WatchOutcome[] = ['unfinished', 'unfinished', 'done', 'unfinished', 'done'];
    const asked: number[] = [];
    let runs = 0;
    const changed = async (): Promise<WatchOutcome> => outcomes[runs++] ?? 'done';
    const wait = (times: number): number => asked.push(times);
    watcher = await watch(root, { settleMs: 20, changed, failed: () => {}, retryDelayMs: wait });
    await until(() => runs === 3);
    writeFileSync(join(root, 'a'), '1');
    await until(() => runs === 5);
    expect(asked).toEqual([1, 2, 1]);
  });

  it('does nothing after it is closed', async () => {
    let runs = 0;
    const changed = async (): Promise<WatchOutcome> => {
      runs++;
      return 'unfinished';
    };
    const one = await watch(root, { settleMs: 20, changed, failed: () => {}, retryDelayMs: () => 50 });
    await until(() => runs === 3);
    await one.close();
    const then = runs;
    await sleep(300);
    expect(runs).toBe(then);
  });

  it('waits longer each time, up to minutes, with a random delay', () => {
    expect([1, 2, 3].map((times) => [retryDelayMs(times, 0), retryDelayMs(times, 1)])).toEqual([
      [1000, 2000],
      [2000, 4000],
      [4000, 8000],
    ]);
    expect([retryDelayMs(9, 0), retryDelayMs(40, 1)]).toEqual([150_000, 300_000]);
    expect(retryDelayMs(1)).not.toBe(retryDelayMs(1));
  });
});
