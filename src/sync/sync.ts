/**
 * Makes an index equal to a folder.
 *
 *     walk, stat ─plan, hash, survey→ jobs ─all cores→ prepared sources ─batches→ store
 *                                              └ vectors: with them, or after them
 *
 * Each source is written in one transaction:
 *
 *     new source          words first, so that it is found at once; its vectors follow
 *     changed source      vectors first, then everything at once: until then the old state is served
 *     local model         with its vectors, in both cases
 *
 * With a time limit (`until`), changes are read in parts, by priority, then the last
 * modified first; each part is surveyed and committed before the next.
 *
 * A run can be stopped at any time, and the next one continues: committed sources are
 * known by their stat, and a text that has a vector is not embedded again.
 */

import type { FroeError } from '../errors.js';
import type { Trouble } from '../jobs/job.js';
import type { PresetName, SizingLayer } from '../options.js';
import type { CustomParser } from '../parse/index.js';
import type { Strategy } from '../pipeline/chunkOptions.js';
import type { Store } from '../store/store.js';
import type { Diagnostic } from '../types.js';
import type { ContextHook } from './contextLines.js';
import { EmbeddingRun } from './embeddingRun.js';
import type { IndexedChanges, indexChanges } from './indexChanges.js';
import { type Plan, plan, realRoot } from './plan.js';
import { changesOnlyPlan, planOptions } from './recipe.js';
import type { HistoryReport } from './syncHistory.js';
import { lookAtTree, scanText, sharedRecipe, type TreeLook } from './treeLook.js';
import { useModelOf, type VectorSource } from './vectorSource.js';

export interface SyncOptions {
  readonly root: string;
  readonly tree?: string;
  readonly vectors?: VectorSource | undefined;
  /** Drop the vectors of another model and make new ones. */
  readonly replaceModel?: boolean;
  /** The index is of this tree at another path or on another machine: record this folder as well. */
  readonly sameTree?: boolean;
  readonly cut?: SizingLayer & {
    readonly preset?: PresetName | undefined;
    readonly tokenizer?: string;
    readonly strategy?: Strategy;
  };
  /** Custom parsers, for the files they name; these files are read in this thread. */
  readonly parsers?: readonly CustomParser[] | undefined;
  /** Maximum tokens of a chunk of an application unit. Default: that of `cut`, else what suits the unit. */
  readonly unitTokens?: number;
  /** Adds a line of context to each chunk. */
  readonly context?: ContextHook;
  /** With another version, the hook is called again for every chunk. */
  readonly contextVersion?: string;
  readonly threads?: number;
  readonly maxFileSize?: number;
  readonly wants?: (path: string) => boolean;
  /** Identifies what `wants` accepts, so that a scan of the tree can be stored: another choice needs another name. */
  readonly wantsVersion?: string;
  /** Chunks per transaction: few enough to be found soon, many enough to be fast. */
  readonly chunksPerCommit?: number;
  /** Number of the newest commits to keep; 0 for none. Default: those that are kept, and newer ones. */
  readonly history?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The process ends with this run. */
  readonly brief?: boolean;
  readonly onProgress?: (progress: SyncProgress) => void;
}

/** Options of a run before an answer: see catchUp.ts. */
export interface RunOptions extends SyncOptions {
  /** When it fires, no further file is started: what was read is kept, and the rest is counted as unread. */
  readonly until?: AbortSignal | undefined;
  /** With `until`: files with a higher priority are read first; of equal ones, the last modified. */
  readonly priority?: ((path: string) => number) | undefined;
  /** With `until`: minimum number of files to read. Default none. */
  readonly atLeast?: number | undefined;
  /** The tree, if it was just scanned. */
  readonly look?: TreeLook | undefined;
}

export interface SyncProgress {
  readonly stage: 'read' | 'embed';
  readonly done: number;
  readonly total: number;
  /** Vectors are made after reading, not during it. */
  readonly vectorsFollow?: boolean;
}

export interface SyncReport {
  /** New files with text. Those without are recorded too, and `troubles` names them once. */
  readonly added: number;
  /** Chunked again: their bytes have changed, or what other files say about them, of which an unfinished index has a part. */
  readonly changed: number;
  readonly removed: number;
  /** Changed, but still served in their old state: their vectors could not be made. */
  readonly held: number;
  readonly unchanged: number;
  /** Files left for the next run, because the time was up. */
  readonly unread: number;
  readonly chunks: number;
  /** Texts embedded in this run. */
  readonly embedded: number;
  readonly troubles: readonly (Diagnostic | Trouble)[];
  /** Why vectors are missing: the provider failed. The words are indexed anyway. */
  readonly failure?: FroeError;
  /** The commits, if the index has any. */
  readonly history?: HistoryReport;
}

export async function sync(store: Store, options: RunOptions): Promise<SyncReport> {
  const files = await syncFiles(store, options);
  if (options.until || (!options.history && !(await store.history()))) return files;
  const { withHistory } = await import('./syncHistory.js'); // with the parsers, which a look does not need
  return withHistory(store, options, files);
}

async function syncFiles(store: Store, options: RunOptions): Promise<SyncReport> {
  const { root, tree = 'main', vectors, signal, until, onProgress } = options;
  await store.useRoot(tree, realRoot(root), { sameTree: options.sameTree });
  const modelNotes = vectors ? await useModelOf(store, vectors, options) : [];
  const look = options.look ?? (await lookAtTree(store, options));
  const treePlan = plan(root, look.rows, (until ? changesOnlyPlan : planOptions)(options), look.walked);
  const embedding = vectors && new EmbeddingRun(store, vectors, signal, until);
  const isSame = treePlan.jobs.length + treePlan.gone.length === 0;
  const changes = isSame
    ? nothingChanged(look, treePlan)
    : await runIndexChanges(store, options, look, treePlan, embedding);
  signal?.throwIfAborted();
  await embedding?.fillIn((done, total) => onProgress?.({ stage: 'embed', done, total }));
  if (embedding && !embedding.failure && !until?.aborted) await store.finishModel();
  const { added, changed, removed, held, unchanged, unread, chunks, files, failed, troubles } = changes;
  const isComplete = held + unread === 0 && !embedding?.failure;
  const recipe = until ? sharedRecipe(look, options) : planOptions(options).recipe;
  // A source that needs lines has a recipe of its own: without a common one the next run compares every row.
  const scan = scanText(look, { files, failed, recipe: changes.needsLines ? undefined : recipe });
  if (isComplete && scan !== undefined && (!isSame || scan !== look.stored)) await store.saveTreeScan(tree, scan);
  return {
    ...{ added, changed, removed, held, unchanged },
    unread: until ? unread + held : 0,
    chunks,
    embedded: embedding?.count ?? 0,
    troubles: [...modelNotes, ...troubles],
    ...(embedding?.failure ? { failure: embedding.failure } : {}),
  };
}

function nothingChanged({ others = 0 }: TreeLook, { same, diagnostics }: Plan): IndexedChanges {
  const files = others + same.length;
  const failed = diagnostics.map(({ path }) => path);
  const nothing = { added: 0, changed: 0, removed: 0, held: 0, unread: 0, chunks: 0, needsLines: false };
  return { ...nothing, unchanged: files, files, failed, troubles: diagnostics };
}

/** Loads every parser, which is not needed if nothing has changed. */
const runIndexChanges: typeof indexChanges = async (...changes) =>
  (await import('./indexChanges.js')).indexChanges(...changes);
