/** A thread that dies or hangs affects only one file. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ExtractThread } from '../../src/extract/extractThread.js';

const TIMEOUT_MS = 3000;
const script = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', ({ path, bytes }) => {
    if (path === 'ends') process.exit(3);
    if (path === 'throws') throw new Error('no such page');
    if (path === 'late') setTimeout(() => { throw new Error('no such font'); }, 20);
    if (path === 'hangs') for (;;);
    if (path === 'fills') for (const all = []; ; ) all.push(new Array(10_000).fill(path));
    if (path === 'endless') for (;;) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
      parentPort.postMessage('page');
    }
    if (path === 'slow') for (let page = 0; page < 3; page++) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${TIMEOUT_MS * 0.4});
      parentPort.postMessage('page');
    }
    const text = path === 'thread' ? String(threadId) : path + bytes.length;
    parentPort.postMessage({ by: 'pdf', text, parts: [], metadata: {}, diagnostics: [] });
  });`;

const LIMITS = { pageTimeoutMs: TIMEOUT_MS, fileTimeoutMs: 10 * TIMEOUT_MS, maxMegabytes: 512, idleMs: 60_000 };

const readerWith = (limits: typeof LIMITS): ExtractThread =>
  new ExtractThread(new URL(`data:text/javascript,${encodeURIComponent(script)}`), limits);

async function read(paths: readonly string[], allowed = LIMITS): Promise<readonly string[]> {
  const reader = readerWith(allowed);
  const answers = await Promise.allSettled(paths.map((path) => reader.read('pdf', new Uint8Array(2), path)));
  return answers.map((one) => (one.status === 'fulfilled' ? one.value.text : String(one.reason)));
}

it('loses only the file on which its thread crashes', async () => {
  const [ended, thrown] = ['Error: the thread ended with code 3', 'Error: no such page'];
  expect(await read(['a', 'ends', 'b', 'throws', 'c'])).toEqual(['a2', ended, 'b2', thrown, 'c2']);
});

it('survives an error between two files: it ended the process', async () => {
  const reader = readerWith(LIMITS);
  const text = async (path: string): Promise<string> => (await reader.read('pdf', new Uint8Array(2), path)).text;
  const first = await text('thread');
  expect(await text('late')).toBe('late2');
  await sleep(500);
  expect(await text('thread')).not.toBe(first);
});

it('gives up a file with a page that never ends, but not one with many pages', async () => {
  const [hung, slow] = await Promise.all([read(['hangs', 'a']), read(['slow'])]);
  expect(hung).toEqual(['Error: a page took too long', 'a2']);
  expect(slow).toEqual(['slow2']);
});

it('gives up a file whose pages take too long together', async () => {
  expect(await read(['endless', 'a'], { ...LIMITS, fileTimeoutMs: TIMEOUT_MS / 2 })).toEqual([
    'Error: it took too long',
    'a2',
  ]);
});

it('gives up a file that exhausts the memory of its thread', async () => {
  expect(
    await read(['fills', 'a'], { ...LIMITS, pageTimeoutMs: 60_000, fileTimeoutMs: 60_000, maxMegabytes: 32 }),
  ).toEqual(['Error: it exceeds the memory limit', 'a2']);
});

it('keeps its thread for the files that follow, and ends it when there are none', async () => {
  const threads = async (idleMs: number, pauseMs: number): Promise<number> => {
    const reader = readerWith({ ...LIMITS, idleMs });
    const ids = new Set<string>();
    for (let file = 0; file < 3; file++) {
      ids.add((await reader.read('pdf', new Uint8Array(2), 'thread')).text);
      await sleep(pauseMs);
    }
    return ids.size;
  };
  expect(await threads(60_000, 50)).toBe(1);
  expect(await threads(1, 200)).toBe(3);
});
