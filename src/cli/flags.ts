/** The flags of every command that cuts. settings.ts turns them into options. */
import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Strategy, strategies, type TokenizerName, tokenizerNames } from '../engine/files.js';
import { models } from '../models.js';
import { defaults, type Granularity, type PresetName } from '../options.js';
import { granularityFlag, positive, presetFlag, tokenCap, wholeNumber } from './sharedFlags.js';

export interface Flags {
  readonly preset?: PresetName;
  readonly maxTokens?: number;
  readonly minTokens?: number;
  readonly maxChars?: number;
  readonly overlap?: number;
  readonly granularity?: Granularity;
  readonly strategy: Strategy;
  readonly tokenizer: TokenizerName;
  readonly model?: readonly string[];
  readonly tree: string;
  readonly language?: string;
  readonly languages?: string;
  readonly stdinPath: string;
  readonly jobs?: number;
}

const aModel = (value: string, before: readonly string[] = []): readonly string[] => {
  if (Object.hasOwn(models, value)) return [...before, value];
  throw new InvalidArgumentError(`Known: ${Object.keys(models).join(', ')}.`);
};

export function withFlags(command: Command): Command {
  return command
    .argument('[path...]', 'files and folders; "-" is standard input', ['.'])
    .addOption(presetFlag())
    .option(
      '--max-tokens <n>',
      `maximum tokens per chunk (default: ${defaults.maxTokens}; markdown 1000; text and configuration 2000 characters)`,
      tokenCap,
    )
    .option('--min-tokens <n>', 'merge smaller chunks with a neighbour if both fit', wholeNumber)
    .option('--max-chars <n>', 'maximum characters per chunk', wholeNumber)
    .option('--overlap <n>', 'tokens to repeat where a unit itself is split', wholeNumber)
    .addOption(granularityFlag())
    .addOption(new Option('--strategy <name>', 'how to split').choices(strategies).default('auto'))
    .addOption(new Option('--tokenizer <name>', 'tokenizer').choices([...tokenizerNames]).default('cl100k_base'))
    .option('--model <name>', 'limit chunks to what this model accepts; repeatable', aModel)
    .option('--tree <name>', 'name of the root: the first part of every id', 'main')
    .option('--language <id>', 'treat every file as this language')
    .option('--languages <file>', 'JSON file with custom languages')
    .option('--stdin-path <path>', 'file name for standard input', 'stdin.txt')
    .option('-j, --jobs <n>', 'number of threads (default: one per core)', positive);
}

export const threadsOf = ({ jobs }: Flags): number => jobs ?? availableParallelism();
