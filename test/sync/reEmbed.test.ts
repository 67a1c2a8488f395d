/**
 * What a change costs, counted at the provider:
 *
 *     a method changes     that chunk, and the outline of its class when a signature changed
 *     a class is renamed   all its chunks: what stands before them changes
 *     a file moves         its chunks, in one call; by content where a cache has them
 *     a file is touched    nothing
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashed } from '../../src/embed/hashed.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { sync } from '../../src/sync/sync.js';
import { uncached, type VectorSource } from '../../src/sync/vectorSource.js';

let root: string;
let store: Store;
let clock = 1_600_000_000;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'froe-re-embed-'));
  store = new SqliteStore(':memory:');
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

function put(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, ++clock, clock + 0.5);
}

/** What each call to the provider asked for, in one run. */
async function calls(): Promise<readonly (readonly string[])[]> {
  const made: string[][] = [];
  const embedder = { ...hashed(32), local: false };
  const vectors: VectorSource = {
    embedder,
    embedTexts: (chunks, signal) => {
      made.push(chunks.map(({ text }) => text));
      return uncached(embedder).embedTexts(chunks, signal);
    },
  };
  await sync(store, { root, vectors, cut: { maxTokens: 100 } });
  expect((await store.state()).pending).toBe(0);
  return made;
}

const METHODS = ['open', 'read', 'write', 'close', 'flush'];
const body = (word: string): string => `        return "${`${word} `.repeat(60).trim()}"\n`;

interface Shape {
  readonly name?: string;
  readonly bodies?: Readonly<Record<string, string>>;
  readonly signatures?: Readonly<Record<string, string>>;
}

/** Methods that each fill a chunk of their own. */
const python = ({ name = 'Client', bodies = {}, signatures = {} }: Shape = {}): string =>
  `class ${name}:\n${METHODS.map(
    (method) => `    def ${signatures[method] ?? `${method}(self)`}:\n${body(bodies[method] ?? method)}`,
  ).join('\n')}`;

/** By the line that says where a chunk stands. */
const places = (made: readonly (readonly string[])[]): string[] =>
  made.flat().map((text) => text.slice(0, text.indexOf('\n')));
const isOutline = (text: string): boolean => METHODS.every((method) => text.includes(`def ${method}`));

describe('what is embedded again', () => {
  beforeEach(async () => {
    put('src/client.py', python());
    put('src/server.py', python({ name: 'Server' }));
    put('README.md', '# Wood\n\nAbout trees.\n');
    const first = await calls();
    expect(places(first)).toHaveLength(2 * (METHODS.length + 1) + 1); // methods, an outline for each class, the page
  });

  it('nothing when nothing changed, or a file was only touched', async () => {
    expect(await calls()).toEqual([]);
    utimesSync(join(root, 'src/client.py'), ++clock, clock + 0.5);
    expect(await calls()).toEqual([]);
  });

  it('the changed method, and neither its siblings nor another file', async () => {
    put('src/client.py', python({ bodies: { write: 'changed' } }));
    const made = await calls();
    expect(places(made)).toEqual(['src/client.py › Client › write']);
    expect(made.flat()[0]).toContain('changed');
  });

  it('the outline with it, when a signature changed', async () => {
    put('src/client.py', python({ signatures: { write: 'write(self, data)' } }));
    const texts = (await calls()).flat();
    expect(texts.filter(isOutline)).toHaveLength(1);
    expect(places([texts.filter((text) => !isOutline(text))])).toEqual(['src/client.py › Client › write']);
  });

  it('every chunk of a renamed class', async () => {
    put('src/client.py', python({ name: 'Customer' }));
    const made = await calls();
    expect(made.flat()).toHaveLength(METHODS.length + 1);
    expect(places(made).every((place) => place.startsWith('src/client.py › Customer'))).toBe(true);
  });

  it('a moved file, in one call; moved back, nothing', async () => {
    renameSync(join(root, 'src/client.py'), join(root, 'src/moved.py'));
    const made = await calls();
    expect(made).toHaveLength(1);
    expect(places(made).every((place) => place.startsWith('src/moved.py › Client'))).toBe(true);
    expect(made.flat()).toHaveLength(METHODS.length + 1);
    renameSync(join(root, 'src/moved.py'), join(root, 'src/client.py'));
    expect(await calls()).toEqual([]);
  });

  it('only the chunk with inserted lines, although all lines below move', async () => {
    put('src/client.py', `# A comment that takes a line.\n\n\n${python()}`);
    expect(places(await calls())).toEqual(['src/client.py › Client']);
  });
});
