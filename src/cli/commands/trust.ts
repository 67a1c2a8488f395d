/** `froe trust`: lets a project do what only the user may allow, and an index answer that the user has not made. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { disownStore, ownStore, withoutPassword } from '../../engine/indexes.js';
import { distrust, inspect, projectWishes, trust, userFolder } from '../../engine/settings.js';
import { FroeError } from '../../errors.js';
import { visible } from '../../text/visible.js';
import { type IndexFlag, withIndex } from '../indexFlags.js';
import { say } from '../output.js';

interface TrustFlags extends IndexFlag {
  readonly remove?: boolean;
}

export function trustCommand(program: Command): void {
  withIndex(
    program
      .command('trust')
      .description(
        'Trust the configuration of a project until it changes: allow its commands and servers. Also trust an index that came with it.',
      ),
  )
    .argument('[path]', 'root of the project', '.')
    .option('--remove', 'revoke trust')
    .action(async (path: string, flags: TrustFlags) => {
      const root = resolve(path);
      await say(flags.remove ? takeBack(root, flags) : allow(root, flags));
    });
}

function allow(root: string, flags: TrustFlags): string {
  const project = flags.index === undefined ? projectWishes(root) : undefined;
  const index = indexOf(root, flags);
  const believed = ownStore(index);
  if (project === undefined && !believed) {
    throw new FroeError(
      'not-found',
      `${root} has no .froe/config.json or .froe/config.yaml, and no index of another user`,
      'Nothing needs trust.',
    );
  }
  const wishes = project?.wishes ?? [];
  if (project && wishes.length > 0) trust(userFolder(process.env, homedir()), root, project.hash);
  const allowed = [
    `${visible(project?.path ?? '')} may, until it changes:`,
    ...wishes.map((one) => `  ${visible(one)}`),
  ];
  return [
    ...(wishes.length > 0 ? allowed : []),
    ...(believed ? [`${visible(withoutPassword(index))} is now trusted`] : []),
    ...(wishes.length === 0 && !believed ? [`${visible(project?.path ?? '')} has no setting that needs trust`] : []),
    '',
  ].join('\n');
}

function takeBack(root: string, flags: TrustFlags): string {
  const was = flags.index === undefined && distrust(userFolder(process.env, homedir()), root);
  const disowned = disownStore(indexOf(root, flags));
  return `${visible(root)} is ${was || disowned ? 'no longer' : 'not'} trusted\n`;
}

/** Where the settings say; nothing is done with them yet. */
const indexOf = (root: string, { index }: TrustFlags): string =>
  inspect({ flags: { index }, env: process.env, root, home: homedir() }).settings.index;
