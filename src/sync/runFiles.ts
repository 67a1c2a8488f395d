/**
 * Given paths → jobs → outcomes. A folder is walked, a file is taken as it is, `-` is
 * standard input.
 */
import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readError, reasonOf } from '../errors.js';
import type { Job, JobOutcome, Task, Trouble } from '../jobs/job.js';
import { runAll } from '../jobs/pool.js';
import { isBelow, relativePosix, withForwardSlashes } from '../sources/jail.js';
import { walk } from '../sources/walk.js';
import { withSurroundings } from './survey.js';

export interface FileRequest {
  readonly paths: readonly string[];
  /** The folder that paths are relative to. Default: the current folder if it contains all of them, else the nearest folder that does. */
  readonly base?: string;
  /** Which files of folders are taken, by their path from the base. Default all. */
  readonly wants?: ((path: string) => boolean) | undefined;
  /** Standard input, for `-`. */
  readonly stdin?: StandardInput;
}

export interface StandardInput {
  /** The path that it gets. */
  readonly path: string;
  read(): Promise<Uint8Array>;
}

export interface FileJobs {
  readonly jobs: readonly Job[];
  readonly troubles: readonly (Trouble & Pick<Job, 'named'>)[];
}

/** A run: problems with the paths, and outcomes one by one. */
export interface FileRun extends FileJobs {
  /** In the order of the jobs. Breaking out of the loop stops the threads. */
  readonly outcomes: AsyncIterable<readonly [Job, JobOutcome]>;
}

/** Runs a task on every file of a request. */
export async function runFiles(request: FileRequest, task: Task, threads: number): Promise<FileRun> {
  const { jobs: requested, troubles } = await fileJobs(request);
  const jobs = task.options.preset === 'units' ? await withSurroundings(requested, threads) : requested;
  return { jobs, troubles, outcomes: runAll(jobs, task, threads) };
}

export async function fileJobs({ paths, base: givenBase, wants = () => true, stdin }: FileRequest): Promise<FileJobs> {
  const jobByFile = new Map<string, Omit<Job, 'path'>>();
  const troubles: (FileJobs['troubles'][number] & { readonly file?: string })[] = [];
  const folders: string[] = [];
  const addFile = (file: string, named: boolean): void => {
    const known = jobByFile.get(file);
    jobByFile.set(file, known ? { ...known, named: known.named || named } : { file, named });
  };
  for (const path of new Set(paths)) {
    const piped = path === '-' ? stdin : undefined;
    const file = resolve(piped?.path ?? path);
    try {
      if (piped) jobByFile.set(file, { bytes: await piped.read(), named: true });
      else if (statSync(file).isDirectory()) {
        folders.push(file);
        const { files, diagnostics } = walk(file);
        for (const name of files) addFile(join(file, name), false);
        troubles.push(
          ...diagnostics.map((note) => ({ ...note, file: join(file, note.path), named: note.path === '' })),
        );
      } else {
        folders.push(dirname(file));
        addFile(file, true);
      }
    } catch (error) {
      troubles.push({ code: readError(path, error).code, path, message: reasonOf(error), named: true });
    }
  }
  const base = givenBase ?? baseOf(folders);
  const nameOf = (file: string): string => relativePosix(base, file) || '.';
  const pipedPath = withForwardSlashes(stdin?.path ?? '');
  return {
    jobs: [...jobByFile]
      .map(([file, job]) => ({ ...job, path: job.bytes ? pipedPath : nameOf(file) }))
      .filter(({ named, path }) => named || wants(path)),
    troubles: troubles.map(({ file, ...trouble }) =>
      file === undefined ? trouble : { ...trouble, path: nameOf(file) },
    ),
  };
}

/** In both cases no two files get the same path. */
function baseOf(folders: readonly string[]): string {
  const cwd = process.cwd();
  return folders.every((folder) => isBelow(cwd, folder)) ? cwd : folders.reduce(commonFolder);
}

const commonFolder = (a: string, b: string): string =>
  isBelow(a, b) || a === dirname(a) ? a : commonFolder(dirname(a), b);
