/** The folder of an index, made where there is none. */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FroeError } from '../../errors.js';
import { PRIVATE_FOLDER } from '../../privateFile.js';

export function makeHome(file: string): void {
  const home = dirname(file);
  try {
    makeFolder(home);
    // The index is nobody's source: git is told so from inside.
    if (basename(home) === '.froe' && !existsSync(join(home, '.gitignore')))
      writeFileSync(join(home, '.gitignore'), '*\n!config.*\n');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new FroeError(
      'unreadable',
      `${home} cannot hold an index${reason}`,
      'Check its permissions, or give another path with --index.',
      error,
    );
  }
}

/** Step by step: where no folder can be made at all, such as below /proc, Node's own recursion never ends. */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (!existsSync(folder)) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, PRIVATE_FOLDER);
  } catch (error) {
    if (!isFolder(folder)) throw error; // else another process was faster
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
