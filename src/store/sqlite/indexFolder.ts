/** The folder of an index, made where there is none. */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FroeError } from '../../errors.js';
import { PRIVATE_FOLDER } from '../../privateFile.js';
import { lstatIfThere } from '../../sources/stat.js';
import { refuseLinks } from './refuseLinks.js';

export function makeIndexFolder(file: string): void {
  const home = dirname(file);
  refuseLinks(file);
  if (existsSync(file)) return;
  try {
    makeFolder(home);
    if (basename(home) === '.froe') hideFromGit(join(home, '.gitignore'));
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

/** The index is nobody's source: git is told so from inside. A file that is there stays, and so does a link. */
function hideFromGit(file: string): void {
  try {
    writeFileSync(file, '*\n!config.*\n', { flag: 'wx' });
  } catch (error) {
    if (lstatIfThere(file) === undefined) throw error;
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
