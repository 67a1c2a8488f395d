/** Text → vectors. An embedder is chosen by a name such as `openai/text-embedding-3-small`. */
import { builtin } from './builtin.js';
import type { Embedder } from './embedder.js';
import { hashed } from './hashed.js';
import { type RemoteEmbedderOptions, remote } from './remote.js';
import { readSpec } from './spec.js';
import { baseUrlOf, type EmbedTargetOptions, targetOf } from './target.js';

export { cacheFile, VectorCache } from './cache.js';
export { type CachedEmbedder, cached, type HashedText as Chunk } from './cached.js';
export type { Embedder } from './embedder.js';
export { estimate } from './estimate.js';
export { specOf } from './spec.js';

export interface EmbedderOptions extends EmbedTargetOptions, RemoteEmbedderOptions {}

/** Every embedder by name; undefined for `none`. Nothing is sent, and no key is asked for, before its first use. */
export function embedder(spec: string, options: EmbedderOptions = {}): Embedder | undefined {
  const choice = readSpec(spec, options.baseUrl);
  if (choice === 'none') return undefined;
  if (choice === 'builtin') return builtin(options.dimensions);
  if (choice === 'test') return hashed(options.dimensions);
  return remote(targetOf(choice.provider, choice.model, options), options);
}

export interface ApiKeyStatus {
  /** The variable that it is read from. */
  readonly variable: string;
  readonly needed: boolean;
  readonly there: boolean;
}

/** The key that a provider would get; undefined where none would be asked for. */
export function keyOf(spec: string, options: EmbedTargetOptions): ApiKeyStatus | undefined {
  const choice = readSpec(spec, options.baseUrl);
  if (typeof choice === 'string') return undefined;
  const { key, keyVariable, keyNeeded } = targetOf(choice.provider, choice.model, options);
  return { variable: keyVariable, needed: keyNeeded, there: key !== undefined };
}

/** The address that texts would be sent to; undefined when they stay in this process. */
export function endpointOf(spec: string, baseUrl?: string): string | undefined {
  const choice = readSpec(spec, baseUrl);
  return typeof choice === 'string' ? undefined : baseUrlOf(choice.provider, baseUrl);
}
