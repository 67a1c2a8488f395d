/** `froe completion`: a script that teaches a shell the commands and their flags. */
import { Argument, Command } from 'commander';
import { completionScripts, type ShellName, shellNames } from '../completionScripts.js';
import { say } from '../output.js';

export function completionCommand(program: Command): void {
  program
    .command('completion')
    .description('Print a completion script for a shell.')
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(shellNames))
    .action(async (shell: ShellName) => {
      const { define } = await import('./index.js'); // the table of all commands, of which this is one
      const all = new Command('froe');
      await define(all, []);
      await say(completionScripts[shell](all));
    });
}
