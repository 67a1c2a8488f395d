/**
 * The commits of a repository from git: their list, and any of them with its changes, all
 * by one process.
 *
 *     git rev-list -n 1000 HEAD                     hashes, the newest first
 *     git log --no-walk --stdin --raw -p            for each: author, date, message, files, patch
 *
 * Commits are separated by a random number for each run: no message and no file can
 * contain it. Commits whose blobs are not here, as in a partial clone, or are damaged, are read without a patch.
 */
import { git, isGitError, streamGit } from './git.js';
import { topOf } from './gitFolder.js';
import { missingObjects } from './partialClone.js';

export interface GitCommit {
  /** All 40 (or 64) digits. */
  readonly hash: string;
  /** The name alone, without the address. */
  readonly author: string;
  /** When it was written, as ISO 8601 with its offset. */
  readonly date: string;
  readonly message: string;
  /** As listed by `git log --raw`. */
  readonly files: readonly TouchedFile[];
  /** As git prints it; empty for a merge, undefined if what it is made of is not here, or damaged. */
  readonly patch: string | undefined;
  /** Bytes of the patch that were dropped. */
  readonly dropped: number;
}

export interface TouchedFile {
  /** The kind of change: A, M, D, R, T. */
  readonly status: string;
  readonly path: string;
}

/** The hash of HEAD; undefined if there is no commit, or git must not be run. */
export function headCommit(root: string): string | undefined {
  const { status, stdout } = git(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * The newest commits of HEAD; for a folder inside a repository, those that touched it. Undefined if git cannot list
 * them, as for such a folder in a clone without trees.
 */
export function listCommits(root: string, limit: number): readonly string[] | undefined {
  const pathLimit = topOf(root) === root ? [] : ['--', '.'];
  const { status, stdout } = git(root, ['rev-list', '-n', String(limit), 'HEAD', ...pathLimit]);
  return status === 0 ? stdout.split('\n').filter((line) => HASH.test(line)) : undefined;
}

const HASH = /^[0-9a-f]{40,64}$/;

/** Options for everything that a repository's settings could change in a patch. */
const PLAIN_OPTIONS = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
  '--no-notes',
  '--encoding=UTF-8',
];
const PATCH_OPTIONS = [
  ...['--raw', '--patch', '--unified=3', '--inter-hunk-context=0', '--ws-error-highlight=none', '--submodule=short'],
  ...['--src-prefix=a/', '--dst-prefix=b/', '--diff-algorithm=default', '--find-renames', '-l200'],
  '--irreversible-delete',
];
/** The files alone, which needs no blob: similar ones are not searched for. */
const FILE_OPTIONS = ['--raw', '--no-abbrev', '--no-renames'];
/** Larger files are treated as binary: without hunks. */
const PATCH_SETTINGS = ['core.quotePath=false', 'core.bigFileThreshold=1m', 'diff.renames=true'];

/** Maximum bytes of one commit; the rest is counted. */
const MAX_BYTES = 1 << 20;

export async function* readCommits(root: string, hashes: readonly string[]): AsyncGenerator<GitCommit> {
  const missing = await missingObjects(root, hashes);
  const completeHashes: string[] = [];
  if (missing.size > 0) yield* withoutPatch(root, hashes, missing, completeHashes);
  yield* withPatch(root, missing.size > 0 ? completeHashes : hashes);
}

/** git ends at a commit that it cannot read: that one is read by itself, and git is started again for those after it. */
async function* withPatch(root: string, hashes: readonly string[]): AsyncGenerator<GitCommit> {
  for (let rest = hashes; rest.length > 0; ) {
    let count = 0;
    try {
      for await (const { commit } of readLog(root, rest, PATCH_OPTIONS)) {
        count++;
        yield commit;
      }
      return;
    } catch (error) {
      if (!isGitError(error)) throw error;
      yield* readDamaged(root, rest[count]);
      rest = rest.slice(count + 1);
    }
  }
}

/** With its patch after all, if git ended before it had printed this one; else with its files, or its message alone. */
async function* readDamaged(root: string, hash: string): AsyncGenerator<GitCommit> {
  for (const options of [PATCH_OPTIONS, FILE_OPTIONS])
    try {
      for await (const { commit } of readLog(root, [hash], options))
        yield options === PATCH_OPTIONS ? commit : { ...commit, patch: undefined };
      return;
    } catch (error) {
      if (!isGitError(error)) throw error;
    }
  for await (const { commit } of readLog(root, [hash], ['-s'])) yield { ...commit, patch: undefined };
}

/** Those that lack an object; the others are added to `completeHashes`. */
async function* withoutPatch(
  root: string,
  hashes: readonly string[],
  missing: ReadonlySet<string>,
  completeHashes: string[],
): AsyncGenerator<GitCommit> {
  let count = 0;
  try {
    for await (const { commit, raw } of readLog(root, hashes, FILE_OPTIONS)) {
      count++;
      if (raw.split(/\s/).some((word) => missing.has(word))) yield { ...commit, patch: undefined };
      else completeHashes.push(commit.hash);
    }
  } catch (error) {
    if (!isGitError(error)) throw error;
    // A tree is missing, too: of this commit and those after it only the messages are known.
    for await (const { commit } of readLog(root, hashes.slice(count), ['-s'])) yield { ...commit, patch: undefined };
  }
}

interface LoggedCommit {
  readonly commit: GitCommit;
  /** The lines of its files, with the ids of their blobs before and after. */
  readonly raw: string;
}

async function* readLog(
  root: string,
  hashes: readonly string[],
  diffOptions: readonly string[],
): AsyncGenerator<LoggedCommit> {
  if (hashes.length === 0) return;
  const mark = `\0${crypto.randomUUID()}\n`;
  const format = `--format=tformat:%x00${mark.slice(1, -1)}%n%H%x00%an%x00%aI%x00%B%x00`;
  const args = ['log', '--no-walk=unsorted', '--stdin', ...PLAIN_OPTIONS, ...diffOptions, '--relative', format];
  const input = hashes.map((hash) => `${hash}\n`).join('');
  for await (const { bytes, dropped } of recordsOf(streamGit(root, args, input, PATCH_SETTINGS), Buffer.from(mark)))
    yield commitOf(bytes.toString('utf8'), dropped);
}

interface GitRecord {
  readonly bytes: Buffer;
  readonly dropped: number;
}

/** The data between two marks; at most so many bytes are held at once. */
export async function* recordsOf(pieces: AsyncIterable<Buffer>, mark: Buffer): AsyncGenerator<GitRecord> {
  let parts: Buffer[] = [];
  let [length, dropped, isInsideRecord] = [0, 0, false];
  const append = (part: Buffer): void => {
    const free = Math.max(0, MAX_BYTES - length);
    if (free > 0) parts.push(part.subarray(0, free));
    length += Math.min(free, part.length);
    dropped += Math.max(0, part.length - free);
  };
  let carry: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    let text = carry.length > 0 ? Buffer.concat([carry, piece]) : piece;
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark)) {
      append(text.subarray(0, at));
      if (isInsideRecord) yield { bytes: Buffer.concat(parts), dropped };
      [parts, length, dropped, isInsideRecord] = [[], 0, 0, true];
      text = text.subarray(at + mark.length);
    }
    // A mark may continue in the next piece.
    const tail = Math.min(text.length, mark.length - 1);
    append(text.subarray(0, text.length - tail));
    carry = text.subarray(text.length - tail);
  }
  append(carry);
  if (isInsideRecord) yield { bytes: Buffer.concat(parts), dropped };
}

