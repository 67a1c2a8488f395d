/** The command through a pseudo-terminal, as `script` makes one. */
import { spawn } from 'node:child_process';
import { MAIN, resultOf } from './command.js';

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

export interface TerminalOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Typed once the command has said that it reads, or what `when` waits for. */
  readonly typed?: string;
  readonly when?: (shown: string) => boolean;
}

/** Output of the command on a terminal, stdout and stderr together. */
export async function atTerminal(
  cwd: string,
  words: string,
  { env, typed, when = (shown) => shown.includes('reading from the terminal') }: TerminalOptions = {},
): Promise<{ code: number | null; shown: string }> {
  const line = `${quote(process.execPath)} ${quote(MAIN)} ${words}`;
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd,
    env: { ...process.env, TERM: 'xterm', NO_COLOR: undefined, FORCE_COLOR: undefined, ...env },
  });
  const result = resultOf(child);
  let pendingInput = typed;
  child.stdout.on('data', (part) => {
    if (pendingInput === undefined || !when(String(part))) return;
    child.stdin.write(pendingInput);
    pendingInput = undefined;
  });
  child.on('exit', () => child.stdin.destroy()); // not earlier: script would close the terminal
  const { code, stdout } = await result;
  return { code, shown: stdout };
}
