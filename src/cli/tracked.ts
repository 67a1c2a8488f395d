/** Whether git carries the index of a folder along: whoever can push then says what it answers. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { trackedBelow } from '../sources/git.js';

/** Settings are meant to be shared, and the file that hides the rest from git may be. */
const SHARED = /^\.froe\/(?:config\.[^/]*|\.gitignore)$/;

/** In one line, with what to do; undefined where all is well. */
export function trackedIndex(root: string): string | undefined {
  if (!existsSync(join(root, '.froe'))) return undefined;
  const [first] = trackedBelow(root, '.froe').filter((path) => !SHARED.test(path));
  if (first === undefined) return undefined;
  return `${first} is tracked by git, so that others can change what it answers: git rm -f --cached ${first}`;
}
