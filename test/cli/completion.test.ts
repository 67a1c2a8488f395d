/** The completion scripts, each in its own shell: the completions after TAB. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineAll } from '../../src/cli/commands/index.js';
import { completionScripts, type ShellName, shellNames } from '../../src/cli/completionScripts.js';
import { folder } from '../folder.js';
import { isInstalled } from './command.js';
import { commandHost } from './hosted.js';

const { froe } = commandHost();

/** The folder of all shells has one file, which is offered wherever a path may stand. */
const place = folder({ 'cut.md': '' });
const program = new Command('froe').version('1.0.0');
const scripts = new Map<ShellName, string>();
const home = folder();
const fileOf: Readonly<Record<ShellName, string>> = {
  bash: join(home, 'froe.bash'),
  zsh: join(home, 'functions/_froe'),
  fish: join(home, '.config/fish/completions/froe.fish'),
};
const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: undefined, ZDOTDIR: home, TERM: 'xterm' };

beforeAll(async () => {
  await defineAll(program);
  for (const shell of shellNames) {
    scripts.set(shell, completionScripts[shell](program));
    mkdirSync(join(fileOf[shell], '..'), { recursive: true });
    writeFileSync(fileOf[shell], completionScripts[shell](program));
  }
});

/** What a shell offers for the last word of each line. */
type Offers = (lines: readonly string[]) => readonly (readonly string[])[];

/** Lines and what is offered for their last word; `path`: what the shell itself offers. */
const path = 'path';
const lines: readonly (readonly [line: string, words: readonly string[] | typeof path])[] = [
  ['froe sea', ['search']],
  ['froe co', ['context', 'completion']],
  ['froe tenant ', ['add', 'key', 'set', 'login', 'monitor', 'list', 'remove']],
  ['froe tenant add --max', ['--max-chunks']],
  ['froe search --mode ', ['hybrid', 'keyword', 'vector', 'regex']],
  ['froe search --mode k', ['keyword']],
  ['froe search --mode=k', ['keyword']],
  ['froe search --json how --lim', ['--limit']],
  ['froe search index --per', ['--per-source']], // a word of the question, not a command
  ['froe search index --gran', []],
  ['froe context -f c', ['claude']],
  ['froe install cu', ['cursor']],
  ['froe install --print cu', ['cursor']],
  ['froe install cursor cu', path],
  ['froe search --in cu', path],
  ['froe search cu', path],
  ['froe completion ', ['bash', 'zsh', 'fish']],
  ['froe --v', ['--version']],
  ['froe chop --', []],
];

function offersAsListed(offers: Offers, paths: readonly string[]): void {
  const sorted = (typed: readonly string[]): Record<string, readonly string[]> =>
    Object.fromEntries(offers(typed).map((words, i) => [typed[i], [...words].sort()]));

  it('what comes next', () =>
    expect(sorted(lines.map(([line]) => line))).toEqual(
      Object.fromEntries(lines.map(([line, words]) => [line, words === path ? paths : [...words].sort()])),
    ));

  it('every command, and every flag of each', () => {
    const { commands } = program;
    const flagsOf = ({ options }: Command): readonly string[] => [
      ...options.flatMap(({ long }) => (long === undefined ? [] : [long])),
      '--help',
    ];
    expect(sorted(['froe ', ...commands.map((command) => `froe ${command.name()} --`)])).toEqual({
      'froe ': commands.map((command) => command.name()).sort(),
      ...Object.fromEntries(commands.map((command) => [`froe ${command.name()} --`, [...flagsOf(command)].sort()])),
    });
  });
}

const output = (shell: string, words: readonly string[], more: NodeJS.ProcessEnv = {}): string => {
  const { status, stdout, stderr } = spawnSync(shell, words, {
    encoding: 'utf8',
    timeout: 60_000,
    cwd: place,
    env: { ...env, ...more },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
};
const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

describe('in bash', () => {
  const BASH = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _froe; printf '%s\\n' "\${COMPREPLY[@]}"`;
  /** It splits at `=`, as readline does. Paths are completed by readline itself, where nothing is offered. */
  const offers: Offers = (typed) =>
    typed.map((line) => linesOf(output('bash', ['-c', BASH, 'bash', fileOf.bash, ...line.split(/ |(?<==)|(?==)/)])));

  offersAsListed(offers, []);
});

describe.skipIf(!isInstalled('fish'))('in fish, where it is installed', () => {
  /** Read from its folder when froe is completed. A tab and a description follow; `--mode=keyword` is one word. */
  const offers: Offers = (typed) => {
    const shown = output('fish', ['-c', 'for line in $argv; complete -C $line; echo =; end', ...typed]);
    const wordOf = (line: string): string => line.replace(/\t.*/, '').replace(/^--mode=/, '');
    return shown
      .split(/^=\n/m)
      .slice(0, -1)
      .map((part) => linesOf(part).map(wordOf));
  };

  offersAsListed(offers, ['cut.md']);
});

/**
 * A terminal of zsh's own, in which the lines are typed; what compadd() is given is written down. The number marks the
 * end of each, which the terminal has not shown while this was typed.
 */
const ZSH = `
zmodload zsh/zpty
zpty terminal zsh -f -i
zpty -w terminal 'PS1=; fpath=($HOME/functions $fpath); autoload -Uz compinit; compinit -u -D; unsetopt autolist automenu
  compadd() {
    local -a hits
    if [[ \${@[1,(i)(-|--)]} != *-[OAD]* ]]; then
      builtin compadd -O hits "$@"
      print -rl -- $hits >> $OFFERED
    fi
    builtin compadd "$@"
  }
  next() { print = >> $OFFERED; BUFFER=; print THE-$((6 * 7)) }; zle -N next; bindkey "^Xn" next'
for line; do
  zpty -n -w terminal "$line"$'\\t\\x18n'
  zpty -r terminal shown '*THE-42*'
done
zpty -d terminal
`;

describe.skipIf(!isInstalled('zsh'))('in zsh, where it is installed', () => {
  const offers: Offers = (typed) => {
    const file = join(home, 'offered');
    writeFileSync(file, '');
    output('zsh', ['-f', '-c', ZSH, 'zsh', ...typed], { OFFERED: file });
    return readFileSync(file, 'utf8').split(/^=\n/m).slice(0, -1).map(linesOf);
  };

  offersAsListed(offers, ['cut.md']);

  it('is read by `source` as well, after compinit', () => {
    const script = `autoload -Uz compinit; compinit -u -D; source "$1"; print $_comps[froe]`;
    expect(output('zsh', ['-f', '-c', script, 'zsh', fileOf.zsh])).toBe('_froe\n');
  });
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
