/**
 * A command of the user that adds a line of context to chunks, such as a
 * summary by a model.
 *
 *     stdin    {"id":"main:a.py#f","content":"def f(): …", …}      records, one per line
 *     stdout   {"id":"main:a.py#f","context":"Opens the file …"}   one for each, in any order
 *
 * It is started again for every few dozen chunks. Answers printed before it failed or
 * timed out are used.
 */
import { spawn } from 'node:child_process';
import { toRecord } from '../chunkRecord.js';
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import type { ContextHook } from '../sync/contextLines.js';

const TIMEOUT_MS = 120_000;
/** Maximum characters of stdout and stderr. */
const MAX_OUTPUT_CHARS = 1 << 24;

export function contextHook(command: string, cwd: string, timeout = TIMEOUT_MS): ContextHook {
  return async (chunks) => {
    const { stdout, stderr, ended } = await runCommand(command, cwd, toJsonLines(chunks), timeout);
    const lines = new Map(stdout.split('\n').flatMap(parseAnswer));
    if (lines.size > 0) return lines;
    const [first] = stderr.trim().split('\n');
    throw new FroeError('provider', `the command ${ended}${first ? `: ${first}` : ''}`);
  };
}

const toJsonLines = (chunks: readonly Chunk[]): string =>
  chunks.map((chunk) => `${JSON.stringify(toRecord(chunk))}\n`).join('');

/** A line that is not an answer is ignored: the chunk then has none. */
function parseAnswer(line: string): [string, string][] {
  try {
    const { id, context }: Partial<Record<string, unknown>> = JSON.parse(line);
    return typeof id === 'string' && typeof context === 'string' ? [[id, context]] : [];
  } catch {
    return [];
  }
}

interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** The end of the error message. */
  readonly ended: string;
}

function runCommand(command: string, cwd: string, text: string, timeout: number): Promise<CommandOutput> {
  return new Promise((resolve) => {
    // In its own process group, so that what the shell started ends with the shell.
    const child = spawn(command, { shell: true, cwd, detached: process.platform !== 'win32' });
    const stop = (): void => {
      try {
        if (child.pid !== undefined) process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // it has already ended
      }
    };
    let [stdout, stderr, timedOut] = ['', '', false];
    const timer = setTimeout(() => {
      timedOut = true;
      stop();
    }, timeout);
    process.once('exit', stop);
    const finish = (ended: string): void => {
      clearTimeout(timer);
      process.removeListener('exit', stop);
      resolve({ stdout, stderr, ended: timedOut ? `took more than ${timeout / 1000} s` : ended });
    };
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      if (stdout.length < MAX_OUTPUT_CHARS) stdout += part;
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      if (stderr.length < MAX_OUTPUT_CHARS) stderr += part;
    });
    child.stdin.on('error', () => {}); // it has closed its input; its output still counts
    child.on('error', (error) => finish(`could not be started (${error.message})`));
    child.on('close', (code, signal) =>
      finish(signal ? `was ended by ${signal}` : code === 0 ? 'returned no answer' : `ended with code ${code}`),
    );
    child.stdin.end(text);
  });
}
