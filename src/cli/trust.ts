/** `froe trust`: lets the configuration of a project do what only the user may allow. */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { distrust, projectWishes, trust, userFolder } from '../config/index.js';
import { FroeError } from '../errors.js';
import { visible } from '../jobs/visible.js';
import { say } from './talk.js';

export function trustCommand(program: Command): void {
  program
    .command('trust')
    .description('Let the configuration of a project run its command and send text where it says, until it changes.')
    .argument('[path]', 'root of the project', '.')
    .option('--remove', 'take it back')
    .action(async (path: string, { remove }: { readonly remove?: boolean }) => {
      await say(remove ? takeBack(path) : allow(path));
    });
}

function allow(path: string): string {
  const root = resolve(path);
  const project = projectWishes(root);
  if (project === undefined) {
    throw new FroeError(
      'not-found',
      `${root} has no .froe/config.json or .froe/config.yaml`,
      'There is nothing to trust.',
    );
  }
  if (project.wishes.length === 0) return `${visible(project.path)} wants nothing that needs trust\n`;
  trust(userFolder(process.env, homedir()), root, project.hash);
  return [
    `${visible(project.path)} may now, until it changes:`,
    ...project.wishes.map((wish) => `  ${visible(wish)}`),
    '',
  ].join('\n');
}

function takeBack(path: string): string {
  const root = resolve(path);
  const was = distrust(userFolder(process.env, homedir()), root);
  return `${visible(root)} is ${was ? 'no longer' : 'not'} trusted\n`;
}
