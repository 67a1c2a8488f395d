/** What must be done to make an index true again: by stat alone, no file is read. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '../jobs/job.js';
import { reasonOf } from '../sources/read.js';
import { walk } from '../sources/walk.js';
import type { SourceRow } from '../store/store.js';
import type { Diagnostic } from '../types.js';

export interface Plan {
  /** Files to be looked into, in the order of the walk. */
  readonly jobs: readonly Job[];
  /** Of these the index knows nothing yet. */
  readonly fresh: ReadonlySet<string>;
  /** Ids of sources whose file is gone. */
  readonly gone: readonly string[];
  /** Those that are as they were. */
  readonly same: readonly Job[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface PlanOptions {
  readonly recipe: string;
  /** Larger files are left out. */
  readonly maxFileSize: number;
  /** Which paths are wanted at all. */
  readonly wants: (path: string) => boolean;
}

export function plan(root: string, known: ReadonlyMap<string, SourceRow>, options: PlanOptions): Plan {
  const { files, diagnostics } = walk(root);
  const notes: Diagnostic[] = [...diagnostics];
  const jobs: Job[] = [];
  const fresh = new Set<string>();
  const left = new Map([...known].filter(([, { kind }]) => kind === 'file'));
  const same: Job[] = [];
  for (const path of files) {
    if (!options.wants(path)) continue;
    const file = join(root, path);
    const stat = statOf(file, path, notes);
    if (!stat) continue;
    if (stat.size > options.maxFileSize) {
      notes.push({ code: 'too-large', path, message: `has ${stat.size} bytes; the limit is ${options.maxFileSize}` });
      continue;
    }
    const row = left.get(path);
    left.delete(path);
    if (!row) fresh.add(path);
    const current = row?.recipe === options.recipe;
    const isSame = row && current && row.size === stat.size && row.mtime === stat.mtimeMs;
    (isSame ? same : jobs).push({ file, path, named: false, known: current ? row.hash : undefined });
  }
  return { jobs, fresh, gone: [...left.values()].map(({ docId }) => docId), same, diagnostics: notes };
}

/** A file may go between the walk and this look; then it is simply gone. */
function statOf(file: string, path: string, notes: Diagnostic[]): { size: number; mtimeMs: number } | undefined {
  try {
    return statSync(file);
  } catch (error) {
    notes.push({ code: 'unreadable', path, message: reasonOf(error) });
    return undefined;
  }
}
