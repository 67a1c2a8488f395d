/** Clones of real repositories, which the package cannot ship: name your own with `--trees DIR,DIR`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export const NEEDS_TREES = 'needs clones: --trees DIR,DIR…';

/**
 * The rows of each tree. It is cloned and never written to; `run` gets the clone and a folder for its files; both are
 * removed afterwards.
 *
 * @param {string[]} trees
 * @param {(clone: { name: string, root: string, place: string }) => Promise<Record<string, unknown>[]>} run
 */
export async function rowsPerClone(trees, run) {
  const rows = [];
  for (const tree of trees)
    rows.push(
      ...(await inFolder(async (place) => {
        const root = join(place, 'tree');
        execFileSync('git', ['clone', '--quiet', '--shared', tree, root], { stdio: ['ignore', 'inherit', 'ignore'] });
        return run({ name: nameOf(tree), root, place });
      })),
    );
  return rows;
}

/** Paths of the files that git tracks. */
export const trackedFiles = (root) =>
  execFileSync('git', ['-C', root, 'ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);

/** Runs with a temporary folder. */
export async function inFolder(run) {
  const place = mkdtempSync(join(tmpdir(), 'froe-bench-'));
  try {
    return await run(place);
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** `/repos/gson`, `/mirror/gson/repo.git` → gson */
function nameOf(tree) {
  const [name] = tree
    .split('/')
    .reverse()
    .filter((part) => !/^(repo)?(\.git)?$/.test(part));
  return name ?? basename(tree);
}
