/**
 * Writes docs/commands.md from the help of every command, which is the one place
 * where flags are described. `--check` writes nothing and fails where the page
 * says something else.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { define } from '../build/cli/commands/index.js';

const page = fileURLToPath(new URL('../docs/commands.md', import.meta.url));
const WIDTH = 100;

const program = new Command('froe').configureHelp({ helpWidth: WIDTH });
await define(program, []);

const text = [
  '# Commands',
  '',
  'Made by `npm run docs` from what `froe COMMAND --help` says. Exit codes: 0 done, 1 nothing found or a proof failed, 2 wrong usage, 130 interrupted.',
  '',
  ...program.commands.map((command) => `- [froe ${command.name()}](#froe-${command.name()}): ${command.description()}`),
  '',
  ...program.commands.flatMap((command) => sections(command)),
].join('\n');

if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (readFileSync(page, 'utf8') !== text) {
  process.stderr.write('docs/commands.md is not what the commands say. Run: npm run docs\n');
  process.exitCode = 1;
}

/** A command, and those below it. */
function sections(command, above = 'froe') {
  const name = `${above} ${command.name()}`;
  const help = command
    .configureHelp({ helpWidth: WIDTH })
    .helpInformation()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
  return [
    `${above === 'froe' ? '##' : '###'} ${name}`,
    '',
    '```',
    help,
    '```',
    '',
    ...command.commands.flatMap((inner) => sections(inner, name)),
  ];
}
