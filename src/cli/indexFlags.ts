/** The flags that choose an index and how it is created. */
import { type Command, Option } from 'commander';
import { type Sensitivity, sensitivities } from '../engine/results.js';
import type { PresetName } from '../options.js';
import { withForwardSlashes } from '../sources/jail.js';
import type { MergeFlags } from './mergeFlags.js';
import { positive, presetFlag, tokenCap, wholeNumber } from './sharedFlags.js';

export interface IndexFlag {
  readonly index?: string;
}

/** Of the commands that answer from an index. */
export interface LimitFlags extends IndexFlag {
  readonly maxSensitivity?: Sensitivity;
}

export interface EmbedderFlags extends LimitFlags {
  readonly embedder?: string;
  readonly baseUrl?: string;
  readonly dimensions?: number;
  /** `local`: what the command itself does needs no vectors; those of what it reads are made if that costs nothing. */
  readonly embed?: boolean | 'local';
}

/** Of the commands that answer questions. */
export interface RerankerFlags {
  readonly reranker?: string;
  readonly rerankerBaseUrl?: string;
  readonly rerankerDepth?: number;
  /** True, unless it is turned off. */
  readonly rerank?: boolean;
}

export interface CutFlags extends EmbedderFlags, RerankerFlags, MergeFlags {
  readonly preset?: PresetName;
  readonly maxTokens?: number;
  readonly overlap?: number;
  readonly granularity?: 'pack' | 'node';
  /** So many commits; false for none. Of a command that asks: commits, too. */
  readonly history?: number | boolean;
  readonly exclude?: readonly string[];
  readonly include?: readonly string[];
  readonly maxFileSize?: number;
  readonly jobs?: number;
  /** Of froe view. */
  readonly editor?: string;
}

/** Given again and again: paths as one types them, on Windows with backslashes. */
export const patterns = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  withForwardSlashes(value),
];

export const withIndex = (command: Command): Command =>
  command.option('--index <where>', 'index file, or postgres://… (default: .froe/index.db in the root)');

export const withLimit = (command: Command): Command =>
  command.addOption(
    new Option('--max-sensitivity <level>', 'exclude artifacts above this sensitivity').choices(sensitivities),
  );

export const withEmbedder = (command: Command): Command =>
  withIndex(command)
    .option('--embedder <name>', 'embedder: builtin (default), openai/…, voyage/…, ollama/…, none')
    .option('--base-url <url>', 'base URL of another server with the same API')
    .option('--dimensions <n>', 'dimensions of the vectors, if the model supports several', wholeNumber)
    .option('--no-embed', 'keywords only: create no vectors in this run');

export const withReranker = (command: Command): Command =>
  command
    .option('--reranker <name>', 'reranker: none (default), voyage/…, cohere/…, jina/…, server/…')
    .option('--reranker-base-url <url>', 'base URL of another reranker server with the same API')
    .option('--reranker-depth <n>', 'number of chunks to rerank (default: 40)', positive)
    .option('--no-rerank', 'do not rerank with the built-in reader');

/** Commits that `--history` alone stands for. */
const HISTORY = 1000;

/** `--history`, `--history=5000`; a word behind it that is no number is the next argument. */
function withHistory(command: Command): Command {
  const parse = command.parseOptions.bind(command);
  command.parseOptions = (argv) =>
    parse(
      argv.map((word, i) => (word === '--history' && !/^\d+$/.test(argv[i + 1] ?? '') ? `${word}=${HISTORY}` : word)),
    );
  return command
    .option('--history [commits]', `also index this many of the newest commits (alone: ${HISTORY})`, wholeNumber)
    .option('--no-history', 'remove the commits from the index');
}

export const withCut = (command: Command): Command =>
  withHistory(withEmbedder(command))
    .addOption(presetFlag())
    .option('--max-tokens <n>', 'maximum tokens per chunk', tokenCap)
    .option('--overlap <n>', 'tokens to repeat where a unit itself is split', wholeNumber)
    .addOption(
      new Option('--granularity <how>', 'pack: small neighbours share a chunk; node: one chunk per unit').choices([
        'pack',
        'node',
      ]),
    )
    .option('--exclude <pattern>', 'exclude these paths, as in a .gitignore; repeatable', patterns)
    .option('--include <pattern>', 'include only these paths, as in a .gitignore; repeatable', patterns)
    .option('--max-file-size <bytes>', 'skip larger files', wholeNumber)
    .option('-j, --jobs <n>', 'number of threads (default: one per core, at most 4)', wholeNumber);
