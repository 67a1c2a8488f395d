/** All settings: their values and defaults. */
import { MAX_INDEXED_BYTES, MAX_SOURCE_BYTES, presetNames, SMALLEST_CAP } from '../options.js';
import { combinings, type MergeOptions } from '../search/merge.js';
import { sensitivities } from '../store/sensitivity.js';
import { tokenizerNames } from '../text/tokens/index.js';
import { editorKind } from './editors.js';
import { either, flag, number, type OptionKinds, oneOf, type ValueKind, whole, word, words } from './kinds.js';

interface Setting<T> {
  readonly kind: ValueKind<T>;
  readonly about: string;
}

const setting = <T>(kind: ValueKind<T>, about: string): Setting<T> => ({ kind, about });

/** The values of each merge option, in a call, a flag, a variable or a file. */
export const mergeKinds = {
  threshold: number(0, 1),
  inclusive: flag,
  least: whole(1),
  cap: number(1),
  combine: oneOf(...combinings),
  match: number(0, 1),
} satisfies OptionKinds<MergeOptions>;

export const keys = {
  index: setting(word, 'index file, relative to the root, or postgres://…'),
  embedder: setting(word, 'embedder: builtin, openai/text-embedding-3-small, ollama/nomic-embed-text, none …'),
  baseUrl: setting(word, 'base URL of another server with the same API'),
  reranker: setting(word, 'reranker: none, voyage/rerank-2.5, cohere/…, jina/…, server/…'),
  rerankerBaseUrl: setting(word, 'base URL of another reranker server with the same API'),
  rerankerDepth: setting(whole(1), 'number of chunks to rerank'),
  rerank: setting(flag, 'rerank the best chunks with the built-in reader and bi-encoder'),
  dimensions: setting(whole(1), 'dimensions of the vectors, if the model supports several or is unknown'),
  preset: setting(oneOf(...presetNames), 'chunking preset'),
  maxTokens: setting(whole(SMALLEST_CAP), 'maximum tokens per chunk'),
  overlap: setting(either(whole(0), oneOf('auto')), 'tokens to repeat where a unit is split'),
  granularity: setting(oneOf('pack', 'node'), 'pack: small neighbours share a chunk; node: one chunk per unit'),
  tokenizer: setting(oneOf(...tokenizerNames), 'tokenizer'),
  exclude: setting(words, 'exclude these paths, as in a .gitignore'),
  include: setting(words, 'include only these paths, as in a .gitignore'),
  maxFileSize: setting(whole(1, MAX_SOURCE_BYTES), 'maximum file size, in bytes'),
  jobs: setting(whole(1, 256), 'threads'),
  history: setting(whole(0), 'number of commits to index as history'),
  format: setting(oneOf('claude', 'gpt', 'generic', 'human', 'json'), 'format of a context'),
  budget: setting(whole(1), 'maximum tokens of an answer'),
  editor: setting(editorKind, 'editor that froe view opens files in'),
  merge: setting(flag, 'merge hits into sections and units'),
  'merge.match': setting(mergeKinds.match, 'minimum share of the best score for a match'),
  'merge.threshold': setting(mergeKinds.threshold, 'share of the children that must be exceeded'),
  'merge.inclusive': setting(mergeKinds.inclusive, 'accept exactly that share'),
  'merge.least': setting(mergeKinds.least, 'minimum number of matching children'),
  'merge.cap': setting(mergeKinds.cap, 'maximum merged score, as a multiple of the highest'),
  'merge.combine': setting(mergeKinds.combine, 'how to combine scores'),
  maxSensitivity: setting(oneOf(...sensitivities), 'exclude artifacts above this sensitivity'),
  'hooks.context': setting(word, 'command that adds a line of context to each chunk'),
} satisfies Record<string, Setting<unknown>>;

export type SettingKey = keyof typeof keys;
export const keyNames = Object.keys(keys) as SettingKey[]; // keys() forgets the literal type

type Value<K extends SettingKey> = (typeof keys)[K] extends Setting<infer T> ? T : never;

/** The settings of one origin: a file, the environment, the flags. A key that is absent or undefined is not set. */
export type Values = { readonly [K in SettingKey]?: Value<K> | undefined };

/**
 * The others have no default here: sizes depend on the format and options.ts,
 * `dimensions` and `baseUrl` on the model, `jobs` on the machine.
 */
export const settingDefaults = {
  index: '.froe/index.db',
  embedder: 'builtin',
  reranker: 'none',
  tokenizer: 'cl100k_base',
  exclude: [],
  include: [],
  maxFileSize: MAX_INDEXED_BYTES,
  format: 'generic',
  budget: 8000,
  editor: 'vscode',
} as const satisfies Values;

export type Settings = { readonly [K in keyof typeof settingDefaults]: Value<K> } & Omit<
  Values,
  keyof typeof settingDefaults
>;

/** `maxTokens` → `FROE_MAX_TOKENS`, `hooks.context` → `FROE_HOOKS_CONTEXT`. */
export const variableOf = (key: SettingKey): string => `FROE_${snake(key, '_').toUpperCase()}`;

/** `maxTokens` → `--max-tokens`. */
export const flagOf = (key: SettingKey): string => `--${snake(key, '-')}`;

const snake = (key: SettingKey, joint: string): string =>
  key.replace('.', joint).replace(/[A-Z]/g, (letter) => joint + letter.toLowerCase());
