/**
 * Commands in one process for all of a file of tests (commandHost.mjs): to start one takes longer than most commands.
 * One runs at a time. What is about the process itself, such as signals, or about several at once, takes froe() of
 * command.ts or run() of indexed.ts.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';
import { type CommandOptions, type CommandResult, environmentOf, froe, MAIN } from './command.js';
import { cleanEnvironment } from './indexed.js';

const HOST = fileURLToPath(new URL('commandHost.mjs', import.meta.url));

type RunCommand = typeof froe;

/** Called once by a file of tests, after which it ends. `run` has an empty home for each command. */
export function commandHost(): { readonly froe: RunCommand; readonly run: RunCommand } {
  let host: Host | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  afterAll(async () => {
    host?.process.kill();
    await host?.ended.catch(() => {});
  });
  const runHosted: RunCommand = (cwd, words, options = {}) => {
    if (needsProcess(words, options)) return froe(cwd, words, options);
    const run = async (): Promise<CommandResult> => {
      host ??= startHost();
      return Promise.race([command(host.process, cwd, words, options), host.ended]);
    };
    const done = queue.then(run);
    queue = done.catch(() => {});
    return done;
  };
  const run: RunCommand = (cwd, words, options = {}) =>
    runHosted(cwd, words, { ...options, env: { ...cleanEnvironment(), ...options.env } });
  return { froe: runHosted, run };
}

/** They change the streams, or stay. */
const servers: ReadonlySet<string> = new Set(['mcp', 'serve', 'view', 'watch', 'worker']);

/** Colours and the form of messages are chosen once in a process. */
const needsProcess = (words: readonly string[], { node, nobody, env }: CommandOptions): boolean =>
  node !== undefined ||
  nobody === true ||
  env?.FORCE_COLOR !== undefined ||
  words.includes('--log') ||
  servers.has(words[0]);

interface Host {
  readonly process: ChildProcess;
  /** Rejected when it ends before the command that it runs. */
  readonly ended: Promise<never>;
}

function startHost(): Host {
  const process = fork(HOST, [pathToFileURL(MAIN).href], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const ended = once(process, 'exit').then(([code, signal]) => {
    throw new Error(`The host of commands has ended (${code ?? signal})`);
  });
  ended.catch(() => {}); // after the last command
  return { process, ended };
}

async function command(
  host: ChildProcess,
  cwd: string,
  words: readonly string[],
  { env, input = '' }: CommandOptions,
): Promise<CommandResult> {
  const mark = `\0${randomUUID()}`;
  const done = Promise.all([readUntil(mark, host.stdout), readUntil(mark, host.stderr), once(host, 'message')]);
  host.send({ cwd, words, env: environmentOf(env), input: Buffer.from(input).toString('base64'), mark });
  const [stdout, stderr, [code]] = await done;
  return { code, signal: null, stdout, stderr };
}

/** What comes before the mark. */
function readUntil(mark: string, stream: Readable | null): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const onData = (part: Buffer): void => {
      parts.push(part);
      const tail = Buffer.concat(parts.slice(-mark.length)).subarray(-mark.length); // a part has a byte at least
      if (tail.toString('latin1') !== mark) return;
      stream?.off('data', onData);
      resolve(Buffer.concat(parts).subarray(0, -mark.length).toString());
    };
    stream?.on('data', onData);
  });
}
