/** One model at one URL: the result of its name and the settings. */
import { FroeError } from '../errors.js';
import { type EmbeddingModel, models } from '../models.js';
import { defaults } from '../options.js';
import { nearestWord } from '../text/nearestWord.js';
import type { Embedder } from './embedder.js';
import { type ApiKey, apiKeyFor, type KeyEnvironment, normaliseBaseUrl } from './endpoint.js';
import type { EmbedProvider } from './provider.js';
import { type EmbedProviderName, embedProviders } from './providers.js';

export interface EmbedTarget
  extends Pick<Embedder, 'id' | 'dimensions' | 'prefixVersion' | 'maxTokens' | 'price'>,
    ApiKey {
  readonly provider: EmbedProvider;
  readonly model: string;
  readonly prefixes?: EmbeddingModel['prefixes'];
  /** Whether `dimensions` must be sent to the provider. */
  readonly resized: boolean;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

export interface EmbedTargetOptions {
  /** Another server with the provider's API. */
  readonly baseUrl?: string | undefined;
  /** Another size than the model's own; required for a model that froe does not know. */
  readonly dimensions?: number | undefined;
  /** Maximum tokens of a text, if less than the known limit, or if that is unknown. */
  readonly maxTokens?: number | undefined;
  /** Environment with the keys: OPENAI_API_KEY, VOYAGE_API_KEY, FROE_API_KEY. */
  readonly env?: KeyEnvironment | undefined;
}

export function embedTarget(name: EmbedProviderName, model: string, options: EmbedTargetOptions): EmbedTarget {
  const provider: EmbedProvider = embedProviders[name];
  const own = Object.hasOwn(models, model) ? models[model] : undefined;
  const known = own?.provider === name ? own : undefined;
  const baseUrl = embedBaseUrl(name, options.baseUrl);
  const atMaker = baseUrl === provider.baseUrl;
  const dimensions = dimensionsOf(model, known, options.dimensions);
  const { effective = defaults.maxTokens } = known ?? {};
  // Names of known models are unique, but what another server calls `default` is only identified by its host.
  const place = known || atMaker ? '' : `@${new URL(baseUrl).host}`;
  return {
    provider,
    model,
    id: `${name}:${model}${place}`,
    dimensions,
    resized: known !== undefined && dimensions !== known.dimensions,
    prefixVersion: known?.prefixVersion ?? 0,
    prefixes: known?.prefixes,
    maxTokens: known ? Math.min(effective, options.maxTokens ?? effective) : (options.maxTokens ?? effective),
    baseUrl,
    ...apiKeyFor(provider.keyVariable === undefined ? [] : [provider.keyVariable], atMaker, options.env ?? {}),
    ...(known?.price !== undefined && atMaker ? { price: known.price } : {}),
  };
}

/** The URL that its texts are sent to. */
export function embedBaseUrl(name: EmbedProviderName, given: string | undefined): string {
  const { baseUrl }: EmbedProvider = embedProviders[name];
  return given === undefined ? baseUrl : normaliseBaseUrl(given, baseUrl);
}

function dimensionsOf(model: string, known: EmbeddingModel | undefined, asked: number | undefined): number {
  if (asked !== undefined && !(Number.isInteger(asked) && asked >= 1)) {
    throw new FroeError('bad-option', `dimensions must be a whole number of at least 1, not ${asked}`);
  }
  if (known === undefined) {
    if (asked !== undefined) return asked;
    const near = nearestWord(model, Object.keys(models));
    throw new FroeError(
      'bad-option',
      `froe does not know the model '${model}'`,
      `${near && near !== model ? `Did you mean ${models[near].provider}/${near}? Else say` : 'Say'} how many dimensions its vectors have (--dimensions).`,
    );
  }
  const { dimensions, sizes = [] } = known;
  if (asked === undefined || asked === dimensions) return dimensions;
  if (sizes === 'any' ? asked < dimensions : sizes.includes(asked)) return asked;
  const allowed = sizes === 'any' ? `1 to ${dimensions}` : [...new Set([...sizes, dimensions])].join(', ');
  throw new FroeError('bad-option', `${model} does not support ${asked} dimensions`, `It supports ${allowed}.`);
}
