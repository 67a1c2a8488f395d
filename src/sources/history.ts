/**
 * How often files changed recently, from git's log: read once per root.
 *
 *     90 days:   10 commits or more   hot
 *                 3 …                 active
 *                 1 …                 stable
 *                 none                dormant
 */
import { git } from './git.js';

export type Frequency = 'hot' | 'active' | 'stable' | 'dormant';

const DAYS = 90;
const [HOT, ACTIVE, STABLE] = [10, 3, 1];

/** For any path below the root; undefined without a history. */
export function changeFrequency(root: string): ((path: string) => Frequency) | undefined {
  const log = git(root, [
    'log',
    `--since=${DAYS}.days`,
    '--format=',
    '--name-only',
    '--no-renames',
    '--relative',
    '--no-ext-diff',
    '--no-textconv',
    '--no-show-signature',
    '-z',
  ]);
  if (log.status !== 0) return undefined;
  const commits = new Map<string, number>();
  for (const path of log.stdout.split('\0')) if (path !== '') commits.set(path, (commits.get(path) ?? 0) + 1);
  return (path) => frequencyOf(commits.get(path) ?? 0);
}

export const frequencyOf = (commits: number): Frequency =>
  commits >= HOT ? 'hot' : commits >= ACTIVE ? 'active' : commits >= STABLE ? 'stable' : 'dormant';
