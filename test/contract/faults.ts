/**
 * What every store survives: a writer killed anywhere, two writers at once, ten
 * readers beside one, and data that was damaged. A store joins by one call. That
 * a provider fails at every call is in test/sync/sync.test.ts, for every store.
 */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FroeError } from '../../src/errors.js';
import { lockStore, openStore } from '../../src/store/openStore.js';
import type { PreparedSource, Store } from '../../src/store/store.js';
import { contentOf } from '../sync/content.js';
import { bundledIndexer, runIndexer } from './indexer.js';
import { prepared } from './store.js';

export interface FaultySubject {
  readonly name: string;
  /** Where an index can be that is nobody else's yet. */
  readonly fresh: (place: string) => string;
  readonly kills: number;
  /** Ways of harming an index that holds some pages, by name. */
  readonly damages: Readonly<Record<string, (where: string) => Promise<void>>>;
}

/** Enough for several transactions of ten chunks. */
const FILES = 24;
const READERS = 10;

export function faultContract({ name, fresh, kills, damages }: FaultySubject): void {
  describe(`a store with faults: ${name}`, () => {
    let place: string;
    beforeAll(() => {
      place = mkdtempSync(join(tmpdir(), 'froe-faults-'));
    });
    afterAll(() => rmSync(place, { recursive: true, force: true }));

    it(`is consistent after each of ${kills} kills, and ends in the same state`, { timeout: 900_000 }, async () => {
      const indexer = await bundledIndexer(name);
      const [root, where] = [join(place, 'tree'), fresh(place)];
      mkdirSync(root);
      const random = seededRandom(42);
      let killed = 0;
      for (let version = 1; killed < kills; version++) {
        writeTree(root, version);
        const [at, delay] = [random(FILES) + 1, random(4)];
        const finished = await runIndexer(indexer, root, where, (done) => {
          if (done < at) return false;
          const stop = performance.now() + delay;
          while (performance.now() < stop); // somewhere in what comes after
          return true;
        });
        if (!finished) killed++;
        const store = await openStore(where);
        expect(await store.check()).toEqual([]);
        for (const { docId } of (await store.sources('main')).values()) await expectOneVersion(store, docId);
        await store.close();
      }
      const undisturbed = fresh(place);
      for (const end of [where, undisturbed]) expect(await runIndexer(indexer, root, end)).toBe(true);
      const [a, b] = [await openStore(where), await openStore(undisturbed)];
      expect(await contentOf(a)).toEqual(await contentOf(b));
      expect((await a.state()).pending).toBe(0);
      await Promise.all([a.close(), b.close()]);
    });

    it('has one writer at a time, and refuses a second', async () => {
      const where = fresh(place);
      const release = await lockStore(where);
      expect(release).toBeTypeOf('function');
      expect(await lockStore(where)).toBeUndefined();
      await release?.();
      const again = await lockStore(where);
      expect(again).toBeTypeOf('function');
      await again?.();
    });

    it('written by two at once in different orders has each source from one of them', async () => {
      const where = fresh(place);
      const stores = [await openStore(where), await openStore(where)];
      const versions = await Promise.all([pages(1), pages(2)]);
      await stores[0].write({ put: versions[0] });
      for (let round = 0; round < 5; round++)
        await Promise.all(
          stores.map((store, i) => store.write({ put: i === 0 ? versions[i] : versions[i].toReversed() })),
        );
      expect(await stores[0].check()).toEqual([]);
      const texts = versions.map((version) => new Map(version.map((one) => [one.source.docId, chunksIn(one)])));
      for (const docId of texts[0].keys())
        expect(texts.map((version) => version.get(docId))).toContainEqual(await stores[1].chunksOf(docId));
      await Promise.all(stores.map((store) => store.close()));
    });

    it(`is read by ${READERS} during a write: old or new, and new afterwards`, async () => {
      const where = fresh(place);
      const writer = await openStore(where);
      const states = await Promise.all(
        Array.from({ length: 6 }, async (_, n) => [await prepared('a.md', pageOf(n, (n % 4) + 1))]),
      );
      await writer.write({ put: states[0] });
      const readers = await Promise.all(Array.from({ length: READERS }, () => openStore(where)));
      for (const [n, put] of states.entries()) {
        const allowed = [states[Math.max(0, n - 1)], put].map(([one]) => chunksIn(one));
        const [, ...seen] = await Promise.all([
          writer.write({ put }),
          ...readers.map((reader) => reader.chunksOf('main:a.md')),
        ]);
        for (const chunks of seen) expect(allowed).toContainEqual(chunks);
        for (const reader of readers) {
          expect(await reader.chunksOf('main:a.md')).toEqual(allowed[1]);
          expect((await reader.searchText([`v${n}`], 50)).length).toBeGreaterThan(0);
        }
      }
      await Promise.all([writer, ...readers].map((store) => store.close()));
    });

    it.each(Object.entries(damages))('reports damage: %s', async (_, damage) => {
      const where = fresh(place);
      const store = await openStore(where);
      await store.write({ put: await pages(1) });
      await store.compact();
      expect(await store.check()).toEqual([]);
      await store.close();
      await damage(where);
      expect(await reportedProblems(where)).not.toEqual([]);
    });
  });
}

/** The problems reported when all of an index is read: those of check(), or the one error with its hint. */
async function reportedProblems(where: string): Promise<readonly string[]> {
  try {
    const store = await openStore(where);
    try {
      for (const { docId } of (await store.sources('main')).values()) await store.chunksOf(docId);
      return await store.check();
    } finally {
      await store.close();
    }
  } catch (error) {
    expect(error).toBeInstanceOf(FroeError);
    expect(error).toMatchObject({ hint: expect.stringMatching(/froe (clean|index)/) });
    expect(['bad-index', 'damaged']).toContain(error instanceof FroeError ? error.code : error);
    return [String(error)];
  }
}

/** Another version of a tree: every file has other text, and some come and go. */
function writeTree(root: string, version: number): void {
  for (let i = 0; i < FILES; i++) {
    const file = join(root, `${i}.md`);
    if ((i + version) % 17 === 0) rmSync(file, { force: true });
    else {
      const more = `word${i}v${version} `.repeat(30);
      writeFileSync(file, `# Page ${i}\n\nVersion ${version} of page ${i}.\n\n## More\n\n${more}\n`);
      const time = 1_600_000_000 + version * 1000 + i + 0.5;
      utimesSync(file, time, time);
    }
  }
}

async function expectOneVersion(store: Store, docId: string): Promise<void> {
  const chunks = await store.chunksOf(docId);
  const numbers = chunks.flatMap(({ content }) => content.match(/(?<=Version |word\d+v)\d+/g) ?? []);
  expect(new Set(numbers).size, `${docId} is of one version`).toBe(1);
  const word = `word${docId.match(/\d+/)?.[0]}v${numbers[0]}`;
  expect((await store.searchText([word], 5)).length, `${docId} is found`).toBeGreaterThan(0);
}

const pageOf = (version: number, parts: number): string =>
  Array.from({ length: parts }, (_, n) => `## Part ${n} v${version}\n\n${`v${version} `.repeat(60)}\n`).join('\n');

const pages = (version: number): Promise<readonly PreparedSource[]> =>
  Promise.all(Array.from({ length: 12 }, (_, i) => prepared(`${i}.md`, pageOf(version, (i % 3) + 1))));

const chunksIn = ({ chunks }: PreparedSource): readonly unknown[] => chunks.map(({ chunk }) => chunk);

function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
