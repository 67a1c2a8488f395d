/** Threads that die, send wrong messages or fail to start: the run continues in order, and never hangs. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Job, JobOutcome, Task } from '../../src/jobs/job.js';
import { runAll, ThreadPool } from '../../src/jobs/pool.js';
import { folder } from '../folder.js';

const task: Task = { output: 'jsonl', options: { tokenizer: 'cl100k_base' }, colour: false };
const jobs: readonly Job[] = ['a', 'b', 'c', 'd', 'e'].map((path) => ({
  path,
  named: true,
  bytes: new Uint8Array(1 << 20),
}));

/** A worker that does `body` with each job's path, and else answers with the path. */
function worker(body: string): URL {
  const script = `
    import { parentPort } from 'node:worker_threads';
    const summary = { bytes: 0, tokens: [], over: false, troubles: [], failures: [] };
    parentPort.on('message', async (order) => {
      if (order === 'more') return;
      const { path } = order.job;
      ${body}
      parentPort.postMessage({ summary });
      parentPort.postMessage({ block: path });
      parentPort.postMessage('done');
    });`;
  return pathToFileURL(join(folder({ 'worker.mjs': script }), 'worker.mjs'));
}

async function outcomesOf(script: URL, threads = 2): Promise<string[]> {
  const pool = new ThreadPool(script);
  const outcomes: string[] = [];
  try {
    for await (const [job, outcome] of runAll(jobs, task, threads, pool))
      outcomes.push(`${job.path}: ${await textOf(outcome)}`);
  } finally {
    await pool.close();
  }
  return outcomes;
}

async function textOf({ text, troubles }: JobOutcome): Promise<string> {
  const blocks: string[] = [];
  for await (const block of text) blocks.push(block);
  return [...blocks, ...troubles.map(({ code, message }) => `${code}, ${message}`)].join(' ');
}

const crashMessage = (why: string): string =>
  `crashed, could not be cut: ${why}. This is a bug in froe; please report it.`;

describe('runAll', () => {
  it('keeps the order, whichever thread is done first', async () => {
    const slow = worker("await new Promise((resolve) => setTimeout(resolve, path === 'a' ? 50 : 0));");
    expect(await outcomesOf(slow, 4)).toEqual(['a: a', 'b: b', 'c: c', 'd: d', 'e: e']);
  });

  it.each([1, 2])('loses one file to a thread that throws, %i at a time', async (threads) => {
    expect(await outcomesOf(worker("if (path === 'b') throw new Error('boom');"), threads)).toEqual([
      'a: a',
      `b: ${crashMessage('boom')}`,
      'c: c',
      'd: d',
      'e: e',
    ]);
  });

  it('loses one file to a thread that exits', async () => {
    expect(await outcomesOf(worker("if (path === 'c') process.exit(7);"))).toEqual([
      'a: a',
      'b: b',
      `c: ${crashMessage('the thread ended with code 7')}`,
      'd: d',
      'e: e',
    ]);
  });

  it('loses every file, and does not hang, when no thread can start', async () => {
    const outcomes = await outcomesOf(pathToFileURL(join(folder(), 'nowhere.mjs')));
    expect(outcomes).toHaveLength(5);
    for (const line of outcomes) expect(line).toMatch(/crashed, could not be cut: Cannot find module/);
  });

  it('throws if a thread is lost in the middle of a text', async () => {
    const half = worker(
      "if (path === 'b') { parentPort.postMessage({ summary }); parentPort.postMessage({ block: 'half' }); " +
        "parentPort.once('message', () => { throw new Error('boom'); }); return; }",
    );
    await expect(outcomesOf(half)).rejects.toMatchObject({
      code: 'bad-source',
      message: 'b was only written in part: boom',
    });
  });

  it('never gives the last output of a dead thread to the next file', async () => {
    const dying = worker(
      "if (path === 'b') { parentPort.postMessage({ summary }); parentPort.postMessage({ block: 'half' }); throw new Error('boom'); }",
    );
    // Whether its words or the news of its death come first is left to chance.
    for (let round = 0; round < 5; round++) {
      const outcomes = await outcomesOf(dying).catch(() => []);
      expect(outcomes.filter((line) => /^[acde]: (?!.$)/.test(line))).toEqual([]);
    }
  });

  it('throws usage errors of a thread', async () => {
    const refusing = worker(
      "if (path === 'd') parentPort.postMessage({ refused: { code: 'bad-option', message: 'No.', hint: 'Try yes.' } });",
    );
    await expect(outcomesOf(refusing)).rejects.toMatchObject({ code: 'bad-option', message: 'No.', hint: 'Try yes.' });
  });

  it('does small work in its own thread', async () => {
    const small: readonly Job[] = [{ path: 'a.txt', named: true, bytes: Buffer.from('A text.') }];
    for await (const [, outcome] of runAll(small, task, 4, new ThreadPool(worker('process.exit(1);')))) {
      expect(JSON.parse(await textOf(outcome))).toMatchObject({ content: 'A text.' });
    }
  });

  it('gives the threads of one run to the next, with its own task', async () => {
    const script = `
      import { parentPort, threadId } from 'node:worker_threads';
      let task;
      parentPort.on('message', (order) => {
        if (order === 'more') return;
        task = order.task ?? task;
        const summary = { bytes: 0, tokens: [], over: false, troubles: [], failures: [] };
        parentPort.postMessage({ summary });
        parentPort.postMessage({ block: threadId + ' ' + task.output });
        parentPort.postMessage('done');
      });`;
    const pool = new ThreadPool(pathToFileURL(join(folder({ 'worker.mjs': script }), 'worker.mjs')));
    const texts: string[] = [];
    for (const output of ['facts', 'index'] as const)
      for await (const [, outcome] of runAll(jobs, { ...task, output }, 1, pool)) texts.push(await textOf(outcome));
    await pool.close();
    const [thread] = texts[0].split(' ');
    expect(texts).toEqual([...jobs.map(() => `${thread} facts`), ...jobs.map(() => `${thread} index`)]);
  });
});
