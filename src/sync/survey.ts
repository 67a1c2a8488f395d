/**
 * What the files of an application must know of each other, before any of them is cut.
 *
 *     changed files ─read→ facts ──────┐
 *     unchanged files ─stored→ facts ──┴─survey→ surroundings of each file ─hash→ changed? then it is cut, too
 *
 * So a change reaches exactly the files it affects: the includers of a concern,
 * the models of a table, the other end of an association.
 */
import type { Job, Task } from '../jobs/job.js';
import { runAll, type ThreadPool } from '../jobs/pool.js';
import type { Surroundings } from '../jobs/prepare.js';
import type { Pack, PlainData } from '../parse/pack.js';
import { packs } from '../parse/packs.js';
import type { SourceRow } from '../store/store.js';
import { sha256 } from '../text/hash.js';
import type { Plan } from './plan.js';

/** What a row stores of its file: see packMetadata() in jobs/prepare.ts. */
interface PackMetadata {
  readonly name: string;
  readonly facts: PlainData;
  readonly around?: string;
}

const FACTS: Task = { output: 'facts', colour: false, options: { tokenizer: 'cl100k_base' } };

/** A plan with the surroundings of each file. */
export interface SurveyedPlan extends Plan {
  /** Unchanged files whose surroundings changed. They are among the jobs. */
  readonly affected: readonly Job[];
}

export async function surveyPlan(
  planned: Plan,
  rows: ReadonlyMap<string, SourceRow>,
  threads: number,
  pool?: ThreadPool,
): Promise<SurveyedPlan> {
  const files = [...planned.jobs, ...planned.same];
  const paths = files.map(({ path }) => path);
  const active = packs.filter((pack) => pack.applies(paths));
  const claimed = new Map<string, Pack>();
  for (const path of paths) {
    const pack = active.find((candidate) => candidate.claims(path));
    if (pack) claimed.set(path, pack);
  }
  const surroundings = await surroundingsOf(planned, rows, claimed, active, { threads, pool });
  const withSurroundingsOf = (job: Job): Job => {
    const found = surroundings.get(job.path);
    return found ? { ...job, surroundings: found } : job;
  };
  const isUnchanged = ({ path }: Job): boolean => {
    const [now, stored] = [surroundings.get(path), packMetadata(rows.get(path))];
    return now?.pack === stored?.name && now?.hash === stored?.around;
  };
  const affected = planned.same.filter((job) => !isUnchanged(job));
  return {
    ...planned,
    jobs: [
      // A file with the same bytes is cut anyway if its surroundings changed.
      ...planned.jobs.map((job) => withSurroundingsOf(isUnchanged(job) ? job : { ...job, known: undefined })),
      ...affected.map((job) => withSurroundingsOf({ ...job, known: undefined })),
    ],
    same: planned.same.filter(isUnchanged),
    affected,
  };
}

const NO_PLAN = { fresh: new Set<string>(), gone: [], same: [], files: new Map(), diagnostics: [] } as const;

/** Files without an index, with the surroundings of each. Standard input has none. */
export async function withSurroundings(jobs: readonly Job[], threads: number): Promise<readonly Job[]> {
  const files = jobs.filter(({ bytes }) => bytes === undefined);
  const { jobs: surveyed } = await surveyPlan({ ...NO_PLAN, jobs: files }, new Map(), threads);
  const byPath = new Map(surveyed.map((job) => [job.path, job]));
  return jobs.map((job) => byPath.get(job.path) ?? job);
}

async function surroundingsOf(
  planned: Plan,
  rows: ReadonlyMap<string, SourceRow>,
  claimed: ReadonlyMap<string, Pack>,
  active: readonly Pack[],
  { threads, pool }: { readonly threads: number; readonly pool: ThreadPool | undefined },
): Promise<ReadonlyMap<string, Surroundings>> {
  const facts = new Map<string, PlainData>();
  const unread = planned.jobs.filter(({ path }) => claimed.has(path));
  for (const job of planned.same) {
    const pack = claimed.get(job.path);
    const stored = packMetadata(rows.get(job.path));
    if (!pack) continue;
    if (stored?.name === pack.name) facts.set(job.path, stored.facts);
    else unread.push(job);
  }
  // No facts have changed, so no surroundings have.
  const someUnclaimed = [...rows.values()].some((row) => packMetadata(row) && !claimed.has(row.path));
  if (unread.length === 0 && !someUnclaimed)
    return new Map([...claimed.keys()].map((path) => [path, storedSurroundings(rows.get(path))]));
  for await (const [{ path }, { result }] of runAll(unread, FACTS, threads, pool))
    facts.set(path, result?.facts ?? null);
  const surroundings = new Map<string, Surroundings>();
  for (const pack of active) {
    const ownFacts = [...facts].filter(([path]) => claimed.get(path) === pack).sort(([a], [b]) => (a < b ? -1 : 1));
    const around = pack.survey(new Map(ownFacts.filter(([, fileFacts]) => fileFacts !== null)));
    for (const [path, fileFacts] of ownFacts) {
      const value = around(path);
      const hash = value === undefined ? undefined : sha256(JSON.stringify(value)).slice(0, 16);
      surroundings.set(path, { pack: pack.name, facts: fileFacts, around: value, hash });
    }
  }
  return surroundings;
}

function storedSurroundings(row: SourceRow | undefined): Surroundings {
  const { name = '', facts, around: hash } = packMetadata(row) ?? {};
  return { pack: name, facts, hash };
}

function packMetadata(row: SourceRow | undefined): PackMetadata | undefined {
  const stored = row?.metadata.pack;
  return typeof stored === 'object' && stored !== null ? (stored as PackMetadata) : undefined; // written by us, from the same type
}
