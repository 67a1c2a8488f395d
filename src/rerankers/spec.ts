/** How a reranker is called: typed by a person, and shown to one. What is shown can be typed. */
import { FroeError } from '../errors.js';
import { nearest } from '../text/nearest.js';
import { isRerankProvider, type RerankProviderName, rerankProviders } from './providers.js';

/** `none`: the order is froe's own. */
export type RerankerChoice = 'none' | { readonly provider: RerankProviderName; readonly model: string };

/** Some to choose from; a provider has others. */
const examples = ['none', 'voyage/rerank-2.5', 'cohere/rerank-v3.5', 'jina/jina-reranker-v2-base-multilingual'];

/** The model is all that follows the first slash. A server's name after `@` says where it is, and is no part of it. */
export function parseRerankerSpec(spec: string, baseUrl?: string): RerankerChoice {
  if (spec === 'none') return 'none';
  const [, provider = '', rest = ''] = /^([^/]+)\/(.+)$/s.exec(spec) ?? [];
  const host = baseUrl !== undefined && URL.canParse(baseUrl) ? `@${new URL(baseUrl).host}` : '';
  const model = host !== '' && rest.endsWith(host) ? rest.slice(0, -host.length) : rest;
  if (isRerankProvider(provider) && model !== '') return { provider, model };
  const near = nearest(spec, examples);
  throw new FroeError(
    'bad-option',
    `Unknown reranker '${spec}'`,
    `${near ? `Did you mean ${near}? ` : ''}Known: none, ${Object.keys(rerankProviders).join('/…, ')}/…, such as ${examples[1]}.`,
  );
}
