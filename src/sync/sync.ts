/**
 * A folder → an index that is true of it.
 *
 *     walk, stat ─plan, hash, survey→ jobs ─all cores→ prepared sources ─batches→ store
 *                                              └ vectors: with them, or behind them
 *
 * Whatever is done is done in transactions that leave each source whole:
 *
 *     a source that is new      words first, so that it is found at once; its vectors follow
 *     a source that changed     its vectors first, then all of it at once: until then the old state is served
 *     a local model             vectors at once, for both
 *
 * With a limit of time (`until`), what changed is taken in parts, by priority and
 * what was touched last first; each part is surveyed and committed before the next.
 *
 * Stop anywhere, and the next run goes on from there: what is committed is seen
 * by its stat, and a text that has a vector is not embedded again.
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
  /** Vectors of another model are dropped and made anew. */
  readonly replaceModel?: boolean;
  /** The index is of this tree at another path, or on another machine: from now on it is of this folder, too. */
  readonly sameTree?: boolean;
  readonly cut?: SizingLayer & {
    readonly preset?: PresetName | undefined;
    readonly tokenizer?: string;
    readonly strategy?: Strategy;
  };
  /** Parsers of your own, for the files they name; these files are read in this thread. */
  readonly parsers?: readonly CustomParser[] | undefined;
  /** The most tokens of a chunk of an application's unit. Default: what `cut` says, else what suits the unit. */
  readonly unitTokens?: number;
  /** Adds a line of context to each chunk. */
  readonly context?: ContextHook;
  /** Another version, and every chunk is asked about anew. */
  readonly contextVersion?: string;
  readonly threads?: number;
  readonly maxFileSize?: number;
  readonly wants?: (path: string) => boolean;
  /** Names what `wants` takes, so that a look at the tree can be remembered: another choice has another name. */
  readonly wantsVersion?: string;
  /** A transaction is committed when it has so many: often enough to be found soon, seldom enough to be fast. */
  readonly chunksPerCommit?: number;
  /** So many of the newest commits are kept as history; 0 for none. Default: those that are kept, and newer ones. */
  readonly history?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The process ends with this run. */
  readonly brief?: boolean;
  readonly onProgress?: (progress: SyncProgress) => void;
}

/** What only who brings an index up for an answer says of a run: see catchUp.ts. */
export interface RunOptions extends SyncOptions {
  /** When it fires, no further file is begun: what was read is kept, and the rest is counted as unread. */
  readonly until?: AbortSignal | undefined;
  /** With `until`: the higher, the sooner a file is read; of equal ones, what was touched last comes first. */
  readonly priority?: ((path: string) => number) | undefined;
  /** With `until`: so many files are read in any case. Default none. */
  readonly atLeast?: number | undefined;
  /** The files of the root, where somebody has just looked. */
  readonly walked?: StatWalk | undefined;
}

export interface SyncProgress {
  readonly stage: 'read' | 'embed';
  readonly done: number;
  readonly total: number;
  /** Of reading: vectors are made afterwards, and not along with it. */
  readonly vectorsFollow?: boolean;
}

export interface SyncReport {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Changed, but still served as they were: their vectors could not be made. */
  readonly held: number;
  readonly unchanged: number;
  /** Files that were left for the next run, because time was up. */
  readonly unread: number;
  readonly chunks: number;
  /** Texts embedded in this run. */
  readonly embedded: number;
  readonly troubles: readonly (Diagnostic | Trouble)[];
  /** Why vectors are missing: the provider failed. The words are in all the same. */
  readonly failure?: FroeError;
  /** Of commits, where the index has any. */
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
    // Before what moves them is written: should this end here, the next run sees them by their stat.
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

/** Bytes of the first part; each further one has twice as many. */
const FIRST_PART_BYTES = 1 << 20;

/** All at once; or, where time is limited, part by part. Each part knows the rest by what is kept of it. */
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

/** Takes out what is gone, and marks what will have to be cut because of this part. */
async function markUnsettled(
  store: Store,
  { gone }: Plan,
  moved: SurveyedPlan['affected'],
  rows: ReadonlyMap<string, SourceRow>,
): Promise<void> {
  const touch = moved.flatMap(({ path }) => rows.get(path) ?? []).map((row) => ({ ...row, mtime: UNSETTLED }));
  if (gone.length + touch.length > 0) await store.write({ remove: gone, touch });
}
