/** The providers: their requests, responses and limits. A new one is another entry (docs/embedding.md). */
import { type EmbedProvider, rowsByIndex } from './provider.js';
import { field } from './request.js';

/** OpenAI, and the many servers with the same interface: vLLM, llama.cpp, LM Studio, text-embeddings-inference. */
const openai: EmbedProvider = {
  title: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  path: '/embeddings',
  keyVariable: 'OPENAI_API_KEY',
  batch: { texts: 512, tokens: 100_000 }, // its limits are 2048 and 300,000; smaller batches return sooner
  timeout: 60_000,
  body: ({ model, texts, dimensions }) => ({
    model,
    input: texts,
    encoding_format: 'float',
    ...(dimensions === undefined ? {} : { dimensions }),
  }),
  rows: rowsByIndex,
};

const voyage: EmbedProvider = {
  title: 'Voyage',
  baseUrl: 'https://api.voyageai.com/v1',
  path: '/embeddings',
  keyVariable: 'VOYAGE_API_KEY',
  batch: { texts: 128, tokens: 60_000 }, // its limit is 120,000 of its own tokens, which are more or fewer than ours
  timeout: 60_000,
  body: ({ model, texts, purpose, dimensions }) => ({
    model,
    input: texts,
    input_type: purpose === 'query' ? 'query' : 'document',
    truncation: false, // a truncated text would get a vector as if it were whole, without an error
    ...(dimensions === undefined ? {} : { output_dimension: dimensions }),
  }),
  rows: rowsByIndex,
};

const ollama: EmbedProvider = {
  title: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434',
  path: '/api/embed',
  batch: { texts: 16, tokens: 8_000 }, // it computes on this machine: a large batch only takes longer
  timeout: 240_000, // the first request also loads the model
  unreachable: 'Is Ollama running? "ollama serve" starts it.',
  missing: (model) => `Run: ollama pull ${model}`,
  body: ({ model, texts }) => ({
    model,
    input: texts,
    truncate: false, // as above
  }),
  rows: (answer) => {
    const rows = field(answer, 'embeddings');
    return Array.isArray(rows) ? rows : undefined;
  },
};

export const embedProviders = { openai, voyage, ollama } satisfies Record<string, EmbedProvider>;

export type EmbedProviderName = keyof typeof embedProviders;

export const isEmbedProvider = (name: string): name is EmbedProviderName => Object.hasOwn(embedProviders, name);
