/** The command through a pseudo-terminal, as `script` makes one. */
import { spawn } from 'node:child_process';
import { ended, MAIN } from './command.js';

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

export interface Sitting {
  readonly env?: NodeJS.ProcessEnv;
  /** Typed once the command has said that it reads, or what `when` waits for. */
  readonly typed?: string;
  readonly when?: (shown: string) => boolean;
}

/** Output of the command on a terminal, stdout and stderr together. */
export async function atTerminal(
  cwd: string,
  words: string,
  { env, typed, when = (shown) => shown.includes('reading from the terminal') }: Sitting = {},
): Promise<{ code: number | null; shown: string }> {
  const line = `${quote(process.execPath)} ${quote(MAIN)} ${words}`;
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd,
    env: { ...process.env, TERM: 'xterm', NO_COLOR: undefined, FORCE_COLOR: undefined, ...env },
  });
  const done = ended(child);
  let untyped = typed;
  child.stdout.on('data', (part) => {
    if (untyped === undefined || !when(String(part))) return;
    child.stdin.write(untyped);
    untyped = undefined;
  });
  child.on('exit', () => child.stdin.destroy()); // not earlier: script would close the terminal
  const { code, stdout } = await done;
  return { code, shown: stdout };
}
