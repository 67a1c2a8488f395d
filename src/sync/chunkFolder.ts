/**
 * A folder → the chunks of its files, without an index.
 *
 *     walk ─jobs→ threads ─outcomes, in path order→ one cut per file
 *
 * `froe chunk` does the same, and lets each thread write the records it prints.
 */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { inShort } from '../checkArgument.js';
import { chunkTypes, type SourceType } from '../chunkRecord.js';
import { checkOptions } from '../config/checkOptions.js';
import { callable, listOf, type OptionKinds, thing, whole } from '../config/kinds.js';
import { FroeError, readError } from '../errors.js';
import type { LocalOptions, Task, Trouble } from '../jobs/job.js';
import { chunk } from '../pipeline/chunk.js';
import { type ChunkOptions, chunkKinds } from '../pipeline/chunkOptions.js';
import type { Cut } from '../types.js';

export interface FolderOptions extends Omit<ChunkOptions, 'path' | 'docId'> {
  /** 0: in this thread. Default one per core; a few small files are always cut in this one. */
  readonly threads?: number;
  /** Which files are read, by path. Files that git ignores never are. */
  readonly wants?: (path: string) => boolean;
  /** Only sources of these types. */
  readonly only?: readonly SourceType[];
  readonly signal?: AbortSignal | undefined;
}

/** One file, cut. */
export interface FileCut extends Pick<Cut, 'chunks' | 'gaps'> {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  readonly diagnostics: readonly Trouble[];
}

const sourceTypes = Object.keys(chunkTypes) as SourceType[]; // keys() forgets the literal type
const { path: _path, docId: _docId, ...fileKinds } = chunkKinds;

const folderKinds = {
  ...fileKinds,
  threads: whole(0, 256),
  wants: callable,
  only: listOf(...sourceTypes),
  signal: thing('an AbortSignal', 'addEventListener'),
} satisfies OptionKinds<FolderOptions>;

/**
 * Cuts every file below a folder, as `froe chunk` does: the files that git knows, in path order, on all cores. A file
 * that cannot be cut gives a diagnostic and no chunks. Breaking out of the loop stops the threads.
 */
export function chunkFolder(path: string, options: FolderOptions = {}): AsyncIterable<FileCut> {
  if (typeof path !== 'string' || path === '')
    throw new FroeError('bad-option', `chunkFolder() expects the path of a folder, not ${inShort(path)}`);
  checkOptions('chunkFolder()', options, folderKinds);
  return cutFolder(resolve(path), options);
}

async function* cutFolder(root: string, options: FolderOptions): AsyncGenerator<FileCut> {
  const { threads = availableParallelism(), wants, signal, log } = options;
  const task = taskOf(options);
  await chunk('', { ...task.options, ...task.local } as ChunkOptions); // refuses incompatible options; the tokenizer is a name that was checked
  const { runFiles } = await import('./runFiles.js'); // loads threads and indexes, which chunk() does not need
  const run = await runFiles({ paths: [root], base: folderOf(root), wants }, task, isSendable(task) ? threads : 0);
  for (const { path, code, message } of run.troubles)
    yield { path, chunks: [], gaps: [], diagnostics: [{ code, path, message }] };
  for await (const [{ path }, { result, troubles, events, passedOver }] of run.outcomes) {
    signal?.throwIfAborted();
    for (const event of events) log?.(event);
    const { chunks = [], gaps = [] } = result?.cut ?? {};
    if (!passedOver) yield { path, chunks, gaps, diagnostics: troubles };
  }
}

function folderOf(root: string): string {
  try {
    return statSync(root).isDirectory() ? root : dirname(root);
  } catch (error) {
    throw readError(root, error);
  }
}

/** Plain data goes to threads; the rest stays here. */
function taskOf(options: FolderOptions): Task {
  const { threads: _, wants: __, signal: ___, log, only, prefix, notes, parsers, tokenizer, ...chunkOptions } = options;
  const customTokenizer = typeof tokenizer === 'object' ? tokenizer : undefined;
  const local: LocalOptions = {
    ...(prefix ? { prefix } : {}),
    ...(notes ? { notes } : {}),
    ...(parsers ? { parsers } : {}),
    ...(customTokenizer ? { tokenizer: customTokenizer } : {}),
  };
  return {
    output: 'cut',
    colour: false,
    logs: log !== undefined,
    only,
    options: { ...chunkOptions, tokenizer: typeof tokenizer === 'string' ? tokenizer : 'cl100k_base' },
    ...(Object.keys(local).length > 0 ? { local } : {}),
  };
}

/** A language with functions in it cannot be sent. */
function isSendable({ options }: Task): boolean {
  try {
    structuredClone(options);
    return true;
  } catch {
    return false;
  }
}
