/** The flags that say which index is meant, and how it is kept. */
import { type Command, Option } from 'commander';
import { type Sensitivity, sensitivities } from '../engine/results.js';
import type { PresetName } from '../options.js';
import { withForwardSlashes } from '../sources/jail.js';
import type { MergeFlags } from './mergeFlags.js';
import { positive, presetFlag, tokenCap, whole } from './sharedFlags.js';

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
  readonly exclude?: readonly string[];
  readonly include?: readonly string[];
  readonly maxFileSize?: number;
  readonly jobs?: number;
}

/** Given again and again: paths as one types them, on Windows with backslashes. */
export const patterns = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  withForwardSlashes(value),
];

export const withIndex = (command: Command): Command =>
  command.option('--index <where>', 'a file, or postgres://… (default: .froe/index.db below the root)');

export const withLimit = (command: Command): Command =>
  command.addOption(
    new Option('--max-sensitivity <level>', 'nothing above this level is in the answer').choices(sensitivities),
  );

export const withEmbedder = (command: Command): Command =>
  withIndex(command)
    .option('--embedder <name>', 'what makes vectors: builtin (default), openai/…, voyage/…, ollama/…, none')
    .option('--base-url <url>', 'another server that speaks like the provider')
    .option('--dimensions <n>', 'size of the vectors, where the model has a choice', whole)
    .option('--no-embed', 'words only: no vectors in this run');

export const withReranker = (command: Command): Command =>
  command
    .option('--reranker <name>', 'what re-orders the best: none (default), voyage/…, cohere/…, jina/…, server/…')
    .option('--reranker-base-url <url>', 'another server that speaks like its provider')
    .option('--reranker-depth <n>', 'how many of the best chunks are sent to it (default: 40)', positive)
    .option('--no-rerank', 'the ranking as it is: nothing reads the best chunks again');

export const withCut = (command: Command): Command =>
  withEmbedder(command)
    .addOption(presetFlag())
    .option('--max-tokens <n>', 'hard cap on a chunk, in tokens', tokenCap)
    .option('--overlap <n>', 'tokens repeated where a unit itself had to be cut', whole)
    .addOption(new Option('--granularity <how>', 'how small neighbours are cut').choices(['pack', 'node']))
    .option('--exclude <pattern>', 'paths that are left out, as in an ignore file; may be given again', patterns)
    .option('--include <pattern>', 'paths that are taken, and no others; may be given again', patterns)
    .option('--max-file-size <bytes>', 'larger files are left out', whole)
    .option('-j, --jobs <n>', 'threads (default: one for each core, 4 at most)', whole);
