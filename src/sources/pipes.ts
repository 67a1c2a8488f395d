/** Pipes in a tree, under whatever name: a program that opens one waits until somebody writes. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Nearest first, and `.git` like any other folder. A link to a pipe or a device counts, one to a folder is not followed. */
export function hasPipe(root: string): boolean {
  const open = [root];
  for (const folder of open) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFIFO() || (entry.isSymbolicLink() && leadsToPipe(path))) return true;
    }
  }
  return false;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // nor will git read it
  }
}

function leadsToPipe(link: string): boolean {
  try {
    const seen = statSync(link, { throwIfNoEntry: false });
    return seen?.isFIFO() === true || seen?.isCharacterDevice() === true;
  } catch {
    return false; // a link that leads back to itself
  }
}
