/** The flags of every command that cuts. What they amount to is in settings.ts. */
import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Strategy, strategies, type TokenizerName, tokenizerNames } from '../engine/files.js';
import { models } from '../models.js';
import { defaults, type Granularity, type PresetName } from '../options.js';
import { positive, presetFlag, tokenCap, whole } from './sharedFlags.js';

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
    .argument('[path...]', 'files and folders; "-" reads standard input', ['.'])
    .addOption(presetFlag())
    .option(
      '--max-tokens <n>',
      `hard cap on a chunk, in tokens (default: ${defaults.maxTokens}; markdown 1000; text and settings 2000 characters)`,
      tokenCap,
    )
    .option('--min-tokens <n>', 'chunks below this join a neighbour when they fit', whole)
    .option('--max-chars <n>', 'a second cap, in characters', whole)
    .option('--overlap <n>', 'tokens repeated where a unit itself had to be cut', whole)
    .addOption(
      new Option('--granularity <how>', 'pack: small neighbours share a chunk; node: every unit is its own').choices([
        'pack',
        'node',
      ]),
    )
    .addOption(new Option('--strategy <name>', 'how to cut').choices(strategies).default('auto'))
    .addOption(new Option('--tokenizer <name>', 'what tokens are').choices([...tokenizerNames]).default('cl100k_base'))
    .option('--model <name>', 'stay inside what this model takes; may be given again', aModel)
    .option('--tree <name>', 'name of the root, the first part of every id', 'main')
    .option('--language <id>', 'read every file as this language')
    .option('--languages <file>', 'JSON file with languages of your own')
    .option('--stdin-path <path>', 'what standard input is called', 'stdin.txt')
    .option('-j, --jobs <n>', 'threads (default: one for each core)', positive);
}

export const threadsOf = ({ jobs }: Flags): number => jobs ?? availableParallelism();
