/** Runs git in a folder. Nothing else knows its ignore rules better. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, parse } from 'node:path';
import { FroeError } from '../errors.js';
import type { Diagnostic } from '../types.js';
import { folderEntries, topOf } from './gitFolder.js';
import { lstatIfThere } from './stat.js';

export interface GitList {
  /** Relative to the folder. A nested repository is one entry that ends in a slash. */
  readonly files: readonly string[];
  /** Files whose changes git ignores (assume-unchanged, skip-worktree). */
  readonly flagged: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Tracked and untracked files that git does not ignore; undefined without git or a repository. */
export function gitFiles(folder: string): GitList | undefined {
  const listing = ['ls-files', '-co', '-v', '--exclude-standard', '-z'];
  const { status, stdout, stderr } = git(folder, listing);
  if (status !== 0) return undefined;
  const entries = stdout.split('\0').filter((entry) => entry !== ''); // `H src/app.py`
  // The user named this folder, so it is listed even if git ignores it.
  if (entries.length === 0 && git(folder, ['check-ignore', '-q', '.']).status === 0) return undefined;
  return {
    files: [...new Set(entries.map(pathIn))], // a file in conflict is listed three times
    flagged: entries.filter((entry) => /^[a-zS] /.test(entry)).map(pathIn),
    diagnostics: stderr.split('\n').flatMap(unreadableFolder),
  };
}

/** What git tracks below a path of the folder, relative to the folder. */
export const trackedBelow = (folder: string, path: string): readonly string[] =>
  git(folder, ['ls-files', '-z', '--', path])
    .stdout.split('\0')
    .filter((file) => file !== '');

const pathIn = (entry: string): string => entry.slice(2);

/** Opening it would block. A link is not followed there. */
function isPipe(file: string): boolean {
  const stats = lstatIfThere(file);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink();
}

interface GitOutput {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The result if git is not run: the same as if it failed. */
const NO_OUTPUT: GitOutput = { status: null, stdout: '', stderr: '' };

/**
 * git blocks on a pipe: as an ignore file, or in `.git`. Nearly every call returns within a moment; if one does not, the
 * tree is searched for pipes. If there is one, git is not run there again.
 */
const QUICK_TIMEOUT_MS = 3_000;
const TIMEOUT_MS = 30_000;
const stuckFolders = new Set<string>();
/** Whether a repository has no pipe, by its top folder. */
const pipeFreeTops = new Map<string, boolean>();

export function git(
  folder: string,
  words: readonly string[],
  monitor: string | undefined = 'false',
  settings: readonly string[] = [],
): GitOutput {
  const call = gitCall(folder, words, monitor, settings);
  if (call === undefined) return NO_OUTPUT;
  const { args, top } = call;
  const quickOutput = pipeFreeTops.get(top) ? undefined : spawnGit(args, QUICK_TIMEOUT_MS);
  const output = quickOutput ?? (isPipeFree(top) ? spawnGit(args, TIMEOUT_MS) : undefined);
  if (output === undefined) stuckFolders.add(folder);
  return output ?? NO_OUTPUT;
}

/** The same in the background: git has started when this returns. */
export async function startGit(
  folder: string,
  words: readonly string[],
  monitor: string | undefined,
): Promise<GitOutput> {
  const call = gitCall(folder, words, monitor);
  if (call === undefined) return NO_OUTPUT;
  const { args, top } = call;
  const quickOutput = pipeFreeTops.get(top) ? undefined : await backgroundGit(args, QUICK_TIMEOUT_MS);
  const output = quickOutput ?? (isPipeFree(top) ? await backgroundGit(args, TIMEOUT_MS) : undefined);
  if (output === undefined) stuckFolders.add(folder);
  return output ?? NO_OUTPUT;
}

/** Undefined if git must not be run. */
function gitCall(
  folder: string,
  words: readonly string[],
  monitor: string | undefined,
  settings: readonly string[] = [],
): { readonly args: readonly string[]; readonly top: string } | undefined {
  if (!mayRun(folder)) return undefined;
  const top = topOf(folder) ?? folder;
  if (stuckFolders.size > 0 && !isPipeFree(top)) return undefined; // a tree may have any number of repositories
  const own = monitor === undefined ? [] : [`core.fsmonitor=${monitor}`];
  return { args: argumentsOf(folder, words, [...own, ...settings]), top };
}

const mayRun = (folder: string): boolean =>
  !stuckFolders.has(folder) && !isPipe(join(folder, '.gitignore')) && !belongsToOtherUser(folder);

const argumentsOf = (folder: string, words: readonly string[], settings: readonly string[]): string[] => [
  ...['--no-pager', '-C', folder],
  ...[...SAFE_CONFIG, ...settings].flatMap((setting) => ['-c', setting]),
  ...words,
];

/**
 * The output of git in pieces, if it may exceed memory. git is stopped if it prints nothing for so long, or if nobody
 * reads the rest. Output that ends early is an error, after what was printed.
 */
export async function* streamGit(
  folder: string,
  words: readonly string[],
  input: string,
  settings: readonly string[] = [],
): AsyncGenerator<Buffer> {
  if (!mayRun(folder) || !isPipeFree(topOf(folder) ?? folder)) return;
  const args = argumentsOf(folder, words, ['core.fsmonitor=false', ...settings]);
  const child = spawn('git', args, { stdio: ['pipe', 'pipe', 'pipe'], env: gitEnvironment() });
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  let message = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    message = (message + part).slice(0, MAX_MESSAGE_CHARS);
  });
  child.stdin.on('error', () => {}); // it has ended, and reports why
  child.stdin.end(input);
  try {
    for await (const piece of child.stdout) {
      timer.refresh();
      yield piece;
      timer.refresh(); // the reader may take longer
    }
    const status = await ended;
    if (status !== 0) throw new FroeError('unreadable', gitFailure(status, message));
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

/** Maximum characters of an error message of git. */
const MAX_MESSAGE_CHARS = 1000;

const UNFINISHED = 'git did not finish';

const gitFailure = (status: number | null, message: string): string =>
  status === null ? UNFINISHED : `git ended with code ${status}: ${message.trim().split('\n').at(-1)}`;

/** Whether git itself ended with an error: it may well read something else. If it had to be stopped, it is not run again. */
export const isGitError = (error: unknown): boolean =>
  error instanceof FroeError && error.code === 'unreadable' && error.message !== UNFINISHED;

function isPipeFree(top: string): boolean {
  const isFree = pipeFreeTops.get(top) ?? !hasPipe(top);
  pipeFreeTops.set(top, isFree);
  return isFree;
}

const runOptions = (timeout: number) =>
  ({ encoding: 'utf8', maxBuffer: 1 << 30, timeout, killSignal: 'SIGKILL', env: gitEnvironment() }) as const;

/** Undefined if it timed out. */
function spawnGit(args: readonly string[], timeout: number): GitOutput | undefined {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    ...runOptions(timeout),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error && 'code' in error && error.code === 'ETIMEDOUT') return undefined;
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}

