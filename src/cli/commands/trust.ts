/** `froe trust`: allows what only the user may allow: settings of a project, and an index that the user has not made. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { disownStore, ownStore, withoutPassword } from '../../engine/indexes.js';
import { distrust, inspect, projectWishes, trust, userFolder, workspaceWishes } from '../../engine/settings.js';
import { FroeError } from '../../errors.js';
import { visible } from '../../text/visible.js';
import { type IndexFlag, withIndex } from '../indexFlags.js';
import { say } from '../output.js';

interface TrustFlags extends IndexFlag {
  readonly remove?: boolean;
}

export function trustCommand(command: Command): void {
  withIndex(command)
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
  const workspace = flags.index === undefined ? workspaceWishes(root) : undefined;
  if (project === undefined && workspace === undefined && !believed) {
    throw new FroeError(
      'not-found',
      `${root} has no .froe/config.json or .froe/config.yaml, no froe.workspace.json, and no index of another user`,
      'Nothing needs trust.',
    );
  }
  if (workspace && workspace.wishes.length > 0)
    trust(userFolder(process.env, homedir()), workspace.path, workspace.hash);
  const wishes = project?.wishes ?? [];
  if (project && wishes.length > 0) trust(userFolder(process.env, homedir()), root, project.hash);
  const granted = [project, workspace].flatMap((file) => (file && file.wishes.length > 0 ? [file] : []));
  return [
    ...granted.flatMap((file) => [
      `${visible(file.path)} may, until it changes:`,
      ...file.wishes.map((one) => `  ${visible(one)}`),
    ]),
    ...(believed ? [`${visible(withoutPassword(index))} is now trusted`] : []),
    ...(granted.length === 0 && !believed
      ? [`${visible((project ?? workspace)?.path ?? '')} has no setting that needs trust`]
      : []),
    '',
  ].join('\n');
}

function takeBack(root: string, flags: TrustFlags): string {
  const own = userFolder(process.env, homedir());
  const workspace = flags.index === undefined ? workspaceWishes(root) : undefined;
  const shared = workspace !== undefined && distrust(own, workspace.path);
  const was = (flags.index === undefined && distrust(own, root)) || shared;
  const disowned = disownStore(indexOf(root, flags));
  return `${visible(root)} is ${was || disowned ? 'no longer' : 'not'} trusted\n`;
}

/** The index path from the settings, which are not applied yet. */
const indexOf = (root: string, { index }: TrustFlags): string =>
  inspect({ flags: { index }, env: process.env, root, home: homedir() }).settings.index;
