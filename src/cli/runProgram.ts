/**
 * The command line. Exit codes: 0 success, 1 nothing found or a check failed,
 * 2 usage error, 130 interrupted.
 */
import { Command, CommanderError } from 'commander';
import { FroeError } from '../errors.js';
import { readPackageFile } from '../packageFile.js';
import { visibleLines } from '../text/visible.js';
import { define } from './commands/index.js';
import { printError, watchStreams } from './output.js';

export async function runProgram(): Promise<void> {
  const { version } = JSON.parse(readPackageFile('package.json').toString());

  process.on('SIGINT', () => {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K'); // the terminal has printed ^C
    process.exit(130);
  });
  watchStreams();

  const program = new Command('froe')
    .description('Split code and documents into chunks, index them, and search them.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(visibleLines(text)) }) // it repeats user input
    .showHelpAfterError('(see froe --help)')
    .hook('preAction', (_, command) => refuseEmptyWords(command));
  await define(program, process.argv.slice(2));
  for (const command of program.commands) command.showHelpAfterError(`(see froe ${command.name()} --help)`);

  try {
    await program.parseAsync(askedWords(program), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof FroeError) {
      printError(error);
      process.exitCode = error.code === 'bad-option' ? 2 : 1;
    } else throw error;
  }
}

/** `froe clean "$FOLDER"` with a variable that is not set: it must not mean the current folder. A question may be empty. */
function refuseEmptyWords(command: Command): void {
  const { args, registeredArguments, options } = command;
  for (const option of options)
    if ([command.getOptionValue(option.attributeName())].flat().includes(''))
      throw new FroeError('bad-option', `The value of ${option.long} is empty`);
  for (const [i, word] of args.entries()) {
    const argument = registeredArguments[i] ?? registeredArguments.at(-1); // the last may take several
    if (word !== '' || argument === undefined || argument.name() === 'question') continue;
    const hint = argument.required ? undefined : 'Leave it out, or write . for the current folder.';
    throw new FroeError('bad-option', `The argument <${argument.name()}> is empty`, hint);
  }
}

/** `froe help serch` → `froe serch`, whose error names it and the nearest command. */
function askedWords({ commands }: Command): readonly string[] {
  const words = process.argv.slice(2);
  const [first, topic = '-'] = words;
  const isKnown = topic.startsWith('-') || topic === 'help' || commands.some((command) => command.name() === topic);
  return first === 'help' && !isKnown ? [topic] : words;
}
