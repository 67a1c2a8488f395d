/** The paths a user gives → jobs. A folder is walked, a file is taken as it is, `-` is standard input. */
import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Job, Trouble } from '../engine/cutting.js';
import { reasonOf, unreadable, walk } from '../engine/files.js';
import { MAX_SOURCE_BYTES } from '../options.js';
import { isBelow, relativePosix, withForwardSlashes } from '../sources/jail.js';
import { warn } from './output.js';

export interface Inputs {
  readonly jobs: readonly Job[];
  readonly troubles: readonly (Trouble & Pick<Job, 'named'>)[];
}

export async function inputs(paths: readonly string[], stdinPath: string): Promise<Inputs> {
  const found = new Map<string, Omit<Job, 'path'>>();
  const unfound: (Inputs['troubles'][number] & { readonly file?: string })[] = [];
  const folders: string[] = [];
  const take = (file: string, named: boolean): void => {
    const known = found.get(file);
    found.set(file, known ? { ...known, named: known.named || named } : { file, named });
  };
  for (const given of new Set(paths)) {
    const file = resolve(given === '-' ? stdinPath : given);
    try {
      if (given === '-')
        found.set(file, { bytes: await readStdin(), named: true }); // stands in for the file of that name
      else if (statSync(file).isDirectory()) {
        folders.push(file);
        const { files, diagnostics } = walk(file);
        for (const path of files) take(join(file, path), false);
        unfound.push(...diagnostics.map((note) => ({ ...note, file: join(file, note.path), named: note.path === '' })));
      } else {
        folders.push(dirname(file));
        take(file, true);
      }
    } catch (error) {
      unfound.push({ code: unreadable(given, error).code, path: given, message: reasonOf(error), named: true });
    }
  }
  const base = baseOf(folders);
  const nameOf = (file: string): string => relativePosix(base, file) || '.';
  return {
    jobs: [...found].map(([file, job]) => ({ ...job, path: job.bytes ? withForwardSlashes(stdinPath) : nameOf(file) })),
    troubles: unfound.map(({ file, ...trouble }) =>
      file === undefined ? trouble : { ...trouble, path: nameOf(file) },
    ),
  };
}

/**
 * What names are relative to: where the user stands, when all lies below it, and
 * else the nearest folder that holds all that was given. Either way no two files
 * have the same name.
 */
function baseOf(folders: readonly string[]): string {
  const here = process.cwd();
  return folders.every((folder) => isBelow(here, folder)) ? here : folders.reduce(common);
}

const common = (a: string, b: string): string => (isBelow(a, b) || a === dirname(a) ? a : common(dirname(a), b));

/** All of standard input. On a terminal, prints what it waits for. */
export async function readStdin(): Promise<Uint8Array> {
  if (process.stdin.isTTY) warn('reading from the terminal; end with Ctrl-D on an empty line');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of process.stdin) {
    parts.push(part);
    size += part.length;
    if (size > MAX_SOURCE_BYTES) break; // it will be refused: no need to see where it ends
  }
  return Buffer.concat(parts);
}
