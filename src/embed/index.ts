/** Text → vectors. An embedder is chosen by a name such as `openai/text-embedding-3-small`. */
import { checkArgument } from '../checkArgument.js';
import { refuseUnknownOptions } from '../text/unknownOption.js';
import { builtin } from './builtin.js';
import type { Embedder, SettlingEmbedder } from './embedder.js';
import { hashed } from './hashed.js';
import { type RemoteEmbedderOptions, remoteEmbedder } from './remote.js';
import { parseEmbedderSpec } from './spec.js';
import { type EmbedTargetOptions, embedBaseUrl, embedTarget } from './target.js';

export { cacheFile, VectorCache } from './cache.js';
export { type CachedEmbedder, cached } from './cached.js';
export type { Embedder, SettlingEmbedder } from './embedder.js';
export { specOf } from './spec.js';

export interface EmbedderOptions extends EmbedTargetOptions, RemoteEmbedderOptions {}

const embedderOptions = Object.keys({
  baseUrl: true,
  dimensions: true,
  maxTokens: true,
  env: true,
  concurrency: true,
  timeout: true,
  attempts: true,
  clock: true,
  requestsPerMinute: true,
  tokensPerMinute: true,
} satisfies Record<keyof EmbedderOptions, true>);

/** Every embedder by name; undefined for `none`. Nothing is sent, and no key is asked for, before its first use. */
export function embedder(spec: string, options: EmbedderOptions = {}): SettlingEmbedder | undefined {
  checkArgument('embedder()', 'text', spec);
  checkArgument('embedder(): options', 'object', options);
  refuseUnknownOptions('embedder()', options, embedderOptions);
  const choice = parseEmbedderSpec(spec, options.baseUrl);
  if (choice === 'none') return undefined;
  if (choice === 'builtin') return named(choice, builtin(options.dimensions));
  if (choice === 'test') return named(choice, hashed(options.dimensions));
  return remoteEmbedder(embedTarget(choice.provider, choice.model, options), options);
}

/** What another thread creates the same embedder from. */
export interface EmbedderName {
  readonly spec: 'builtin' | 'test';
  readonly dimensions: number;
}

const names = new WeakMap<Embedder, EmbedderName>();

function named(spec: EmbedderName['spec'], made: SettlingEmbedder): SettlingEmbedder {
  names.set(made, { spec, dimensions: made.dimensions });
  return made;
}

/** Undefined for a custom embedder, or one with further options. */
export const embedderName = (made: Embedder): EmbedderName | undefined => names.get(made);

export interface ApiKeyStatus {
  /** The variable that it is read from. */
  readonly variable: string;
  readonly needed: boolean;
  readonly there: boolean;
}

/** The key that a provider would get; undefined if it needs none. */
export function apiKeyStatus(spec: string, options: EmbedTargetOptions): ApiKeyStatus | undefined {
  const choice = parseEmbedderSpec(spec, options.baseUrl);
  if (typeof choice === 'string') return undefined;
  const { key, keyVariable, keyNeeded } = embedTarget(choice.provider, choice.model, options);
  return { variable: keyVariable, needed: keyNeeded, there: key !== undefined };
}

/** The URL that texts would be sent to; undefined if they stay in this process. */
export function endpointOf(spec: string, baseUrl?: string): string | undefined {
  const choice = parseEmbedderSpec(spec, baseUrl);
  return typeof choice === 'string' ? undefined : embedBaseUrl(choice.provider, baseUrl);
}

/** The cost of embedding, before anything is sent. */
export interface Estimate {
  readonly chunks: number;
  readonly tokens: number;
  /** US dollars, if the price is known. */
  readonly cost?: number;
}

/** `tokens`: of each chunk that would be sent. */
export function estimate({ price }: Pick<Embedder, 'price'>, tokens: Iterable<number>): Estimate {
  let chunks = 0;
  let sum = 0;
  for (const count of tokens) {
    chunks++;
    sum += count;
  }
  return { chunks, tokens: sum, ...(price === undefined ? {} : { cost: (sum * price) / 1e6 }) };
}
