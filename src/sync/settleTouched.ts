/**
 * Files with another stat but the same bytes: all files of a new worktree, most files after switching branches and
 * back. They are read and hashed here, before anything is started for files that have to be cut.
 *
 *     other stat ─hash→ same: the row gets the new stat, and nothing else is done
 *                     └ other: a job
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Job } from '../jobs/job.js';
import { type LoadedFile, loadFile } from '../jobs/prepare.js';
import type { SourceRow, TouchedSource } from '../store/store.js';
import type { Plan } from './plan.js';
import type { RunOptions } from './sync.js';

interface SettledPlan {
  readonly planned: Plan;
  /** Rows that get a new stat. */
  readonly touch: readonly TouchedSource[];
}

/** Files read between two checks of the signal. */
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
    // Another size means other bytes.
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

/** An error is reported by the job of the file. */
function loadIfReadable({ file, path }: Job): LoadedFile | undefined {
  try {
    return loadFile(file ?? path, path);
  } catch {
    return undefined;
  }
}
