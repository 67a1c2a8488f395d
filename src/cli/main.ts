#!/usr/bin/env node
/**
 * The command line. Exit codes: 0 done, 1 nothing found or a proof failed,
 * 2 wrong usage, 130 interrupted.
 */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { FroeError } from '../errors.js';
import { chunkCommand } from './chunk.js';
import { cleanCommand } from './clean.js';
import { contextCommand } from './context.js';
import { doctorCommand } from './doctor.js';
import { exportCommand } from './export.js';
import { forgetCommand } from './forget.js';
import { getCommand } from './get.js';
import { indexCommand } from './indexCommand.js';
import { ingestCommand } from './ingest.js';
import { outlineCommand } from './outline.js';
import { searchCommand } from './search.js';
import { statusCommand } from './status.js';
import { complain, watchStreams } from './talk.js';
import { trustCommand } from './trust.js';
import { verifyCommand } from './verify.js';
import { watchCommand } from './watch.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

process.on('SIGINT', () => process.exit(130));
watchStreams();

const program = new Command('froe')
  .description('Splits code and documents along their own structure, without losing a byte.')
  .version(version)
  .exitOverride()
  .showHelpAfterError('(froe --help says more)');
chunkCommand(program);
verifyCommand(program);
outlineCommand(program);
indexCommand(program);
searchCommand(program);
contextCommand(program);
getCommand(program);
statusCommand(program);
watchCommand(program);
ingestCommand(program);
forgetCommand(program);
exportCommand(program);
cleanCommand(program);
doctorCommand(program);
trustCommand(program);
for (const command of program.commands) command.showHelpAfterError(`(froe ${command.name()} --help says more)`);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (error instanceof FroeError) {
    complain(error);
    process.exitCode = error.code === 'bad-option' ? 2 : 1;
  } else throw error;
}
