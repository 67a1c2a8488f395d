/** Large files are cut in threads, so that the server keeps answering. */
import { setMaxListeners } from 'node:events';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileView } from '../../src/view/api.js';
import { Cutters } from '../../src/view/cutters.js';
import { type CutJob, cutView } from '../../src/view/cutView.js';
import { LARGE, type Served, serve } from './served.js';

/** Seconds of work: nobody waits for its end. */
const LONG = Buffer.from('The oak was felled, and the elm beside it.\n\n'.repeat(60_000));
const job = (text: string | Buffer, path = 'tale.txt'): CutJob => ({
  path,
  bytes: new Uint8Array(Buffer.from(text)),
  cut: {},
  words: [],
  requested: { maxTokens: 64 },
  held: undefined,
  known: [],
});
const SHORT = job('# Oaks\n\nAre felled.\n\n# Elms\n\nAre split.\n', 'a.md');
const read = (json: Uint8Array): unknown => JSON.parse(Buffer.from(json).toString());

describe('threads that cut', () => {
  const cutters = new Cutters();
  afterAll(() => cutters.close());

  it('cut like this one', async () => {
    expect(read(await cutters.run(SHORT))).toEqual(await cutView(SHORT));
  });

  it('drop aborted requests, running or waiting, and continue', async () => {
    const gone = new AbortController();
    const busy = [1, 2, 3].map(() => cutters.run(job(LONG), gone.signal));
    const ends = Promise.allSettled(busy);
    const next = cutters.run(SHORT);
    expect(cutters.jobs).toBe(4);
    gone.abort();
    expect((await ends).map((end) => end.status === 'rejected' && end.reason.message)).toEqual(
      Array(3).fill('This request was superseded'),
    );
    expect(read(await next)).toEqual(await cutView(SHORT));
    expect(cutters.jobs).toBe(0);
  });

  it('limit the queue', async () => {
    const gone = new AbortController();
    setMaxListeners(20, gone.signal);
    const many = Promise.allSettled(Array.from({ length: 18 }, () => cutters.run(job(LONG), gone.signal)));
    const refused = cutters.run(SHORT);
    await expect(refused).rejects.toThrow('Too many large files are being chunked');
    gone.abort();
    await many;
  });

  it('report an error, and survive it', async () => {
    const wrong = { ...SHORT, words: [], requested: { maxTokens: 64, overlap: 60 } };
    await expect(cutters.run(wrong)).rejects.toThrow('overlap 60 is more than half');
    expect(read(await cutters.run(SHORT))).toEqual(await cutView(SHORT));
  });
});

it('threads that fail after their answer are replaced: they ended the process', async () => {
  const script = `
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', () => {
      parentPort.postMessage({ json: new TextEncoder().encode(String(threadId)) });
      setTimeout(() => { throw new Error('out of memory'); }, 20);
    });`;
  const cutters = new Cutters(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const first = read(await cutters.run(SHORT));
  await sleep(500);
  expect(read(await cutters.run(SHORT))).not.toBe(first);
  await cutters.close();
});

/** Remembers how each cut ended. */
class Watched extends Cutters {
  readonly ends: Promise<string>[] = [];

  override run(...asked: Parameters<Cutters['run']>): ReturnType<Cutters['run']> {
    const cut = super.run(...asked);
    this.ends.push(
      cut.then(
        () => 'cut',
        (error: Error) => error.message,
      ),
    );
    return cut;
  }
}

describe('a large file', () => {
  let served: Served;
  const cutters = new Watched();
  beforeAll(async () => {
    served = await serve(LARGE, { cutters });
  });
  afterAll(async () => {
    await served.close();
    await cutters.close();
  });
  const tale = (how: string): string => `${served.url}/api/file?path=big/tale.txt${how}`;

  it('is cut while others are answered', async () => {
    const order: string[] = [];
    const cut = fetch(tale('&maxTokens=32')).then(async (answer) => {
      order.push('cut');
      return (await answer.json()) as FileView;
    });
    for (let i = 0; i < 3; i++) {
      await (await fetch(`${served.url}/api/files`)).json();
      order.push('files');
    }
    const { text, chunks } = await cut;
    expect(order).toEqual(['files', 'files', 'files', 'cut']);
    expect(text).toBe(LARGE['big/tale.txt']);
    expect(Math.max(...chunks.map(({ tokens }) => tokens))).toBeLessThanOrEqual(32);
  });

  it('is no longer cut if the page has sent a new request', async () => {
    const before = cutters.ends.length;
    const first = new AbortController();
    const older = fetch(tale('&maxTokens=24'), { signal: first.signal });
    while (cutters.ends.length === before) await setImmediate();
    first.abort();
    await expect(older).rejects.toThrow('aborted');
    expect(await cutters.ends[before]).toBe('This request was superseded');
    const { cap } = (await (await fetch(tale('&maxTokens=48'))).json()) as FileView;
    expect(cap).toBe(48);
  });

  it('is shown as indexed', async () => {
    const { chunks, asIndexed } = (await (await fetch(tale(''))).json()) as FileView;
    const known = await served.engine.store.chunksOf('main:big/tale.txt');
    expect(asIndexed).toBe(true);
    expect(chunks.map(({ id }) => id)).toEqual(known.map(({ id }) => id));
  });
});
