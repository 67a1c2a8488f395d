/** Text → vectors. An embedder is chosen by a name such as `openai/text-embedding-3-small`. */
import { FroeError } from '../errors.js';
import { builtin } from './builtin.js';
import type { Embedder } from './embedder.js';
import { hashed } from './hashed.js';
import { modelSpecs } from './models.js';
import { isProvider, type ProviderName, providers } from './providers.js';
import { type RemoteOptions, remote } from './remote.js';
import { baseUrlOf, type TargetOptions, targetOf } from './target.js';

export { cacheFile, VectorCache } from './cache.js';
export { type CachedEmbedder, cached, type Piece } from './cached.js';
export type { Embedder } from './embedder.js';
export { estimate } from './estimate.js';

export interface EmbedderOptions extends TargetOptions, RemoteOptions {}

/** `none`: no vectors, keywords only. `builtin`: the model that comes with froe. `test`: hashed words. */
const plain = ['none', 'builtin', 'test'] as const;

/** Every embedder by name; undefined for `none`. Nothing is sent, and no key is asked for, before its first use. */
export function embedder(spec: string, options: EmbedderOptions = {}): Embedder | undefined {
  const choice = choose(spec);
  if (choice === 'none') return undefined;
  if (choice === 'builtin') return builtin(options.dimensions);
  if (choice === 'test') return hashed(options.dimensions);
  return remote(targetOf(choice.provider, choice.model, options), options);
}

/** The address that texts would be sent to; undefined when they stay in this process. */
export function endpointOf(spec: string, baseUrl?: string): string | undefined {
  const choice = choose(spec);
  return typeof choice === 'string' ? undefined : baseUrlOf(choice.provider, baseUrl);
}

type Choice = (typeof plain)[number] | { readonly provider: ProviderName; readonly model: string };

/** The model is all that follows the first slash: Ollama's names have slashes of their own. */
function choose(spec: string): Choice {
  const word = plain.find((name) => name === spec);
  if (word) return word;
  const slash = spec.indexOf('/');
  const provider = spec.slice(0, slash);
  const model = spec.slice(slash + 1).replace(/:latest$/, '');
  if (slash > 0 && isProvider(provider) && model !== '') return { provider, model };
  throw new FroeError('bad-option', `Unknown embedder '${spec}'`, hint());
}

const hint = (): string =>
  `Known: ${[...plain, ...modelSpecs].join(', ')}; any other model as ${Object.keys(providers).join('/…, ')}/…`;
