/** The command as a user starts it. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Chunk, fromRecord } from '../../src/schema.js';

export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const CLEAN_ENVIRONMENT = {
  NO_COLOR: undefined,
  FORCE_COLOR: undefined,
  SINGLE_PIECE_MAX_TOKENS: undefined,
  CHUNK_TARGET_TOKENS: undefined,
  // What steers this suite is no setting of the command.
  FROE_FUZZ: undefined,
};

export interface CommandResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly input?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  /** Words for node itself, before the command. */
  readonly node?: readonly string[];
  /** Start as the user who owns nothing. */
  readonly nobody?: boolean;
}

export const environmentOf = (env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  ...CLEAN_ENVIRONMENT,
  ...env,
});

export function start(
  cwd: string,
  words: readonly string[],
  { env, node = [], nobody }: CommandOptions = {},
): ChildProcess {
  const options: SpawnOptions = { cwd, env: environmentOf(env) };
  return spawn(process.execPath, [...node, MAIN, ...words], nobody ? { ...options, uid: 65534, gid: 65534 } : options);
}

export function resultOf(child: ChildProcess): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout?.on('data', (part) => out.push(part));
    child.stderr?.on('data', (part) => err.push(part));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({ code, signal, stdout: String(Buffer.concat(out)), stderr: String(Buffer.concat(err)) }),
    );
  });
}

export function froe(cwd: string, words: readonly string[], surroundings: CommandOptions = {}): Promise<CommandResult> {
  const child = start(cwd, words, surroundings);
  child.stdin?.end(surroundings.input ?? '');
  return resultOf(child);
}

/** Every line as a chunk; throws at the first that is none. */
export const chunksOf = (stdout: string): Chunk[] => {
  if (stdout !== '' && !stdout.endsWith('\n')) throw new Error('the last line is not ended');
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => fromRecord(JSON.parse(line)));
};

export const pathsOf = (stdout: string): string[] => [...new Set(chunksOf(stdout).map((chunk) => chunk.filePath))];

export const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** Paragraphs of the words that follow, each with a number of its own. */
export const prose = (paragraphs: number): string =>
  Array.from(
    { length: paragraphs },
    (_, i) => `Paragraph ${i} says that a froe splits wood along the grain and wastes none of it.\n`,
  ).join('\n');
