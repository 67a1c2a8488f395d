/** The paths a user gives → jobs. A folder is walked, a file is taken as it is, `-` is standard input. */
import { readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { unreadable } from '../sources/read.js';
import { posix, walk } from '../sources/walk.js';
import type { Diagnostic } from '../types.js';
import type { Job } from './job.js';

export interface Inputs {
  readonly jobs: readonly Job[];
  readonly diagnostics: readonly Diagnostic[];
}

export function inputs(paths: readonly string[], stdinPath: string): Inputs {
  const jobs = new Map<string, Job>();
  const diagnostics: Diagnostic[] = [];
  for (const given of paths) {
    if (given === '-') jobs.set('-', { bytes: readFileSync(0), path: stdinPath });
    else {
      try {
        const file = resolve(given);
        if (!statSync(file).isDirectory()) jobs.set(file, { file, path: nameOf(file, basename(file)) });
        else {
          const found = walk(file);
          for (const path of found.files) jobs.set(join(file, path), { file: join(file, path), path: nameOf(join(file, path), path) });
          diagnostics.push(...found.diagnostics.map((note) => ({ ...note, path: nameOf(join(file, note.path), note.path) })));
        }
      } catch (error) {
        const { code, message } = unreadable('', error);
        diagnostics.push({ code: code === 'not-found' ? 'unreadable' : 'unreadable', path: given, message: message.trim() });
      }
    }
  }
  return { jobs: [...jobs.values()], diagnostics };
}

/** Relative to where the user stands; what lies elsewhere keeps its name below the root that was given. */
function nameOf(file: string, below: string): string {
  const path = posix(process.cwd(), file);
  return path === '' || path.startsWith('..') || resolve(path) !== file ? below : path;
}
