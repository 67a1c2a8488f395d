/** Flags → what a run is told. The same for every command that cuts. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { FroeError } from '../errors.js';
import { defaults, govern, limits, models, windowDefaults } from '../options.js';
import { type Language, parserIds } from '../parse/index.js';
import { tokenizer, tokenizerNames } from '../text/tokens/index.js';
import type { Task } from './job.js';

export interface Flags {
  readonly maxTokens?: number;
  readonly minTokens?: number;
  readonly maxChars?: number;
  readonly overlap?: number;
  readonly granularity?: 'pack' | 'node';
  readonly strategy: 'auto';
  readonly tokenizer: string;
  readonly model?: string[];
  readonly tree: string;
  readonly language?: string;
  readonly languages?: string;
  readonly stdinPath: string;
  readonly jobs: number;
}

const whole = (value: string): number => {
  if (/^\d+$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number.');
};

export function withFlags(command: Command): Command {
  return command
    .argument('[path...]', 'files and folders; "-" reads standard input', ['.'])
    .option('--max-tokens <n>', `hard cap on a piece, in tokens (default: ${defaults.maxTokens})`, whole)
    .option('--min-tokens <n>', 'pieces below this join a neighbour when they fit', whole)
    .option('--max-chars <n>', 'a second cap, in characters', whole)
    .option('--overlap <n>', 'tokens repeated where a unit itself had to be cut', whole)
    .addOption(new Option('--granularity <how>', 'pack: small neighbours share a piece; node: every unit is its own').choices(['pack', 'node']))
    .addOption(new Option('--strategy <name>', 'how to cut').choices(['auto', 'window', ...parserIds]).default('auto'))
    .addOption(new Option('--tokenizer <name>', 'what tokens are').choices([...tokenizerNames]).default('cl100k_base'))
    .addOption(new Option('--model <name...>', 'stay inside what these models take').choices(Object.keys(models)))
    .option('--tree <name>', 'name of the root, the first part of every id', 'main')
    .option('--language <id>', 'read every file as this language')
    .option('--languages <file>', 'JSON file with languages of your own')
    .option('--stdin-path <path>', 'what standard input is called', 'stdin.txt')
    .option('-j, --jobs <n>', 'threads', whole, availableParallelism());
}

export function taskOptions(flags: Flags): Task['options'] {
  const cap = flags.model ? govern(flags.model.map((name) => models[name])) : Number.POSITIVE_INFINITY;
  const maxTokens = Math.min(flags.maxTokens ?? defaults.maxTokens, cap);
  const options: Task['options'] = {
    maxTokens,
    minTokens: flags.minTokens,
    maxChars: flags.maxChars,
    overlap: flags.overlap,
    granularity: flags.granularity,
    strategy: flags.strategy,
    tokenizer: flags.tokenizer,
    tree: flags.tree,
    ...(flags.language === undefined ? {} : { language: flags.language }),
    ...(flags.languages === undefined ? {} : { languages: readLanguages(flags.languages) }),
    window: windowFromEnvironment(),
  };
  limits(options); // what cannot be is said before the first file is read
  tokenizer(flags.tokenizer);
  return options;
}

function windowFromEnvironment(): { threshold: number; size: number; overlap: number } {
  const number = (name: string, otherwise: number): number => {
    const value = process.env[name];
    if (value === undefined || value === '') return otherwise;
    if (/^\d+$/.test(value)) return Number(value);
    throw new FroeError('bad-option', `${name} must be a whole number, not '${value}'`);
  };
  return {
    threshold: number('SINGLE_PIECE_MAX_TOKENS', windowDefaults.threshold),
    size: number('CHUNK_TARGET_TOKENS', windowDefaults.size),
    overlap: number('CHUNK_OVERLAP_TOKENS', windowDefaults.overlap),
  };
}

function readLanguages(file: string): Readonly<Record<string, Language>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new FroeError('bad-option', `${file} could not be read as JSON`, 'See docs/chunking.md for the form of a language.', error);
  }
}
