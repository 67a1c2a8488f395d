import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashed } from '../../src/embed/hashed.js';
import { embedText } from '../../src/enrich/prefix.js';
import type { Chunk } from '../../src/schema.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import type { Store } from '../../src/store/store.js';
import type { ContextHook } from '../../src/sync/contextLines.js';
import { ingest } from '../../src/sync/ingest.js';
import { type SyncOptions, type SyncReport, sync } from '../../src/sync/sync.js';
import { uncached } from '../../src/sync/vectorSource.js';
import { sha256 } from '../../src/text/hash.js';
import { tokenizer } from '../../src/text/tokens/index.js';
import { queryWords } from '../../src/text/words.js';

let root: string;
let store: Store;
let clock = 1_600_000_000;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'froe-lines-'));
  store = new SqliteStore(':memory:');
  put('a.md', '# Oak\n\nHard wood.\n');
  put('b.md', '# Elm\n\nTough wood.\n');
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

function put(path: string, text: string): void {
  writeFileSync(join(root, path), text);
  utimesSync(join(root, path), ++clock, clock + 0.5);
}

/** Waits until a further change of any file must alter its stat, so that the scan of the tree is stored. */
const atRest = (): Promise<void> => sleep(300);

/** Answers by a function, and keeps what it was asked. */
function recordingHook(line: (chunk: Chunk) => string | undefined): { hook: ContextHook; asked: string[] } {
  const asked: string[] = [];
  const hook: ContextHook = async (chunks) => {
    asked.push(...chunks.map(({ id }) => id));
    return new Map(
      chunks.flatMap((chunk) => {
        const contextLine = line(chunk);
        return contextLine === undefined ? [] : [[chunk.id, contextLine]];
      }),
    );
  };
  return { hook, asked };
}

const run = (context: ContextHook, more: Partial<SyncOptions> = {}): Promise<SyncReport> =>
  sync(store, { root, context, contextVersion: '1', vectors: uncached(hashed(32)), ...more });
const chunk = async (path: string): Promise<Chunk> => (await store.chunksOf(`main:${path}`))[0];

