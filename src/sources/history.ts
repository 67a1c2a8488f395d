/**
 * How often files changed recently, from git's log.
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

/** For these paths below the root, or for any; undefined without a history. */
export function changeFrequency(root: string, paths?: readonly string[]): ((path: string) => Frequency) | undefined {
  const log = git(root, [
    '--literal-pathspecs',
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
    // git compares only the folders on the way to these paths: a quarter to half of the time. Without --full-history
    // it would leave out a branch whose changes the other side of its merge has as well.
    ...(paths ? ['--full-history', '--', ...paths] : []),
  ]);
  if (log.status !== 0) return undefined;
  const commits = new Map<string, number>();
  for (const path of log.stdout.split('\0')) if (path !== '') commits.set(path, (commits.get(path) ?? 0) + 1);
  return (path) => frequencyOf(commits.get(path) ?? 0);
}

export const frequencyOf = (commits: number): Frequency =>
  commits >= HOT ? 'hot' : commits >= ACTIVE ? 'active' : commits >= STABLE ? 'stable' : 'dormant';
