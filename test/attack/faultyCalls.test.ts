/**
 * System calls that fail while an index is created, one after the other, as
 * SQLite tests itself. strace lets the n-th call on the index's own files fail;
 * the command must say so in its own words, and the next run must come to the
 * same index as if nothing had happened.
 *
 * One of each kind in every run of the tests, all of them by `npm run attack`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandResult, MAIN, resultOf } from '../cli/command.js';
import { cleanEnvironment, project, run } from '../cli/indexed.js';
import { folder } from '../folder.js';

const hasStrace = spawnSync('strace', ['-V']).status === 0;

/** What each call may answer when it fails. */
const faults = {
  openat: 'EACCES',
  pwrite64: 'ENOSPC',
  fsync: 'EIO',
  ftruncate: 'EIO',
  fcntl: 'EIO',
  mmap: 'ENOMEM',
} as const;
type Call = keyof typeof faults;
const calls = Object.keys(faults) as Call[]; // the table's own keys

const FILES = ['.gitignore', 'index.db', 'index.db-wal', 'index.db-shm', 'index.db-journal', 'index.db-writer'];
const PATIENCE = 120_000;

/** `froe index` with some of its calls watched. */
async function indexing(
  root: string,
  env: NodeJS.ProcessEnv,
  words: readonly string[],
): Promise<CommandResult & { log: string }> {
  const log = join(folder(), 'calls');
  const paths = FILES.flatMap((name) => ['-P', join(root, '.froe', name)]);
  const command = [process.execPath, MAIN, 'index', '.', '--jobs', '1'];
  const options = { cwd: root, env: { ...process.env, ...env }, timeout: PATIENCE };
  const done = await resultOf(spawn('strace', ['-f', '-qq', '-o', log, ...paths, ...words, ...command], options));
  return { ...done, log: readFileSync(log, 'utf8') };
}

const recordsOf = async (root: string, env: NodeJS.ProcessEnv): Promise<string> =>
  (await run(root, ['export'], { env })).stdout;

/** Undisturbed: what there is to be found afterwards, and how often each call is made. */
async function undisturbed(): Promise<{
  readonly records: string;
  readonly counts: readonly (readonly [Call, number])[];
}> {
  const [root, env] = [project(), cleanEnvironment()];
  const { log } = await indexing(root, env, ['-e', `trace=${calls.join(',')}`]);
  return {
    counts: calls.map((call) => [call, log.split(` ${call}(`).length - 1] as const),
    records: await recordsOf(root, env),
  };
}

const { records, counts } = hasStrace
  ? await undisturbed()
  : { records: '', counts: calls.map((call) => [call, 1] as const) };
const tried = counts.flatMap(([call, count]) =>
  process.env.EVERY_FAULT
    ? Array.from({ length: count }, (_, i) => ({ call, n: i + 1, count }))
    : [{ call, n: Math.ceil(count / 2), count }],
);

describe.skipIf(!hasStrace)('a call that fails while an index is made (needs strace)', () => {
  it.each(tried)('$call, $n of $count', { timeout: PATIENCE }, async ({ call, n }) => {
    const [root, env] = [project(), cleanEnvironment()];
    const inject = `inject=${call}:error=${faults[call]}:when=${n}`;
    const { code, signal, stderr, log } = await indexing(root, env, ['-e', `trace=${call}`, '-e', inject]);
    // Threads share the calls, and not every run makes as many.
    if (n < 2) expect(log).toContain('(INJECTED)');
    expect({ signal, stack: /^ {4}at /m.test(stderr) }).toEqual({ signal: null, stack: false });
    if (code !== 0) expect(stderr).toMatch(/^froe: /m);
    const { code: next, stderr: said } = await run(root, ['index', '.'], { env });
    expect({ next, said }).toMatchObject({ next: 0 });
    expect((await run(root, ['verify', '--index'], { env })).code).toBe(0);
    expect(await recordsOf(root, env)).toBe(records);
  });
});
