/**
 * What a partial clone has of its objects. After `git clone --filter=blob:none` git has all commits and trees, but
 * only the blobs of the files on disk; it fetches others when it needs them, which froe never lets it do.
 *
 *     git log --raw                       the blobs that each commit replaced by others
 *     git rev-list --missing=print        the blobs that are not here: ?4b2e72b…
 */
import { git, streamGit } from './git.js';

/** Whether some objects may be on another machine only. */
export const isPartialClone = (root: string): boolean =>
  git(root, ['config', '--get-regexp', '^(extensions\\.partialclone|remote\\..*\\.promisor)$']).status === 0;

/** The objects that a partial clone has, by their numbers: other numbers, others. Undefined for a whole clone. */
export const partialObjects = (root: string): string | undefined =>
  isPartialClone(root) ? git(root, ['count-objects', '-v']).stdout.replace(/\s+/g, ' ') : undefined;

/** Objects of these commits and of their parents that are not here: nothing is fetched. */
export async function missingObjects(root: string, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  if (!isPartialClone(root)) return missing;
  const args = ['rev-list', '--objects', '--no-object-names', '--missing=print', '--no-walk=unsorted', '--stdin'];
  // `^@`: all parents, of which a first commit has none.
  const input = hashes.map((hash) => `${hash}\n${hash}^@\n`).join('');
  let carry = '';
  for await (const piece of streamGit(root, args, input)) {
    const lines = (carry + piece.toString('latin1')).split('\n');
    carry = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('?')) missing.add(line.slice(1));
  }
  return missing;
}
