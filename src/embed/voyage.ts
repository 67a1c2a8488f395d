import { type EmbedProvider, rowsByIndex } from './provider.js';

export const voyage: EmbedProvider = {
  title: 'Voyage',
  baseUrl: 'https://api.voyageai.com/v1',
  path: '/embeddings',
  keyVariable: 'VOYAGE_API_KEY',
  batch: { texts: 128, tokens: 60_000 }, // it takes 120,000 of its own tokens, which are fewer to a text than ours or more
  timeout: 60_000,
  body: ({ model, texts, purpose, dimensions }) => ({
    model,
    input: texts,
    input_type: purpose === 'query' ? 'query' : 'document',
    truncation: false, // half a text would get a whole text's vector, and nobody would know
    ...(dimensions === undefined ? {} : { output_dimension: dimensions }),
  }),
  rows: rowsByIndex,
};
