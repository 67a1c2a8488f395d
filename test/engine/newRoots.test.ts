/** Time limits of a question to a workspace whose roots have no index yet. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Engine, type OpenOptions, open } from '../../src/engine/engine.js';
import { folder } from '../folder.js';

const FILES = 150;
/** More than is always read completely. */
const large = Object.fromEntries(Array.from({ length: FILES }, (_, i) => [`${i}.txt`, `Oak ${i}.\n`.repeat(1000)]));
const small = { 'a.md': 'Elm\n' };

let opened: Engine[] = [];
afterEach(async () => {
  for (const engine of opened) await engine.close();
  opened = [];
});

async function workspace(roots: readonly Readonly<Record<string, string>>[], options: OpenOptions): Promise<Engine> {
  const named = roots.map((files, i) => [`root${i}`, folder(files)]);
  const engine = await open(Object.fromEntries(named), { embedder: 'none', ...options });
  opened.push(engine);
  return engine;
}

describe('a question to new roots', () => {
  it('reads them completely, however long it takes: it had two seconds', async () => {
    let calls = 0;
    const context = async (): Promise<ReadonlyMap<string, string>> => {
      if (calls++ === 0) await sleep(2500);
      return new Map();
    };
    const engine = await workspace([large, small], { sync: { context } });
    expect((await engine.search('oak')).unread).toBe(0);
  });

  it('reads some files of a large one, if so many are enough: it read a hundred', async () => {
    const engine = await workspace([large, small], { newIndexFiles: 5 });
    const { unread } = await engine.search('oak');
    expect(unread).toBeGreaterThan(FILES - 50);
    expect(unread).toBeLessThan(FILES);
  });

  it('counts those for which no time is left: the last was read completely', async () => {
    const engine = await workspace([small, large], {});
    expect((await engine.search('oak', { syncLimit: 1e-3 })).unread).toBe(FILES);
  });
});
