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
import type { Job, Trouble } from '../jobs/job.js';
import type { PresetName, SizingLayer } from '../options.js';
import type { CustomParser } from '../parse/index.js';
import type { Strategy } from '../pipeline/chunk.js';
import { type Stat, UNSETTLED } from '../sources/stat.js';
import type { StatWalk } from '../sources/walk.js';
import type { SourceRow, Store } from '../store/store.js';
import type { Diagnostic } from '../types.js';
import type { ContextHook } from './contextLines.js';
import { EmbeddingRun } from './embeddingRun.js';
import { IndexWriter } from './indexWriter.js';
import { type Plan, plan, realRoot } from './plan.js';
import { changesOnlyPlan, planOptions } from './recipe.js';
import { settleTouched } from './settleTouched.js';
import { type SurveyedPlan, surveyPlan } from './survey.js';
import { type HistoryReport, withHistory } from './syncHistory.js';
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
  /** The files of the root, if they were just walked. */
  readonly walked?: StatWalk | undefined;
}

export interface SyncProgress {
  readonly stage: 'read' | 'embed';
  readonly done: number;
  readonly total: number;
  /** Vectors are made after reading, not during it. */
  readonly vectorsFollow?: boolean;
}

export interface SyncReport {
  readonly added: number;
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
  return options.until ? files : withHistory(store, options, files);
}

async function syncFiles(store: Store, options: RunOptions): Promise<SyncReport> {
  const { root, tree = 'main', vectors, signal, onProgress } = options;
  await store.useRoot(tree, realRoot(root), { sameTree: options.sameTree });
  const notes = vectors ? await useModelOf(store, vectors, options) : [];
  let rows = await store.sources(tree);
  const looked = plan(root, rows, (options.until ? changesOnlyPlan : planOptions)(options), options.walked);
  const { planned, touch } = await settleTouched(looked, rows, options);
  if (touch.length > 0) await store.write({ touch });
  const { gone } = planned;
  const embedding = vectors && new EmbeddingRun(store, vectors, signal, options.until);
  const intake = new IndexWriter(store, options, planned, embedding);
  const wanted = new Set(planned.jobs.map(({ path }) => path));
  for (const part of partsOf(planned, options)) {
    const { jobs, affected: moved } = await surveyPlan(part, rows, options.threads ?? 1);
    // Before the changes that caused it are written: if the run ends here, the next one sees them by their stat.
    await markUnsettled(store, part, moved, rows);
    for (const { path } of moved) wanted.add(path);
    await intake.index(jobs);
    rows = new Map([...rows, ...intake.rows]);
    if (intake.isOver) break;
  }
  signal?.throwIfAborted();
  await embedding?.fillIn((done, total) => onProgress?.({ stage: 'embed', done, total }));
  if (embedding && !embedding.failure && !options.until?.aborted) await store.finishModel();

  const { added, changed, held, same, chunks, troubles } = intake;
  const unread = [...wanted].filter((path) => !intake.done.has(path)).length;
  return {
    added,
    changed,
    removed: gone.length,
    held,
    unchanged: planned.same.length + same,
    unread: options.until ? unread + held : 0,
    chunks,
    embedded: embedding?.count ?? 0,
    troubles: [...notes, ...planned.diagnostics, ...troubles],
    ...(embedding?.failure ? { failure: embedding.failure } : {}),
  };
}

/** Bytes of the first part; each further part has twice as many. */
const FIRST_PART_BYTES = 1 << 20;

/** All changes at once; or part by part, if time is limited. A part knows the others by what is stored of them. */
function* partsOf(planned: Plan, { until, priority = () => 0 }: RunOptions): Generator<Plan> {
  if (!until) return yield planned;
  const [mtime, size] = [statIn(planned, 'mtime'), statIn(planned, 'size')];
  const newest = [...planned.jobs].sort((a, b) => priority(b.path) - priority(a.path) || mtime(b) - mtime(a));
  let { gone } = planned;
  for (let [at, room] = [0, FIRST_PART_BYTES]; at < newest.length || gone.length > 0; room *= 2) {
    let [end, bytes] = [at, 0];
    while (end < newest.length && bytes < room) bytes += size(newest[end++]);
    const others = [...newest.slice(0, at), ...newest.slice(end).filter(({ path }) => !planned.fresh.has(path))];
    yield { ...planned, gone, jobs: newest.slice(at, end), same: [...planned.same, ...others] };
    [at, gone] = [end, []];
  }
}

const statIn =
  ({ files }: Plan, what: keyof Stat) =>
  ({ path }: Job): number =>
    files.get(path)?.[what] ?? 0;

/** Removes deleted files, and marks the files that will have to be cut again because of this part. */
async function markUnsettled(
  store: Store,
  { gone }: Plan,
  moved: SurveyedPlan['affected'],
  rows: ReadonlyMap<string, SourceRow>,
): Promise<void> {
  const touch = moved.flatMap(({ path }) => rows.get(path) ?? []).map((row) => ({ ...row, mtime: UNSETTLED }));
  if (gone.length + touch.length > 0) await store.write({ remove: gone, touch });
}
