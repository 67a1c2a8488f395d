/** One commit → what is stored of it: all of its text in chunks, its author and date. */
import type { Prefix } from '../chunk/chunkWriter.js';
import { defaults } from '../options.js';
import { commitParser, commitTree } from '../parse/commit.js';
import { cutParsed } from '../pipeline/chunk.js';
import { commitLimits } from '../sources/commitLimits.js';
import { commitText } from '../sources/commitText.js';
import type { GitCommit } from '../sources/gitLog.js';
import { sourceFromText } from '../sources/read.js';
import type { PackedSource, UnpackedSource } from '../store/sqlite/packedSource.js';
import { COMMITS, type PreparedSource } from '../store/store.js';
import { sha256 } from '../text/hash.js';
import { tokenizer } from '../text/tokens/index.js';
import type { Task } from './job.js';
import { type PrepareTask, packCut, withWords } from './prepare.js';

/** Raise it if commits are read in another way: they are then read again. */
const VERSION = 1;

/** How commits are cut: into chunks of the default size of an index, smaller if the model requires it. */
export function commitTask(window = Number.POSITIVE_INFINITY, pack?: PrepareTask['pack'], brief = false): Task {
  const options = { tokenizer: 'cl100k_base', maxTokens: Math.min(defaults.maxTokens, window) };
  const recipe = sha256(JSON.stringify([VERSION, commitLimits, options])).slice(0, 16);
  return { output: 'index', colour: false, brief, options, prepare: { tree: COMMITS, recipe, pack } };
}

/** The recipe of a commit without its diff: when the blobs are there, the commit is read again. */
export const withoutDiff = (recipe: string): string => `${recipe}-no-diff`;

/** Packed if the store accepts it. */
export type CommitSource =
  | { readonly packed: PackedSource; readonly shortened: boolean }
  | { readonly prepared: PreparedSource; readonly shortened: boolean };

export async function cutCommits(
  commits: readonly GitCommit[],
  { options }: Pick<Task, 'options'>,
  { recipe, pack }: PrepareTask,
): Promise<readonly CommitSource[]> {
  const sources: CommitSource[] = [];
  for (const commit of commits) {
    const { cut, shortened } = cutCommit(commit, commit.patch === undefined ? withoutDiff(recipe) : recipe, options);
    if (pack) sources.push({ packed: await packCut(cut, pack.embedder), shortened });
    else sources.push({ prepared: withWords(cut), shortened });
  }
  return sources;
}

export function cutCommit(
  commit: GitCommit,
  recipe: string,
  options: Pick<Task['options'], 'maxTokens' | 'tokenizer'>,
): { readonly cut: UnpackedSource; readonly shortened: boolean } {
  const read = commitText(commit);
  const { text, subject, files, symbols, shortened } = read;
  const docId = `${COMMITS}:${commit.hash}`;
  const source = sourceFromText(text, { tree: COMMITS, path: docId, docId, language: COMMITS });
  const prefix: Prefix = ({ name }) => commitPrefix(subject, name);
  const root = commitTree(read);
  const { chunks, gaps } = cutParsed(
    { source, root, parser: { ...commitParser, parse: () => root }, diagnostics: [] },
    {
      ...{ maxTokens: options.maxTokens, tokenizer: tokenizer(options.tokenizer), prefix },
      ...({ overlap: 0, granularity: 'pack', outlines: false } as const),
    },
  );
  const own = { author: commit.author, ts: commit.date };
  // Written into them, as withContext() does: nobody else has them yet.
  for (const chunk of chunks) Object.assign(chunk.metadata, own, { prefix: prefix(chunk) });
  const metadata = {
    ...own,
    files,
    ...(symbols.length > 0 ? { symbols } : {}),
    ...(gaps.length > 0 ? { gaps: gaps.map(({ start, end }) => [start, text.slice(start, end)] as const) } : {}),
    ...(shortened ? { shortened } : {}),
  };
  const cut: UnpackedSource = {
    source: {
      ...{ docId, tree: COMMITS, path: commit.hash, kind: 'commit', language: COMMITS, title: subject, recipe },
      ...{ size: Buffer.byteLength(text), mtime: Date.parse(commit.date) || 0, ctime: 0, ino: 0, hash: sha256(text) },
      tokens: chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
      metadata,
    },
    chunks,
    units: [],
    references: [],
  };
  return { cut, shortened };
}

/** Maximum characters of the subject and of a file name. */
const MAX_NAME_CHARS = 120;

/** The prefix of a hunk: what the commit is about, and the file. */
const commitPrefix = (subject: string, name: string): string =>
  `${subject.slice(0, MAX_NAME_CHARS)}${name === '' || name === subject ? '' : ` › ${name.slice(-MAX_NAME_CHARS)}`}\n`;
