import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Watcher, watch } from '../../src/sources/watch.js';

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
  it('runs at the start, and never twice at a time', async () => {
    let [runs, at, most] = [0, 0, 0];
    const changed = async (): Promise<void> => {
      most = Math.max(most, ++at);
      runs++;
      await sleep(200);
      at--;
    };
    watcher = await watch(root, { settle: 20, changed, failed: () => {} });
    expect(runs).toBe(1);
    writeFileSync(join(root, 'a'), '1');
    await until(() => runs === 2);
    writeFileSync(join(root, 'b'), '2'); // while it runs: once more, after it
    await until(() => runs === 3);
    expect(most).toBe(1);
  });

  it('sees what changes during the first run', async () => {
    let runs = 0;
    const changed = async (): Promise<void> => {
      if (++runs > 1) return;
      writeFileSync(join(root, 'a'), '1');
      await sleep(300);
    };
    watcher = await watch(root, { settle: 20, changed, failed: () => {} });
    await until(() => runs === 2);
  });

  it('ends with an error of the first run, and outlives those of later ones', async () => {
    const broken = watch(root, { settle: 20, changed: () => Promise.reject(new Error('at once')), failed: () => {} });
    await expect(broken).rejects.toThrow('at once');
    const errors: unknown[] = [];
    let runs = 0;
    const changed = async (): Promise<void> => {
      if (++runs === 2) throw new Error('for once');
    };
    watcher = await watch(root, { settle: 20, changed, failed: (error) => errors.push(error) });
    writeFileSync(join(root, 'a'), '1');
    await until(() => runs === 2);
    writeFileSync(join(root, 'b'), '2');
    await until(() => runs === 3);
    expect(errors).toEqual([new Error('for once')]);
  });

  it('does not look into folders that are ignored', async () => {
    for (const folder of ['node_modules', 'out', 'src']) mkdirSync(join(root, folder));
    writeFileSync(join(root, '.gitignore'), 'out/\n');
    let runs = 0;
    const changed = async (): Promise<void> => void runs++;
    watcher = await watch(root, { settle: 20, changed, failed: () => {} });
    for (const folder of ['node_modules', 'out']) writeFileSync(join(root, folder, 'a'), '1');
    await sleep(400);
    expect(runs).toBe(1);
    writeFileSync(join(root, 'src', 'a'), '1');
    await until(() => runs === 2);
  });
});
