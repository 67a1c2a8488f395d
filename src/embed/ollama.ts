import { field } from './field.js';
import type { EmbedProvider } from './provider.js';

export const ollama: EmbedProvider = {
  title: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434',
  path: '/api/embed',
  batch: { texts: 16, tokens: 8_000 }, // it computes here and now: a large batch only waits longer
  timeout: 240_000, // the first request also loads the model
  unreachable: 'Is Ollama running? "ollama serve" starts it.',
  missing: (model) => `Run: ollama pull ${model}`,
  body: ({ model, texts }) => ({
    model,
    input: texts,
    truncate: false, // half a text would get a whole text's vector, and nobody would know
  }),
  rows: (answer) => {
    const rows = field(answer, 'embeddings');
    return Array.isArray(rows) ? rows : undefined;
  },
};
