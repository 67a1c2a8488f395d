/** The examples of the commands: every command has one, and none uses an unknown flag. */
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { defineAll } from '../../src/cli/commands/index.js';

const program = new Command('froe');
await defineAll(program);

const withInner = (command: Command, above: string): [name: string, command: Command][] => {
  const name = `${above}${command.name()}`;
  return [[name, command], ...command.commands.flatMap((inner) => withInner(inner, `${name} `))];
};
const commands = program.commands.flatMap((command) => withInner(command, ''));

/** The lines below `Examples:` in the help of a command. */
function examplesOf(command: Command): string[] {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const [, shown = ''] = help.split('\nExamples:\n');
  return shown.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

describe('the help of every command', () => {
  it.each(commands)('%s', (name, command) => {
    const examples = examplesOf(command);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const [, words = ''] = example.split(/\bfroe (?=[a-z])/);
      expect(words.startsWith(command.parent === program ? name.split(' ')[0] : name)).toBe(true);
      const [called = command] = command.commands.filter((inner) => words.startsWith(`${name} ${inner.name()}`));
      const flags = words.replace(/'[^']*'|"[^"]*"/g, '').match(/(?<=\s)--?[a-zA-Z][\w-]*(?=\s|$)/g) ?? [];
      const known = called.options.flatMap(({ short, long }) => [short, long]);
      for (const flag of flags) expect(known).toContain(flag);
    }
  });
});
