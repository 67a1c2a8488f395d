/** What has to be done to bring an index up to date: by stat alone, no file is read. */

import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FroeError, reasonOf } from '../errors.js';
import type { Job } from '../jobs/job.js';
import { isSameStat, type Stat } from '../sources/stat.js';
import { type StatWalk, walkStats } from '../sources/walk.js';
import type { SourceRow } from '../store/store.js';
import type { Diagnostic } from '../types.js';

export interface Plan {
  /** Files to read, in the order of the walk. */
  readonly jobs: readonly Job[];
  /** Those of them that are not in the index. */
  readonly fresh: ReadonlySet<string>;
  /** Ids of sources whose file is gone. */
  readonly gone: readonly string[];
  /** Unchanged files. */
  readonly same: readonly Job[];
  /** The stat of every file. */
  readonly files: ReadonlyMap<string, Stat>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface PlanOptions {
  /** The recipe of every source. Undefined: that of each source is kept. */
  readonly recipe: string | undefined;
  /** Larger files are skipped. */
  readonly maxFileSize: number;
  /** Which paths are indexed. */
  readonly wants: (path: string) => boolean;
}

export function plan(
  root: string,
  rows: ReadonlyMap<string, SourceRow>,
  options: PlanOptions,
  { files, diagnostics }: StatWalk = walkStats(root),
): Plan {
  const notes: Diagnostic[] = [...diagnostics];
  const jobs: Job[] = [];
  const fresh = new Set<string>();
  const notSeen = new Map([...rows].filter(([, { kind }]) => kind === 'file'));
  const same: Job[] = [];
  for (const [path, stat] of files) {
    if (!options.wants(path)) continue;
    const file = join(root, path);
    if (stat.size > options.maxFileSize) {
      notes.push({ code: 'too-large', path, message: `has ${stat.size} bytes; the limit is ${options.maxFileSize}` });
      continue;
    }
    const row = notSeen.get(path);
    notSeen.delete(path);
    if (!row) fresh.add(path);
    const isCurrent = row !== undefined && row.recipe === (options.recipe ?? row.recipe);
    const isSame = isCurrent && isSameStat(row, stat);
    (isSame ? same : jobs).push({ file, path, named: false, known: isCurrent ? row.hash : undefined });
  }
  return { jobs, fresh, gone: [...notSeen.values()].map(({ docId }) => docId), same, files, diagnostics: notes };
}

/** The real path of a folder. A missing folder is an error, not an empty one: a sync would remove everything. */
export function realRoot(root: string): string {
  try {
    const real = realpathSync(root);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    throw new FroeError('not-found', `${root} ${reasonOf(error)}`, 'Only an existing folder can be indexed.', error);
  }
  throw new FroeError('not-a-file', `${root} is not a folder`, 'Only folders can be indexed.');
}
