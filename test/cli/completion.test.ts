/** The completion scripts: in a real bash, and in zsh and fish as far as they are installed. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { define } from '../../src/cli/commands/index.js';
import { completionScripts, type ShellName, shellNames } from '../../src/cli/completionScripts.js';
import { folder } from '../folder.js';
import { has } from './command.js';
import { commandHost } from './hosted.js';

const { froe } = commandHost();

const place = folder();
const program = new Command('froe');
const scripts = new Map<ShellName, string>();
const fileOf = (shell: ShellName): string => join(place, `froe.${shell}`);

beforeAll(async () => {
  await define(program, []);
  for (const shell of shellNames) {
    scripts.set(shell, completionScripts[shell](program));
    writeFileSync(fileOf(shell), completionScripts[shell](program));
  }
});

/** What bash offers for the last of these words. It splits at `=`, as readline does. */
function offered(line: string): string[] {
  const words = line.split(/ |(?<==)|(?==)/);
  const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _froe; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', fileOf('bash'), ...words], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('in bash', () => {
  it.each([
    ['froe sea', ['search']],
    ['froe co', ['context', 'completion']],
    ['froe tenant ', ['add', 'key', 'set', 'login', 'monitor', 'list', 'remove']],
    ['froe tenant add --max', ['--max-chunks']],
    ['froe search --mode ', ['hybrid', 'keyword', 'vector', 'regex']],
    ['froe search --mode k', ['keyword']],
    ['froe search --mode=k', ['keyword']],
    ['froe search --json how --lim', ['--limit']],
    ['froe context -f c', ['claude']],
    ['froe install cu', ['cursor']],
    ['froe install cursor cu', []], // a path
    ['froe search --in s', []], // a path
    ['froe completion ', ['bash', 'zsh', 'fish']],
    ['froe --v', ['--version']],
    ['froe chop --', []],
  ])('%s', (line, words) => expect(offered(line)).toEqual(words));

  it('offers every command, and every flag of each', () => {
    expect(offered('froe ')).toEqual(program.commands.map((command) => command.name()));
    for (const command of program.commands) {
      const flags = command.options.flatMap(({ short, long }) => [short, long].filter((flag) => flag !== undefined));
      expect(offered(`froe ${command.name()} -`).sort()).toEqual([...flags, '-h', '--help'].sort());
    }
  });
});

describe('in other shells', () => {
  it.each(['zsh', 'fish'] as const)(
    '%s: the script is complete, and runs without an error if the shell is installed',
    (shell) => {
      const script = scripts.get(shell) ?? '';
      for (const command of program.commands) expect(script).toContain(command.name());
      for (const flag of ['mode', 'limit', 'max-chunks']) expect(script).toContain(flag);
      if (!has(shell)) return;
      const { status, stderr } = spawnSync(shell, ['-n', fileOf(shell)], { encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    },
  );
});

describe('froe completion', () => {
  it('prints scripts made from the table of commands', async () => {
    for (const shell of shellNames)
      expect(await froe(place, ['completion', shell])).toMatchObject({
        code: 0,
        stdout: scripts.get(shell),
        stderr: '',
      });
  });

  it('refuses an unknown shell', async () => {
    const { code, stderr } = await froe(place, ['completion', 'csh']);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Allowed choices are bash, zsh'),
    });
  });
});
