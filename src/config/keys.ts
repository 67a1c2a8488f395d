/** Every setting there is: what it may be, and what it is when nobody says. */
import { MAX_INDEXED_BYTES, MAX_SOURCE_BYTES, presetNames, SMALLEST_CAP } from '../options.js';
import { sensitivities } from '../store/sensitivity.js';
import { tokenizerNames } from '../text/tokens/index.js';
import { either, flag, oneOf, type ValueKind, whole, word, words } from './kinds.js';
import { mergeKinds } from './mergeKinds.js';

interface Setting<T> {
  readonly kind: ValueKind<T>;
  readonly about: string;
}

const setting = <T>(kind: ValueKind<T>, about: string): Setting<T> => ({ kind, about });

export const keys = {
  index: setting(word, 'the file of the index, relative to the root, or postgres://…'),
  embedder: setting(
    word,
    'what makes vectors: builtin, openai/text-embedding-3-small, ollama/nomic-embed-text, none …',
  ),
  baseUrl: setting(word, 'another server that speaks like the provider'),
  reranker: setting(word, 'what re-orders the best chunks: none, voyage/rerank-2.5, cohere/…, jina/…, server/…'),
  rerankerBaseUrl: setting(word, 'another server that speaks like the provider of the reranker'),
  rerankerDepth: setting(whole(1), 'how many of the best chunks the reranker is asked about'),
  rerank: setting(flag, 'a small network reads the best chunks before they are shown'),
  dimensions: setting(whole(1), 'size of the vectors, where the model has a choice or is not known'),
  preset: setting(oneOf(...presetNames), 'a whole way of cutting by one word'),
  maxTokens: setting(whole(SMALLEST_CAP), 'hard cap on a chunk'),
  overlap: setting(either(whole(0), oneOf('auto')), 'tokens repeated where a unit had to be cut'),
  granularity: setting(oneOf('pack', 'node'), 'small neighbours share a chunk, or every unit is its own'),
  tokenizer: setting(oneOf(...tokenizerNames), 'what tokens are'),
  exclude: setting(words, 'paths that are left out, as in an ignore file'),
  include: setting(words, 'paths that are taken, and no others'),
  maxFileSize: setting(whole(1, MAX_SOURCE_BYTES), 'largest file, in bytes'),
  jobs: setting(whole(1, 256), 'threads'),
  format: setting(oneOf('claude', 'gpt', 'generic', 'human', 'json'), 'how answers are written'),
  budget: setting(whole(1), 'tokens that an answer may take'),
  merge: setting(flag, 'hits become the sections and units they add up to'),
  'merge.match': setting(mergeKinds.match, 'a chunk counts with this share of the best score'),
  'merge.threshold': setting(mergeKinds.threshold, 'share of what is below a section or unit that has to count'),
  'merge.inclusive': setting(mergeKinds.inclusive, 'exactly that share is enough'),
  'merge.least': setting(mergeKinds.least, 'so many below have to count, whatever their share'),
  'merge.cap': setting(mergeKinds.cap, 'scores add up to at most this many times the highest'),
  'merge.combine': setting(mergeKinds.combine, 'how scores add up'),
  maxSensitivity: setting(oneOf(...sensitivities), 'nothing above this level is in any answer'),
  'hooks.context': setting(word, 'command that adds a line of context to each chunk'),
} satisfies Record<string, Setting<unknown>>;

export type SettingKey = keyof typeof keys;
export const keyNames = Object.keys(keys) as SettingKey[]; // keys() forgets the literal type

type Value<K extends SettingKey> = (typeof keys)[K] extends Setting<infer T> ? T : never;

/** What one place says: a file, the environment, the flags. A key that is absent or undefined is not said. */
export type Values = { readonly [K in SettingKey]?: Value<K> | undefined };

/**
 * For the rest there is no value of ours: sizing is left to each format and to
 * options.ts, `dimensions` and `baseUrl` to the model, `jobs` to the machine.
 */
export const defaults = {
  index: '.froe/index.db',
  embedder: 'builtin',
  reranker: 'none',
  tokenizer: 'cl100k_base',
  exclude: [],
  include: [],
  maxFileSize: MAX_INDEXED_BYTES,
  format: 'generic',
  budget: 8000,
} as const satisfies Values;

export type Settings = { readonly [K in keyof typeof defaults]: Value<K> } & Omit<Values, keyof typeof defaults>;

/** `maxTokens` → `FROE_MAX_TOKENS`, `hooks.context` → `FROE_HOOKS_CONTEXT`. */
export const variableOf = (key: SettingKey): string => `FROE_${snake(key, '_').toUpperCase()}`;

/** `maxTokens` → `--max-tokens`. */
export const flagOf = (key: SettingKey): string => `--${snake(key, '-')}`;

const snake = (key: SettingKey, joint: string): string =>
  key.replace('.', joint).replace(/[A-Z]/g, (letter) => joint + letter.toLowerCase());
