/** The flags that choose an index and how it is created. */
import { type Command, Option } from 'commander';
import { type Sensitivity, sensitivities } from '../engine/results.js';
import type { PresetName } from '../options.js';
import { withForwardSlashes } from '../sources/jail.js';
import type { MergeFlags } from './mergeFlags.js';
import { granularityFlag, positive, presetFlag, tokenCap, wholeNumber } from './sharedFlags.js';

export interface IndexFlag {
  readonly index?: string;
}

/** For commands that answer from an index. */
export interface LimitFlags extends IndexFlag {
  readonly maxSensitivity?: Sensitivity;
}

export interface EmbedderFlags extends LimitFlags {
  readonly embedder?: string;
  readonly baseUrl?: string;
  readonly dimensions?: number;
  /** `local`: the command itself needs no vectors; those of files it reads are made if that costs nothing. */
  readonly embed?: boolean | 'local';
}

/** For commands that answer queries. */
export interface RerankerFlags {
  readonly reranker?: string;
  readonly rerankerBaseUrl?: string;
  readonly rerankerDepth?: number;
  /** True, unless disabled. */
  readonly rerank?: boolean;
}

export interface CutFlags extends EmbedderFlags, RerankerFlags, MergeFlags {
  readonly preset?: PresetName;
  readonly maxTokens?: number;
  readonly overlap?: number;
  readonly granularity?: 'pack' | 'node';
  /** Number of commits; false for none. For commands that answer: also show commits. */
  readonly history?: number | boolean;
  readonly exclude?: readonly string[];
  readonly include?: readonly string[];
  readonly maxFileSize?: number;
  readonly jobs?: number;
  /** For froe view. */
  readonly editor?: string;
}

/** Repeatable; paths as they are typed, on Windows with backslashes. */
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
    .option('--no-rerank', 'do not rerank with the built-in reader and bi-encoder');

/** The number of commits for `--history` without a value. */
const HISTORY = 1000;

/** `--history`, `--history=5000`; a following word that is not a number is the next argument. */
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

const PASSING = `
--preset, --max-tokens, --overlap, --granularity, --exclude, --include and
--max-file-size hold for this run only: to keep them, write them into
.froe/config.yaml (docs/embedding.md#settings).`;

export const withCut = (command: Command): Command =>
  withHistory(withEmbedder(command))
    .addHelpText('after', PASSING)
    .addOption(presetFlag())
    .option('--max-tokens <n>', 'maximum tokens per chunk', tokenCap)
    .option('--overlap <n>', 'tokens to repeat where a unit itself is split', wholeNumber)
    .addOption(granularityFlag())
    .option('--exclude <pattern>', 'exclude these paths, as in a .gitignore; repeatable', patterns)
    .option('--include <pattern>', 'include only these paths, as in a .gitignore; repeatable', patterns)
    .option('--max-file-size <bytes>', 'skip larger files', wholeNumber)
    .option('-j, --jobs <n>', 'number of threads (default: one per core, at most 4)', wholeNumber);
