/** `froe watch`, with real files. */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { lockFile } from '../../src/store/sqlite/indexFile.js';
import { SqliteStore } from '../../src/store/sqlite.js';
import { fakeProvider, openAiAnswer } from '../embed/fakeProvider.js';
import { resultOf, start } from './command.js';
import { cleanEnvironment, indexOf, project } from './indexed.js';

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** A running watch, and its output so far. */
async function watching(root: string, words: readonly string[] = []) {
  const child = start(root, ['watch', '--settle', '150', ...words], { env: cleanEnvironment() });
  running.push(child);
  const output = { stdout: '', stderr: '' };
  const waiting: (() => void)[] = [];
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.on('data', (part) => {
      output[stream] += part;
      for (const wake of waiting.splice(0)) wake();
    });
  const until = async (stream: keyof typeof output, pattern: RegExp): Promise<void> => {
    while (!pattern.test(output[stream])) await new Promise<void>((wake) => waiting.push(wake));
  };
  await until('stderr', /watching .*; press Ctrl-C to stop/);
  return { child, said: output, until, reports: () => output.stdout.match(/^files .*$/gm) ?? [] };
}

async function paths(root: string): Promise<string[]> {
  const store = new SqliteStore(indexOf(root));
  const found = [...(await store.sources('main')).keys()];
  await store.close();
  return found;
}

describe('froe watch', () => {
  it('indexes created, changed, renamed and deleted files', async () => {
    const root = project();
    const { said: output, until } = await watching(root);
    expect(output.stdout).toMatch(/^files {3}3 added/);
    const step = async (change: () => void, expected: RegExp): Promise<void> => {
      output.stdout = '';
      change();
      await until('stdout', expected);
    };
    await step(() => {
      mkdirSync(join(root, 'new', 'deep'), { recursive: true });
      writeFileSync(join(root, 'new', 'deep', 'a.md'), '# A\n\nOne.\n');
    }, /1 added, 0 changed, 0 removed/);
    await step(
      () => writeFileSync(join(root, 'new', 'deep', 'a.md'), '# A\n\nTwo.\n'),
      /0 added, 1 changed, 0 removed/,
    );
    await step(() => renameSync(join(root, 'new', 'deep'), join(root, 'old')), /1 added, 0 changed, 1 removed/);
    await step(() => rmSync(join(root, 'old'), { recursive: true }), /0 added, 0 changed, 1 removed/);
    expect(await paths(root)).toEqual(['README.md', 'notes.txt', 'src/client.py']);
  });

  it('does one run for many changes, and none for ignored files', async () => {
    const root = project({ '.gitignore': 'out/\n*.log\n', 'out/a.js': 'let a;\n' });
    const { said: output, until, reports } = await watching(root);
    output.stdout = '';
    for (let i = 0; i < 50; i++) writeFileSync(join(root, `${i}.md`), `# Page ${i}\n`);
    await until('stdout', /50 added/);
    expect(reports()).toHaveLength(1);
    output.stdout = '';
    writeFileSync(join(root, 'out', 'a.js'), 'let b;\n');
    writeFileSync(join(root, 'debug.log'), 'something\n');
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'node_modules', 'x.js'), 'let x;\n');
    await new Promise((go) => setTimeout(go, 600)); // time for a run that must not be
    writeFileSync(join(root, 'last.md'), '# Last\n');
    await until('stdout', /chunks/);
    expect(reports()).toEqual([expect.stringContaining('1 added, 0 changed, 0 removed')]);
    expect((await paths(root)).filter((path) => /out|log|node_modules/.test(path))).toEqual([]);
  });

  it('continues when the provider fails or another process writes, and retries both', async () => {
    let down = false;
    const server = await fakeProvider((seen) => (down ? { status: 401, json: {} } : openAiAnswer(seen)));
    const root = project();
    const words = ['--embedder', 'openai/any', '--base-url', server.url, '--dimensions', '3', '--wait', '0'];
    const { said: output, until } = await watching(root, words);
    expect(output.stdout).toContain('3 embedded, 0 pending');
    down = true;
    writeFileSync(join(root, 'new.md'), '# New\n');
    await until('stdout', /1 added(.|\n)*1 pending/);
    await until('stderr', /retrying/);
    await server.asked(server.seen.length + 2); // two tries more, and not a word of them
    expect(output.stderr.match(/retrying/g)).toHaveLength(1);
    // Not by waiting in the lock itself: the server that a try waits for is in this very process.
    let release = lockFile(`${indexOf(root)}-writer`, 0);
    for (; !release; release = lockFile(`${indexOf(root)}-writer`, 0)) await sleep(20);
    writeFileSync(join(root, 'newer.md'), '# Newer\n');
    await until('stderr', /Another process \(\d+\) is writing/);
    release();
    down = false; // and nothing changes any more
    await until('stdout', /2 embedded, 0 pending|(1 embedded(.|\n)*){2}0 pending/);
    expect(await paths(root)).toEqual(['README.md', 'new.md', 'newer.md', 'notes.txt', 'src/client.py']);
  });

  it('exits with 130 when interrupted, idle or waiting for another writer', async () => {
    const root = project();
    const { child } = await watching(root);
    const release = lockFile(`${indexOf(root)}-writer`, 5000);
    const waiting = start(root, ['watch', '--wait', '600'], { env: cleanEnvironment() });
    running.push(waiting);
    // It waits for its turn before it says anything; that it has come so far shows in nothing but time.
    await new Promise((go) => setTimeout(go, 2500));
    for (const one of [child, waiting]) {
      const end = resultOf(one);
      one.kill('SIGINT');
      const late = new Promise((go) => setTimeout(go, 5000, 'late').unref());
      expect(await Promise.race([end, late])).toMatchObject({ code: 130 });
    }
    release?.();
  });

  it('does not start with an error that a retry cannot fix', async () => {
    const root = project();
    const index = (words: readonly string[]) => resultOf(start(root, words, { env: cleanEnvironment() }));
    expect((await index(['index', '--embedder', 'test'])).code).toBe(0);
    const { code, stderr } = await index(['watch', '--embedder', 'test', '--dimensions', '64']);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('--re-embed') });
  });
});
