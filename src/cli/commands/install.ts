/** `froe install`: writes the configuration with which a client starts `froe mcp`. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Argument, type Command } from 'commander';
import { projectRoot } from '../../engine/projectRoot.js';
import { workspaceFile } from '../../engine/workspace.js';
import { FroeError } from '../../errors.js';
import {
  type Client,
  type ClientName,
  clientNames,
  clients,
  type InstallPaths,
  skill,
  withArguments,
} from '../../install/clients.js';
import { readConfigText, replaceConfigText } from '../../install/configFile.js';
import { say, warn } from '../output.js';

interface InstallFlags {
  readonly print?: boolean;
  readonly global?: boolean;
  readonly workspace?: string | boolean;
}

export function installCommand(command: Command): void {
  command
    .addArgument(new Argument('<client>', 'client to configure').choices([...clientNames, 'skill']))
    .argument('[path]', 'folder to use (default: the nearest parent with an index, else the current folder)')
    .option('--print', 'print what would be written, and where, without writing')
    .option('--global', 'for all projects of the user')
    .option('--workspace [file]', 'serve all roots of a workspace file (default: the nearest froe.workspace.json)')
    .action(async (client: ClientName | 'skill', path: string | undefined, flags: InstallFlags) => {
      const projects = { root: projectRoot(path), home: homedir(), platform: process.platform, env: process.env };
      await (client === 'skill' ? installSkill(projects, flags) : installClient(client, projects, flags));
    });
}

async function installClient(name: ClientName, projects: InstallPaths, flags: InstallFlags): Promise<void> {
  const { print, global, workspace } = flags;
  const client: Client = clients[name];
  const { format: form, path } = client;
  const entry = withArguments(client, workspace === undefined ? [] : ['--workspace', workspaceFile(workspace)]);
  const file = global ? client.user(projects) : client.project(projects);
  if (print) {
    warn(`for ${file}`);
    return say(form.render(path, entry));
  }
  const before = readConfigText(file, global ? undefined : projects.root);
  const after = form.insert(before, path, entry);
  if (after === undefined)
    throw new FroeError(
      'bad-source',
      `${file} cannot be edited safely`,
      `Add the output of this command by hand: froe install ${name} --print`,
    );
  await write(file, before, after);
}

async function installSkill({ root, home }: InstallPaths, { print, global }: InstallFlags): Promise<void> {
  const file = join(global ? home : root, '.claude', 'skills', 'froe', 'SKILL.md');
  if (print) return say(skill);
  const before = readConfigText(file, global ? undefined : root);
  if (before !== '' && before !== skill)
    throw new FroeError('bad-source', `${file} exists and was not written by froe`, 'Remove it, or use --print.');
  await write(file, before, skill);
}

async function write(file: string, before: string, after: string): Promise<void> {
  if (before === after) return say(`${file} already has froe\n`);
  replaceConfigText(file, after);
  await say(`${before === '' ? 'wrote' : 'changed'} ${file}\n`);
}
