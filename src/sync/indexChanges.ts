/** Reads and writes what changed in a tree, at once or part by part. Imports every parser. */
import type { Job, Trouble } from '../jobs/job.js';
import { ThreadPool } from '../jobs/pool.js';
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
  /** Unchanged files. */
  readonly unchanged: number;
  /** Files that are now up to date in the index. */
  readonly files: number;
  /** Files left for the next run. */
  readonly unread: number;
  /** Paths of files that could not be indexed. */
  readonly failed: readonly string[];
  /** Whether some files still need lines of context. */
  readonly needsLines: boolean;
  readonly chunks: number;
  readonly troubles: readonly (Diagnostic | Trouble)[];
}

export async function indexChanges(
  store: Store,
  options: RunOptions,
  look: TreeLook,
  treePlan: Plan,
  embedding: EmbeddingRun | undefined,
): Promise<IndexedChanges> {
  const planned = await settlePlan(store, options, look, treePlan);
  const writer = new IndexWriter(store, options, planned, embedding);
  const pendingPaths = new Set(planned.jobs.map(({ path }) => path));
  let [rows, affected] = [planned.rows, 0];
  const pool = new ThreadPool(); // the survey and every part use the same threads
  try {
    for (const part of partsOf(planned, options)) {
      const { jobs, affected: affectedJobs } = await surveyPart(part, rows, planned.isPart, options.threads, pool);
      // Before the changes that affect them are written: if the run ends here, the next one sees them by their stat.
      await markUnsettled(store, part, affectedJobs, rows);
      for (const { path } of affectedJobs) pendingPaths.add(path);
      affected += affectedJobs.length;
      await writer.index(jobs, pool);
      rows = new Map([...rows, ...writer.rows]);
      if (writer.isOver) break;
    }
  } finally {
    await pool.close();
  }
  const { added, changed, skipped, held, same, chunks, troubles } = writer;
  const others = planned.isPart ? (look.others ?? 0) : 0;
  const unchanged = others + planned.same.length + same - affected;
  return {
    ...{ added, changed, held, unchanged, chunks },
    files: unchanged + added + changed + skipped,
    removed: planned.gone.length,
    unread: [...pendingPaths].filter((path) => !writer.done.has(path)).length,
    failed: [...planned.diagnostics.map(({ path }) => path), ...writer.failed],
    needsLines: writer.needsLines,
    troubles: [...planned.diagnostics, ...troubles],
  };
}

interface SettledChanges extends Plan {
  readonly rows: TreeLook['rows'];
  /** It covers only the files that changed, and no other file depends on them. */
  readonly isPart: boolean;
}

/** The plan without files that were only touched; a plan for all files if other files may depend on those that changed. */
async function settlePlan(store: Store, options: RunOptions, look: TreeLook, treePlan: Plan): Promise<SettledChanges> {
  const { root, tree = 'main', until } = options;
  const isWhole = look.others === undefined;
  const isPart = !isWhole && !affectsOtherFiles(treePlan, tree);
  const { rows, walked } = isPart ? look : await withEveryRow(store, tree, look);
  const wholePlan =
    isPart || isWhole ? treePlan : plan(root, rows, (until ? changesOnlyPlan : planOptions)(options), walked);
  const { planned, touch } = await settleTouched(wholePlan, rows, options);
  if (touch.length > 0) await store.write({ touch });
  return { ...planned, rows, isPart };
}

/** Whether a pack claims a file that was changed, added or removed: then it needs all of its files. */
function affectsOtherFiles({ jobs, gone }: Plan, tree: string): boolean {
  const paths = [...jobs.map(({ path }) => path), ...gone.map((docId) => docId.slice(tree.length + 1))];
  return packs.some((pack) => paths.some((path) => pack.claims(path) || pack.applies([path])));
}

const surveyPart = async (
  part: Plan,
  rows: TreeLook['rows'],
  isPart: boolean,
  threads: number | undefined,
  pool: ThreadPool,
): Promise<Pick<SurveyedPlan, 'jobs' | 'affected'>> =>
  isPart ? { jobs: part.jobs, affected: [] } : surveyPlan(part, rows, threads ?? 1, pool);

/** Bytes of the first part; each further part has twice as many. */
const FIRST_PART_BYTES = 1 << 20;

/** All changes at once; or part by part, if time is limited. A part knows the others by what is stored of them. */
function* partsOf(planned: Plan, { until, priority = () => 0 }: RunOptions): Generator<Plan> {
  if (!until) return yield planned;
  const [mtime, size] = [statGetter(planned, 'mtime'), statGetter(planned, 'size')];
  const ordered = [...planned.jobs].sort((a, b) => priority(b.path) - priority(a.path) || mtime(b) - mtime(a));
  let { gone } = planned;
  for (let [at, partBytes] = [0, FIRST_PART_BYTES]; at < ordered.length || gone.length > 0; partBytes *= 2) {
    let [end, bytes] = [at, 0];
    while (end < ordered.length && bytes < partBytes) bytes += size(ordered[end++]);
    const others = [...ordered.slice(0, at), ...ordered.slice(end).filter(({ path }) => !planned.fresh.has(path))];
    yield { ...planned, gone, jobs: ordered.slice(at, end), same: [...planned.same, ...others] };
    [at, gone] = [end, []];
  }
}

const statGetter =
  ({ files }: Plan, field: keyof Stat) =>
  ({ path }: Job): number =>
    files.get(path)?.[field] ?? 0;

/** Removes deleted files, and marks the files that will have to be cut again because of this part. */
async function markUnsettled(
  store: Store,
  { gone }: Plan,
  affectedJobs: SurveyedPlan['affected'],
  rows: ReadonlyMap<string, SourceRow>,
): Promise<void> {
  const touch = affectedJobs.flatMap(({ path }) => rows.get(path) ?? []).map((row) => ({ ...row, mtime: UNSETTLED }));
  if (gone.length + touch.length > 0) await store.write({ remove: gone, touch });
}
