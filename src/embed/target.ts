/** One model at one address: what its name and the settings amount to. */
import { FroeError } from '../errors.js';
import { defaults, models } from '../options.js';
import { nearest } from '../text/nearest.js';
import type { Embedder } from './embedder.js';
import { type EmbeddingModel, embeddingModels } from './models.js';
import type { Provider } from './provider.js';
import { type ProviderName, providers } from './providers.js';

export interface Target extends Pick<Embedder, 'id' | 'dimensions' | 'prefixVersion' | 'maxTokens' | 'price'> {
  readonly provider: Provider;
  readonly model: string;
  readonly prefixes?: EmbeddingModel['prefixes'];
  /** Whether the provider has to be asked for `dimensions`. */
  readonly resized: boolean;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly key: string | undefined;
  /** The variable that a key for this address is taken from. */
  readonly keyVariable: string;
  /** Without a key nobody there answers. */
  readonly keyNeeded: boolean;
}

export interface TargetOptions {
  /** Another server that speaks like the provider. */
  readonly baseUrl?: string | undefined;
  /** Another size than the model's own; for a model froe does not know, its size. */
  readonly dimensions?: number | undefined;
  /** Most tokens of one text, where that is less than froe knows of the model, or where it knows nothing. */
  readonly maxTokens?: number | undefined;
  /** Where keys are read: OPENAI_API_KEY, VOYAGE_API_KEY, FROE_API_KEY. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

export function targetOf(name: ProviderName, model: string, options: TargetOptions): Target {
  const provider: Provider = providers[name];
  const own = Object.hasOwn(embeddingModels, model) ? embeddingModels[model] : undefined;
  const known = own?.provider === name ? own : undefined;
  const baseUrl = baseUrlOf(name, options.baseUrl);
  const atMaker = baseUrl === provider.baseUrl;
  const dimensions = dimensionsOf(model, known, options.dimensions);
  const { effective = defaults.maxTokens } = known ? models[model] : {};
  // A model's name is its own, but what a server of somebody's calls `default` is only known by where it is.
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
    ...keyOf(provider, atMaker, options.env ?? {}),
    ...(known?.price !== undefined && atMaker ? { price: known.price } : {}),
  };
}

/** Where its texts would go. */
export function baseUrlOf(name: ProviderName, given: string | undefined): string {
  const { baseUrl }: Provider = providers[name];
  if (given === undefined) return baseUrl;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new FroeError('bad-option', 'The base URL is no http address', `Such as ${baseUrl}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw new FroeError('bad-option', 'The base URL holds a password or a query', 'Put the key into FROE_API_KEY.');
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/**
 * A provider's own key goes to the provider and to nobody else; FROE_API_KEY was
 * set for froe, and goes wherever the user points it. Ollama at home wants none.
 */
function keyOf(
  { keyVariable }: Provider,
  atMaker: boolean,
  env: NonNullable<TargetOptions['env']>,
): Pick<Target, 'key' | 'keyVariable' | 'keyNeeded'> {
  const general = read(env, 'FROE_API_KEY');
  if (!atMaker) return { key: general, keyVariable: 'FROE_API_KEY', keyNeeded: false };
  if (keyVariable === undefined) return { key: undefined, keyVariable: 'FROE_API_KEY', keyNeeded: false };
  return { key: read(env, keyVariable) ?? general, keyVariable, keyNeeded: true };
}

/** A variable set to nothing is not set; a line break at its end came from the file it was copied from. */
function read(env: NonNullable<TargetOptions['env']>, variable: string): string | undefined {
  const key = env[variable]?.trim();
  if (!key) return undefined;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new FroeError('bad-option', `${variable} holds what is no key: a key is one word of plain letters and signs`);
}

function dimensionsOf(model: string, known: EmbeddingModel | undefined, asked: number | undefined): number {
  if (asked !== undefined && !(Number.isInteger(asked) && asked >= 1)) {
    throw new FroeError('bad-option', `dimensions must be a whole number of at least 1, not ${asked}`);
  }
  if (known === undefined) {
    if (asked !== undefined) return asked;
    const near = nearest(model, Object.keys(embeddingModels));
    throw new FroeError(
      'bad-option',
      `froe does not know the model '${model}'`,
      `${near && near !== model ? `Did you mean ${embeddingModels[near].provider}/${near}? Else say` : 'Say'} how many dimensions its vectors have (--dimensions).`,
    );
  }
  const { dimensions, sizes = [] } = known;
  if (asked === undefined || asked === dimensions) return dimensions;
  if (sizes === 'any' ? asked < dimensions : sizes.includes(asked)) return asked;
  const allowed = sizes === 'any' ? `1 to ${dimensions}` : [...new Set([...sizes, dimensions])].join(', ');
  throw new FroeError('bad-option', `${model} cannot give ${asked} dimensions`, `It gives ${allowed}.`);
}
