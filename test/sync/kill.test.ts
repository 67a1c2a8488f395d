import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SqliteStore } from '../../src/store/sqlite.js';
import { contentOf } from './content.js';

const INDEXER = fileURLToPath(new URL('./indexer.mjs', import.meta.url));
const KILLS = 100;
/** Enough for several transactions of ten pieces; all that is said of a kill is said of each file. */
const FILES = 24;

let place: string;
let indexer = INDEXER;
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'froe-kill-'));
  indexer = await bundled();
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/**
 * The indexer in one file: a hundred processes that each load three hundred
 * modules spend most of their time on that. The bundler is the one that vitest
 * brings; should it bring another one day, the indexer runs as it is.
 */
async function bundled(): Promise<string> {
  try {
    const name = 'rolldown'; // not ours to depend on, so not ours to be typed
    const { rolldown } = await import(name);
    // As deep below the package as dist/text/tokens, from where the rank tables are found.
    const file = join(dirname(INDEXER), '../../coverage/kill/indexer/index.mjs');
    const bundle = await rolldown({ input: INDEXER, platform: 'node', external: LAZY, logLevel: 'silent' });
    await bundle.write({ file, format: 'esm', codeSplitting: false, minify: true });
    return file;
  } catch {
    return INDEXER;
  }
}

/** Native, or loaded only for files that are not here. */
const LAZY = /^node:|@photostructure|unpdf|mammoth|postal-mime|micromark|htmlparser2/;

/** Another version of a tree: every file says something else, and some come and go. */
function writeTree(root: string, version: number): void {
  for (let i = 0; i < FILES; i++) {
    const file = join(root, `${i}.md`);
    if ((i + version) % 17 === 0) rmSync(file, { force: true });
    else {
      writeFileSync(
        file,
        `# Page ${i}\n\nVersion ${version} of page ${i}.\n\n## More\n\n${`word${i}v${version} `.repeat(30)}\n`,
      );
      const time = 1_600_000_000 + version * 1000 + i + 0.5;
      utimesSync(file, time, time);
    }
  }
}

/** Runs an indexer; `until` may kill it, each time a file is done. Answers whether it came to its end. */
function index(root: string, file: string, until?: (done: number) => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const child: ChildProcess = spawn(process.execPath, [indexer, root, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let done = 0;
    child.stdout?.on('data', (data: Buffer) => {
      for (const _ of data) if (until?.(++done)) child.kill('SIGKILL');
    });
    child.on('close', (code) => resolve(code === 0));
  });
}

describe('a run that is killed', () => {
  it(`leaves a whole index, ${KILLS} times, and comes to the same end`, { timeout: 600_000 }, async () => {
    const [root, file] = [join(place, 'tree'), join(place, 'index.db')];
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root);
    let seed = 42;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    let kills = 0;
    let version = 0;
    while (kills < KILLS) {
      writeTree(root, ++version);
      const at = random(FILES) + 1;
      const delay = random(4);
      const finished = await index(root, file, (done) => {
        if (done < at) return false;
        const stop = performance.now() + delay;
        while (performance.now() < stop); // somewhere in what comes after
        return true;
      });
      if (!finished) kills++;
      const store = new SqliteStore(file);
      expect(await store.check()).toEqual([]);
      for (const { docId, path } of (await store.sources('main')).values()) {
        const chunks = await store.chunksOf(docId);
        const versions = new Set(
          chunks
            .flatMap(({ content }) => content.match(/Version \d+|v\d+ /g) ?? [])
            .map((word) => word.match(/\d+/)?.[0]),
        );
        expect(versions.size, `${path} is of one version`).toBe(1);
        const [said] = versions;
        const hits = await store.searchText([`word${path.replace('.md', '')}v${said}`], 5);
        expect(hits.length, `${path} is found`).toBeGreaterThan(0);
      }
      await store.close();
    }
    await index(root, file);
    const undisturbed = join(place, 'undisturbed.db');
    await index(root, undisturbed);
    const [a, b] = [new SqliteStore(file), new SqliteStore(undisturbed)];
    expect(await contentOf(a)).toEqual(await contentOf(b));
    expect((await a.state()).pending).toBe(0);
    await a.close();
    await b.close();
  });
});
