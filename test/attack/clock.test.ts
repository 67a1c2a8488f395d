/** Clocks jump, and files come from machines with wrong clocks: answers still reflect the files. */
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { open } from '../../src/engine/engine.js';
import { isSettled } from '../../src/sources/stat.js';

const place = mkdtempSync(join(tmpdir(), 'froe-clock-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const at = (year: number): Date => new Date(Date.UTC(year, 0, 1));

describe('a file from', () => {
  it.each([
    ['the future', 2100, 2101],
    ['the future, then from now', 2100, 2020],
    ['the past', 1971, 1970],
    ['before the epoch', 1960, 1950],
  ])('%s is read once, and again when it changes', async (_, first, second) => {
    const root = mkdtempSync(join(place, 'tree-'));
    const file = join(root, 'a.md');
    const write = (text: string, year: number): void => {
      writeFileSync(file, text);
      utimesSync(file, at(year), at(year));
    };
    write('# Oak\n\nIt is old.\n', first);
    const engine = await open(root, { embedder: 'none' });
    try {
      expect(await engine.sync()).toMatchObject({ added: 1 });
      expect(await engine.sync()).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
      // As long as before, and of another time: earlier or later, it is another file.
      write('# Elm\n\nIt is old.\n', second);
      expect(await engine.sync()).toMatchObject({ changed: 1 });
      const { results } = await engine.search('elm');
      expect(results[0].chunks[0].content).toBe('# Elm\n\nIt is old.\n');
      expect((await engine.search('oak')).results).toEqual([]);
    } finally {
      await engine.close();
    }
  });
});

it('a clock set back does not make a file look settled', () => {
  const written = Date.UTC(2026, 0, 1) + 0.5;
  expect(isSettled(written, written - 3_600_000)).toBe(false);
  expect(isSettled(written, written + 3_600_000)).toBe(true);
});

it('a change within one tick of a coarse clock is seen', async () => {
  const root = mkdtempSync(join(place, 'tick-'));
  const file = join(root, 'a.md');
  const now = new Date(Math.floor(Date.now() / 1000) * 1000); // a file system that keeps whole seconds
  const write = (text: string): void => {
    writeFileSync(file, text);
    utimesSync(file, now, now);
  };
  write('# Oak\n');
  const engine = await open(root, { embedder: 'none' });
  try {
    await engine.sync();
    write('# Elm\n');
    expect(await engine.sync()).toMatchObject({ changed: 1 });
  } finally {
    await engine.close();
  }
});

describe('an archive unpacked again, with the same sizes and times', () => {
  it.each([
    ['over the old files', (file: string, text: string) => writeFileSync(file, text)],
    [
      'as new files',
      (file: string, text: string) => {
        writeFileSync(`${file}.new`, text);
        renameSync(`${file}.new`, file);
      },
    ],
  ])('is detected as changed: %s', async (_, write) => {
    const root = mkdtempSync(join(place, 'archive-'));
    const file = join(root, 'a.md');
    const unpack = (text: string): void => {
      write(file, text);
      utimesSync(file, at(2001), at(2001));
    };
    unpack('# Oak\n\nIt is old.\n');
    const engine = await open(root, { embedder: 'none' });
    try {
      await engine.sync();
      await setTimeout(30); // at rest: its stat is believed from now on
      await engine.sync();
      unpack('# Elm\n\nIt is old.\n');
      expect((await engine.search('elm')).results[0].chunks[0].content).toBe('# Elm\n\nIt is old.\n');
    } finally {
      await engine.close();
    }
  });
});
