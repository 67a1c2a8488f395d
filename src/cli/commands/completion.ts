/** `froe completion`: a script that teaches a shell the commands and their flags. */
import { Argument, type Command } from 'commander';
import { completionScripts, type ShellName, shellNames } from '../completionScripts.js';
import { say } from '../output.js';

export function completionCommand(program: Command): void {
  program
    .command('completion')
    .description('Print a completion script for a shell.')
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(shellNames))
    .action((shell: ShellName) => say(completionScripts[shell](program)));
}
