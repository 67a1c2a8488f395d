/** Every setting there is: what it may be, and what it is when nobody says. */
import { z } from 'zod';
import { MAX_SOURCE_BYTES, SMALLEST_CAP } from '../options.js';
import { tokenizerNames } from '../text/tokens/index.js';

const word = z.string().min(1);
const whole = (least: number, most = Number.MAX_SAFE_INTEGER) => z.int().min(least).max(most);

export const keys = {
  index: word.describe('the file of the index, relative to the root, or postgres://…'),
  embedder: word.describe(
    'what makes vectors: builtin, openai/text-embedding-3-small, ollama/nomic-embed-text, none …',
  ),
  baseUrl: word.describe('another server that speaks like the provider'),
  dimensions: whole(1).describe('size of the vectors, where the model has a choice or is not known'),
  maxTokens: whole(SMALLEST_CAP).describe('hard cap on a piece'),
  overlap: z.union([whole(0), z.literal('auto')]).describe('tokens repeated where a unit had to be cut'),
  granularity: z.enum(['pack', 'node']).describe('small neighbours share a piece, or every unit is its own'),
  tokenizer: z.enum(tokenizerNames).describe('what tokens are'),
  exclude: z.array(word).readonly().describe('paths that are left out, as in an ignore file'),
  include: z.array(word).readonly().describe('paths that are taken, and no others'),
  maxFileSize: whole(1, MAX_SOURCE_BYTES).describe('largest file, in bytes'),
  jobs: whole(1, 256).describe('threads'),
  format: z.enum(['claude', 'gpt', 'generic', 'human', 'json']).describe('how answers are written'),
  budget: whole(1).describe('tokens that an answer may take'),
  'hooks.context': word.describe('command that adds a line of context to each piece'),
} satisfies Record<string, z.ZodType>;

export type Key = keyof typeof keys;
export const keyNames = Object.keys(keys) as Key[]; // keys() forgets the literal type

/** What one place says: a file, the environment, the flags. A key that is absent or undefined is not said. */
export type Values = { readonly [K in Key]?: z.infer<(typeof keys)[K]> | undefined };

/**
 * For the rest there is no value of ours: sizing is left to each format and to
 * options.ts, `dimensions` and `baseUrl` to the model, `jobs` to the machine.
 */
export const defaults = {
  index: '.froe/index.db',
  embedder: 'builtin',
  tokenizer: 'cl100k_base',
  exclude: [],
  include: [],
  maxFileSize: MAX_SOURCE_BYTES,
  format: 'generic',
  budget: 8000,
} as const satisfies Values;

export type Settings = { readonly [K in keyof typeof defaults]: z.infer<(typeof keys)[K]> } & Omit<
  Values,
  keyof typeof defaults
>;

/** `maxTokens` → `FROE_MAX_TOKENS`, `hooks.context` → `FROE_HOOKS_CONTEXT`. */
export const variableOf = (key: Key): string => `FROE_${snake(key, '_').toUpperCase()}`;

/** `maxTokens` → `--max-tokens`. */
export const flagOf = (key: Key): string => `--${snake(key, '-')}`;

const snake = (key: Key, joint: string): string =>
  key.replace('.', joint).replace(/[A-Z]/g, (letter) => joint + letter.toLowerCase());
