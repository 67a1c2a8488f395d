/** A reranker's name (`voyage/rerank-2.5`) and the settings → one model at one address. */
import { type ApiKey, apiKeyFor, type KeyEnvironment, normaliseBaseUrl } from '../embed/endpoint.js';
import { FroeError } from '../errors.js';
import { nearestWord } from '../text/nearestWord.js';
import { isRerankProvider, type RerankProvider, type RerankProviderName, rerankProviders } from './providers.js';

export interface RerankTarget extends ApiKey {
  readonly id: string;
  readonly provider: RerankProvider;
  readonly model: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
}

export interface RerankTargetOptions {
  /** Another server that speaks like the provider. */
  readonly baseUrl?: string | undefined;
  /** Where keys are read: VOYAGE_API_KEY, COHERE_API_KEY, CO_API_KEY, JINA_API_KEY, FROE_API_KEY. */
  readonly env?: KeyEnvironment | undefined;
}

export function rerankTarget(
  name: RerankProviderName,
  model: string,
  { baseUrl: given, env = {} }: RerankTargetOptions,
): RerankTarget {
  const provider: RerankProvider = rerankProviders[name];
  const baseUrl = rerankBaseUrl(name, given);
  const atMaker = baseUrl === provider.baseUrl;
  return {
    id: `${name}/${model}${atMaker ? '' : `@${new URL(baseUrl).host}`}`,
    provider,
    model,
    baseUrl,
    ...apiKeyFor(provider.keyVariables, atMaker, env),
  };
}

/** Where questions and texts would go. */
export function rerankBaseUrl(name: RerankProviderName, given: string | undefined): string {
  const { baseUrl }: RerankProvider = rerankProviders[name];
  if (given !== undefined) return normaliseBaseUrl(given, baseUrl ?? 'http://127.0.0.1:8080').replace(/\/rerank$/, '');
  if (baseUrl !== undefined) return baseUrl;
  throw new FroeError('bad-option', `${name}/… has no address`, 'Set it with --reranker-base-url.');
}

/** `none`: froe's own order. */
export type RerankerChoice = 'none' | { readonly provider: RerankProviderName; readonly model: string };

/** Examples for messages; providers have others. */
const examples = ['none', 'voyage/rerank-2.5', 'cohere/rerank-v3.5', 'jina/jina-reranker-v2-base-multilingual'];

/** The model is everything after the first slash, without the server's name after `@`. */
export function parseRerankerSpec(spec: string, baseUrl?: string): RerankerChoice {
  if (spec === 'none') return 'none';
  const [, provider = '', rest = ''] = /^([^/]+)\/(.+)$/s.exec(spec) ?? [];
  const host = baseUrl !== undefined && URL.canParse(baseUrl) ? `@${new URL(baseUrl).host}` : '';
  const model = host !== '' && rest.endsWith(host) ? rest.slice(0, -host.length) : rest;
  if (isRerankProvider(provider) && model !== '') return { provider, model };
  const near = nearestWord(spec, examples);
  throw new FroeError(
    'bad-option',
    `Unknown reranker '${spec}'`,
    `${near ? `Did you mean ${near}? ` : ''}Known: none, ${Object.keys(rerankProviders).join('/…, ')}/…, such as ${examples[1]}.`,
  );
}