function commitOf(record: string, dropped: number): LoggedCommit {
  const [hash, author = '', date = '', message = ''] = record.split('\0', 4);
  const changes = record.slice([hash, author, date, message].reduce((sum, field) => sum + field.length + 1, 0));
  const at = changes.search(/^diff --/m);
  const [raw, patch] = at < 0 ? [changes, ''] : [changes.slice(0, at), changes.slice(at)];
  const files = raw.split('\n').flatMap((line): TouchedFile[] => {
    const [, status, path] = /^:[^\t]* ([A-Z])\d*\t(?:[^\t]*\t)?(.*)$/.exec(line) ?? [];
    return path === undefined ? [] : [{ status, path: unquoted(path) }];
  });
  const header = { hash, author: author.replace(/\s*<[^>]*>/g, ''), date, message: message.trimEnd() };
  return { commit: { ...header, files, patch, dropped }, raw };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** `"a\tb.txt"`: a path with characters that would break a line is quoted as in C. */
export const unquoted = (path: string): string =>
  path.startsWith('"') && path.endsWith('"')
    ? path
        .slice(1, -1)
        .replace(/\\(?:([0-7]{3})|(.))/g, (_, octal: string | undefined, char: string) =>
          octal === undefined ? (ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(octal, 8)),
        )
    : path;
