/** `froe completion`: a script that teaches a shell the commands and their flags. */
import { Argument, type Command } from 'commander';
import { completionScripts, type ShellName, shellNames } from '../completionScripts.js';
import { say } from '../output.js';

export function completionCommand(command: Command): void {
  command
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(shellNames))
    .action((shell: ShellName) => say(completionScripts[shell](command.parent ?? command)));
}