/** Undefined if it timed out. */
function backgroundGit(args: readonly string[], timeout: number): Promise<GitOutput | undefined> {
  return new Promise((resolve) => {
    const child = execFile('git', args, runOptions(timeout), (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve(error?.killed ? undefined : { status, stdout, stderr });
    });
    child.stdin?.end();
  });
}

const unreadableFolder = (line: string): Diagnostic[] => {
  const path = /^warning: could not open directory '(.*)\/'/.exec(line)?.[1];
  return path === undefined ? [] : [{ code: 'unreadable', path, message: 'may not be read' }];
};

/**
 * A repository of another user, which git since 2.35.2 refuses as well: whoever can write
 * to it controls what git does there. The user may have declared it safe.
 */
function belongsToOtherUser(folder: string): boolean {
  const top = topOf(folder);
  const users = [process.geteuid?.(), process.geteuid?.() === 0 ? Number(process.env.SUDO_UID ?? 0) : undefined];
  if (top === undefined || users[0] === undefined) return false;
  const isOwn = [top, join(top, '.git')].every((path) => {
    const uid = statSync(path, { throwIfNoEntry: false })?.uid;
    return uid === undefined || users.includes(uid);
  });
  return !isOwn && !isDeclaredSafe(top);
}

function isDeclaredSafe(top: string): boolean {
  const args = ['config', '--get-all', '-z', 'safe.directory'];
  const { stdout } = spawnSync('git', args, { encoding: 'utf8', cwd: parse(top).root, env: gitEnvironment() });
  return (stdout ?? '').split('\0').some((directory) => directory === '*' || directory === top);
}

/**
 * Whether a tree has a named pipe, on which a program that opens it blocks. Breadth first, `.git` included. A link to
 * a pipe or a device counts; a link to a folder is not followed.
 */
export function hasPipe(root: string): boolean {
  const folders = [root];
  for (const folder of folders) {
    // What cannot be read, git cannot read either.
    for (const entry of folderEntries(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFIFO() || (entry.isSymbolicLink() && leadsToPipe(path))) return true;
    }
  }
  return false;
}

function leadsToPipe(link: string): boolean {
  try {
    const stat = statSync(link, { throwIfNoEntry: false });
    return stat?.isFIFO() === true || stat?.isCharacterDevice() === true;
  } catch {
    return false; // a link to itself
  }
}

/**
 * Options for running git in an untrusted repository, whose settings can name
 * programs to start, servers to fetch from and files to read. Options on the command
 * line override them. Other settings of the user apply.
 */
const SAFE_CONFIG: readonly string[] = [
  // Programs.
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.askPass=',
  'core.sshCommand=false',
  'core.editor=false',
  'core.alternateRefsCommand=false',
  'credential.helper=',
  'diff.external=',
  'gpg.program=false',
  'gpg.ssh.program=false',
  'gpg.x509.program=false',
  'log.showSignature=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'status.submoduleSummary=false',
  'submodule.recurse=false',
  // Other machines.
  'protocol.allow=never',
  'fetch.recurseSubmodules=false',
  // Files that are read to the end, whatever they are.
  'core.attributesFile=/dev/null',
  'diff.orderFile=/dev/null',
  'log.mailmap=false',
  'mailmap.file=/dev/null',
  'mailmap.blob=',
  // A folder that looks like a bare repository is not one.
  'safe.bareRepository=explicit',
];

/** Variables that name another repository, as in a hook. */
const OTHER_REPOSITORY_VARIABLES = [
  ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR', 'GIT_OBJECT_DIRECTORY', 'GIT_NAMESPACE'],
  ...['GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_EXTERNAL_DIFF', 'GIT_PREFIX'],
];

const gitEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...Object.fromEntries(OTHER_REPOSITORY_VARIABLES.map((name) => [name, undefined])),
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1', // known to git 2.45 and newer
  GIT_ALLOW_PROTOCOL: 'none', // overrides a repository's setting for a single protocol
  GIT_TERMINAL_PROMPT: '0',
  GIT_PAGER: 'cat',
});
