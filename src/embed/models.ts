/**
 * What is known of the models beyond their windows, which are in options.ts.
 * Sizes, prices and prefixes are their makers' own figures.
 */
import type { EmbedProviderName } from './providers.js';

export interface EmbeddingModel {
  readonly provider: EmbedProviderName;
  /** What it gives unless asked for less. */
  readonly dimensions: number;
  /** What else it can be asked for: these sizes, or anything below its own. Absent: nothing. */
  readonly sizes?: readonly number[] | 'any';
  /** US dollars per million tokens at its maker. */
  readonly price?: number;
  /** Words it was trained to see before a text. */
  readonly prefixes?: { readonly passage: string; readonly query: string };
  /** See Embedder. 0: the text goes out as it is, whatever the purpose. */
  readonly prefixVersion: number;
}

/** Its keys are those of `models` in options.ts. */
export const embeddingModels: Readonly<Record<string, EmbeddingModel>> = {
  'text-embedding-3-small': { provider: 'openai', dimensions: 1536, sizes: 'any', price: 0.02, prefixVersion: 0 },
  'text-embedding-3-large': { provider: 'openai', dimensions: 3072, sizes: 'any', price: 0.13, prefixVersion: 0 },
  // Voyage puts its own words before a text, by `input_type`.
  'voyage-code-2': { provider: 'voyage', dimensions: 1536, price: 0.12, prefixVersion: 1 },
  'voyage-code-3': {
    provider: 'voyage',
    dimensions: 1024,
    sizes: [256, 512, 1024, 2048],
    price: 0.18,
    prefixVersion: 1,
  },
  'nomic-embed-text': {
    provider: 'ollama',
    dimensions: 768,
    prefixes: { passage: 'search_document: ', query: 'search_query: ' },
    prefixVersion: 1,
  },
};

/** As they are chosen: `openai/text-embedding-3-small`. */
export const modelSpecs: readonly string[] = Object.entries(embeddingModels).map(
  ([model, { provider }]) => `${provider}/${model}`,
);
