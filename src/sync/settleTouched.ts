/**
 * Files whose stat changed and whose bytes did not: all of a new worktree, most of a branch that was switched to and
 * back. They are read and hashed here, before anything is started for those that have to be cut.
 *
 *     stat is another ─hash→ the same: its row gets the stat, and nothing else is done
 *                          └ another: a job
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Job } from '../jobs/job.js';
import { type LoadedFile, loadFile } from '../jobs/prepare.js';
import type { SourceRow, TouchedSource } from '../store/store.js';
import type { Plan } from './plan.js';
import type { RunOptions } from './sync.js';

interface SettledPlan {
  readonly planned: Plan;
  /** Rows that get another stat. */
  readonly touch: readonly TouchedSource[];
}

/** Files that are read before a signal is listened for. */
const FILES_PER_TURN = 64;

export async function settleTouched(
  planned: Plan,
  rows: ReadonlyMap<string, SourceRow>,
  { signal, until }: Pick<RunOptions, 'signal' | 'until'>,
): Promise<SettledPlan> {
  const [jobs, same]: [Job[], Job[]] = [[], [...planned.same]];
  const touch: TouchedSource[] = [];
  for (const [i, job] of planned.jobs.entries()) {
    if (i % FILES_PER_TURN === 0) await nextTurn();
    signal?.throwIfAborted();
    const row = job.known === undefined ? undefined : rows.get(job.path);
    // Bytes of another length are others.
    const mayBeSame = row !== undefined && row.size === planned.files.get(job.path)?.size && !until?.aborted;
    const loaded = mayBeSame ? loadIfReadable(job) : undefined;
    if (row === undefined || loaded?.hash !== job.known || loaded === undefined) {
      jobs.push(job);
      continue;
    }
    const { size, mtime, ctime, ino } = loaded;
    touch.push({ docId: row.docId, size, mtime, ctime, ino });
    same.push(job);
  }
  return { planned: { ...planned, jobs, same }, touch };
}

/** What is wrong with a file is said when its turn comes. */
function loadIfReadable({ file, path }: Job): LoadedFile | undefined {
  try {
    return loadFile(file ?? path, path);
  } catch {
    return undefined;
  }
}
