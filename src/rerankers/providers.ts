/** The providers of rerankers. Each returns one score per text. */

import type { BatchLimits } from '../embed/batch.js';
import { type ApiKey, apiKeyFor, type KeyEnvironment, normaliseBaseUrl } from '../embed/endpoint.js';
import { FroeError } from '../errors.js';
import { nearestWord } from '../text/nearestWord.js';

/** The API of Cohere, also of Jina, llama.cpp, vLLM and Infinity. */
const likeCohere = ({ model, query, texts }: RerankRequest) => ({
  model,
  query,
  documents: texts,
  top_n: texts.length,
});

const likeJina = (request: RerankRequest) => ({ ...likeCohere(request), return_documents: false });

/** text-embeddings-inference has one model, and refuses a text that is too long unless it may truncate it. */
const likeTei = ({ query, texts }: RerankRequest) => ({ query, texts, truncate: true });

const RERANK = '/rerank';

const voyage: RerankProvider = {
  title: 'Voyage',
  baseUrl: 'https://api.voyageai.com/v1',
  keyVariables: ['VOYAGE_API_KEY'],
  batch: { texts: 1000, tokens: 200_000 }, // its limit is 600,000 of its own tokens; 300,000 for its first models
  timeout: 20_000,
  shapes: [
    {
      path: RERANK,
      // A chunk that is too long is better judged by its beginning than not at all.
      body: ({ model, query, texts }) => ({ model, query, documents: texts, top_k: texts.length, truncation: true }),
    },
  ],
};

const cohere: RerankProvider = {
  title: 'Cohere',
  baseUrl: 'https://api.cohere.com/v2',
  keyVariables: ['COHERE_API_KEY', 'CO_API_KEY'], // its own libraries read the second
  batch: { texts: 1000, tokens: 200_000 },
  timeout: 20_000,
  shapes: [{ path: RERANK, body: likeCohere }],
};

const jina: RerankProvider = {
  title: 'Jina',
  baseUrl: 'https://api.jina.ai/v1',
  keyVariables: ['JINA_API_KEY'],
  batch: { texts: 1000, tokens: 100_000 },
  timeout: 20_000,
  shapes: [{ path: RERANK, body: likeJina }],
};

const ways: readonly RequestShape[] = [
  { path: RERANK, body: likeJina },
  { path: RERANK, body: likeTei },
  { path: `/v1${RERANK}`, body: likeJina },
];

const server: RerankProvider = {
  title: 'The reranker',
  keyVariables: [],
  batch: { texts: 32, tokens: 50_000 }, // text-embeddings-inference accepts 32 by default
  timeout: 60_000, // it may run without a GPU
  unreachable: 'Check that it is running.',
  shapes: ways,
};

export const rerankProviders = { voyage, cohere, jina, server } satisfies Record<string, RerankProvider>;

export type RerankProviderName = keyof typeof rerankProviders;

export const isRerankProvider = (name: string): name is RerankProviderName => Object.hasOwn(rerankProviders, name);

/** What differs between the HTTP APIs of providers. Everything else is in remote.ts. */
export interface RerankProvider {
  /** Its display name. */
  readonly title: string;
  /** Its default address; undefined: only the address that the user sets. */
  readonly baseUrl?: string;
  /** The variables with its key, the usual one first. It is sent to `baseUrl` only; elsewhere FROE_API_KEY is. */
  readonly keyVariables: readonly string[];
  /** Limits of a request, well below those of the provider. The query counts with each text. */
  readonly batch: BatchLimits;
  /** Milliseconds for a query, with retries: a search waits for it, and has an order without it. */
  readonly timeout: number;
  /** The hint when there is no answer. */
  readonly unreachable?: string;
  /** Forms of a request. The first that the server understands is used from then on. */
  readonly shapes: readonly RequestShape[];
}

export interface RequestShape {
  readonly path: string;
  body(request: RerankRequest): unknown;
}

export interface RerankRequest {
  readonly model: string;
  readonly query: string;
  readonly texts: readonly string[];
}

/** A reranker's name (`voyage/rerank-2.5`) and the settings → one model at one address. */
export interface RerankTarget extends ApiKey {
  readonly id: string;
  readonly provider: RerankProvider;
  readonly model: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

export interface RerankTargetOptions {
  /** Another server with the provider's API. */
  readonly baseUrl?: string | undefined;
  /** Environment with the keys: VOYAGE_API_KEY, COHERE_API_KEY, CO_API_KEY, JINA_API_KEY, FROE_API_KEY. */
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

/** The URL that queries and texts are sent to. */
export function rerankBaseUrl(name: RerankProviderName, given: string | undefined): string {
  const { baseUrl }: RerankProvider = rerankProviders[name];
  if (given !== undefined) return normaliseBaseUrl(given, baseUrl ?? 'http://127.0.0.1:8080').replace(/\/rerank$/, '');
  if (baseUrl !== undefined) return baseUrl;
  throw new FroeError('bad-option', `${name}/… has no address`, 'Set it with --reranker-base-url.');
}

/** `none`: froe's own order. */
type RerankerChoice = 'none' | { readonly provider: RerankProviderName; readonly model: string };

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