describe('a line of context', () => {
  it('is embedded with its chunk, counted in its hash, and found by its words', async () => {
    const { hook } = recordingHook(({ filename }) => `Carpentry\n  of ${filename}`);
    expect(await run(hook)).toMatchObject({ added: 2, embedded: 2, troubles: [] });
    const one = await chunk('a.md');
    expect(embedText(one)).toBe('a.md\nCarpentry of a.md\n# Oak\n\nHard wood.\n');
    expect(one.embedHash).toBe(sha256(embedText(one)));
    expect(one.content).toBe('# Oak\n\nHard wood.\n');
    expect(await store.searchText(queryWords('carpentry'), 5)).toHaveLength(2);
    expect((await store.state()).pending).toBe(0);
  });

  it('is requested once per content: not when a file is touched, moved or restored', async () => {
    const { hook, asked } = recordingHook(() => 'A line.');
    await run(hook);
    expect(asked).toEqual(['main:a.md#oak', 'main:b.md#elm']);
    utimesSync(join(root, 'a.md'), ++clock, clock + 0.5);
    put('c.md', '# Oak\n\nHard wood.\n');
    rmSync(join(root, 'b.md'));
    await run(hook);
    put('b.md', '# Elm\n\nTough wood.\n');
    await run(hook);
    expect(asked).toHaveLength(2);
    expect((await chunk('c.md')).metadata.context_line).toBe('A line.');
    put('b.md', '# Elm\n\nOther wood.\n');
    await run(hook);
    expect(asked).toEqual(['main:a.md#oak', 'main:b.md#elm', 'main:b.md#elm']);
  });

  it('is requested again with another hook, or removed without one', async () => {
    const { hook, asked } = recordingHook(() => 'A line.');
    await run(hook);
    expect(await run(hook, { contextVersion: '2' })).toMatchObject({ changed: 2 });
    expect(asked).toHaveLength(4);
    expect(await sync(store, { root, vectors: uncached(hashed(32)) })).toMatchObject({ changed: 2 });
    expect((await chunk('a.md')).metadata).not.toHaveProperty('context_line');
  });

  it('never exceeds the cap of its chunk: it is cut at a word, with a diagnostic', async () => {
    put('a.md', `# Oak\n\n${'Hard wood. '.repeat(120)}\n`);
    const { hook } = recordingHook(() => 'many words '.repeat(200));
    const { troubles } = await run(hook, { cut: { maxTokens: 100 } });
    const chunks = (await Promise.all(['a.md', 'b.md'].map((path) => store.chunksOf(`main:${path}`)))).flat();
    expect(chunks.length).toBeGreaterThan(3);
    for (const one of chunks) {
      expect(tokenizer('cl100k_base').count(embedText(one))).toBeLessThanOrEqual(100);
      expect(one.metadata.context_line).toMatch(/^many words .*(many|words) …$/);
    }
    expect(troubles).toEqual([
      { code: 'degraded', path: 'hooks.context', message: `lines of ${chunks.length} chunks were shortened to fit` },
    ]);
  });

  it('may be missing: with a diagnostic, and the next run requests only that one', async () => {
    const some = recordingHook(({ filename }) => (filename === 'a.md' ? 'A line.' : undefined));
    const { troubles } = await run(some.hook);
    expect(troubles).toEqual([
      {
        code: 'degraded',
        path: 'hooks.context',
        message: 'some records got no answer; 1 chunk without context until the next run',
      },
    ]);
    expect((await chunk('b.md')).metadata).not.toHaveProperty('context_line');
    const all = recordingHook(() => 'Another line.');
    expect(await run(all.hook)).toMatchObject({ changed: 1, unchanged: 1, embedded: 1, troubles: [] });
    expect(all.asked).toEqual(['main:b.md#elm']);
    expect(await run(all.hook)).toMatchObject({ changed: 0, unchanged: 2 });
  });

  it('is requested again although no file has changed since the tree was scanned', async () => {
    await atRest();
    await run(recordingHook(({ filename }) => (filename === 'a.md' ? 'A line.' : undefined)).hook);
    const all = recordingHook(() => 'Another line.');
    await run(all.hook);
    expect(all.asked).toEqual(['main:b.md#elm']);
  });

  it('may be empty', async () => {
    const { hook, asked } = recordingHook(() => ' \n ');
    expect(await run(hook)).toMatchObject({ troubles: [] });
    expect((await chunk('a.md')).metadata).not.toHaveProperty('context_line');
    await run(hook);
    expect(asked).toHaveLength(2);
  });

  it('is not requested again in a run in which the hook failed', async () => {
    for (let i = 0; i < 30; i++) put(`${i}.md`, `# Page ${i}\n\nText.\n`);
    let calls = 0;
    const failing: ContextHook = async () => {
      calls++;
      throw new Error('no model today');
    };
    const { added, embedded, troubles } = await run(failing, { chunksPerCommit: 5 });
    expect({ calls, added, embedded }).toEqual({ calls: 1, added: 32, embedded: 32 });
    expect(troubles).toMatchObject([{ message: 'no model today; 32 chunks without context until the next run' }]);
    expect(await store.check()).toEqual([]);
  });

  it('is added to artifacts, too', async () => {
    const { hook, asked } = recordingHook(() => 'About wood.');
    const note = { content: Buffer.from('Oak.\n'), filename: 'n.txt', type: 'note', sourceSystem: 'pad' } as const;
    const options = { context: hook, contextVersion: '1', vectors: uncached(hashed(32)) };
    const { artifactId, diagnostics } = await ingest(store, note, options);
    const [one] = await store.chunksOf(artifactId);
    expect(embedText(one)).toMatch(/\nAbout wood\.\nOak\.\n$/);
    expect(one.embedHash).toBe(sha256(embedText(one)));
    expect(diagnostics).toEqual([]);
    expect(await ingest(store, note, options)).toMatchObject({ unchanged: true });
    expect(asked).toHaveLength(1);
    expect((await store.state()).pending).toBe(0);
  });
});
