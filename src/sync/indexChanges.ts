/** What changed in a tree is read and written, at once or part by part; with it comes every parser. */
import type { Job, Trouble } from '../jobs/job.js';
import { packs } from '../parse/packs.js';
import { type Stat, UNSETTLED } from '../sources/stat.js';
import type { SourceRow, Store } from '../store/store.js';
import type { Diagnostic } from '../types.js';
import type { EmbeddingRun } from './embeddingRun.js';
import { IndexWriter } from './indexWriter.js';
import { type Plan, plan } from './plan.js';
import { changesOnlyPlan, planOptions } from './recipe.js';
import { settleTouched } from './settleTouched.js';
import { type SurveyedPlan, surveyPlan } from './survey.js';
import type { RunOptions } from './sync.js';
import { type TreeLook, withEveryRow } from './treeLook.js';

export interface IndexedChanges {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly held: number;
  /** Files that are as they were. */
  readonly unchanged: number;
  /** How many the index now has as they are. */
  readonly files: number;
  /** Files that were left for another run. */
  readonly unread: number;
  /** Paths of what the index could not be given. */
  readonly failed: readonly string[];
  readonly chunks: number;
  readonly troubles: readonly (Diagnostic | Trouble)[];
}

export async function indexChanges(
  store: Store,
  options: RunOptions,
  look: TreeLook,
  looked: Plan,
  embedding: EmbeddingRun | undefined,
): Promise<IndexedChanges> {
  const planned = await settled(store, options, look, looked);
  const intake = new IndexWriter(store, options, planned, embedding);
  const wanted = new Set(planned.jobs.map(({ path }) => path));
  let [rows, affected] = [planned.rows, 0];
  for (const part of partsOf(planned, options)) {
    const { jobs, affected: moved } = await surveyed(part, rows, planned.isPart, options.threads);
    // Before what moves them is written: should this end here, the next run sees them by their stat.
    await markUnsettled(store, part, moved, rows);
    for (const { path } of moved) wanted.add(path);
    affected += moved.length;
    await intake.index(jobs);
    rows = new Map([...rows, ...intake.rows]);
    if (intake.isOver) break;
  }
  const { added, changed, held, same, chunks, troubles } = intake;
  const others = planned.isPart ? (look.others ?? 0) : 0;
  const unchanged = others + planned.same.length + same - affected;
  return {
    ...{ added, changed, held, unchanged, chunks },
    files: unchanged + added + changed,
    removed: planned.gone.length,
    unread: [...wanted].filter((path) => !intake.done.has(path)).length,
    failed: [...planned.diagnostics.map(({ path }) => path), ...intake.failed],
    troubles: [...planned.diagnostics, ...troubles],
  };
}

interface SettledChanges extends Plan {
  readonly rows: TreeLook['rows'];
  /** It is of a few files, which no other file has to do with. */
  readonly isPart: boolean;
}

/** The plan without files that were only touched; of all files, where those that changed may concern others. */
async function settled(store: Store, options: RunOptions, look: TreeLook, looked: Plan): Promise<SettledChanges> {
  const { root, tree = 'main', until } = options;
  const isWhole = look.others === undefined;
  const isPart = !isWhole && !concernsOthers(looked, tree);
  const { rows, walked } = isPart ? look : await withEveryRow(store, tree, look);
  const all = isPart || isWhole ? looked : plan(root, rows, (until ? changesOnlyPlan : planOptions)(options), walked);
  const { planned, touch } = await settleTouched(all, rows, options);
  if (touch.length > 0) await store.write({ touch });
  return { ...planned, rows, isPart };
}

/** Whether a pack has to do with what changed, came or went: then it has to see all of its files. */
function concernsOthers({ jobs, gone }: Plan, tree: string): boolean {
  const paths = [...jobs.map(({ path }) => path), ...gone.map((docId) => docId.slice(tree.length + 1))];
  return packs.some((pack) => paths.some((path) => pack.claims(path) || pack.applies([path])));
}

const surveyed = async (
  part: Plan,
  rows: TreeLook['rows'],
  isPart: boolean,
  threads = 1,
): Promise<Pick<SurveyedPlan, 'jobs' | 'affected'>> =>
  isPart ? { jobs: part.jobs, affected: [] } : surveyPlan(part, rows, threads);

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
