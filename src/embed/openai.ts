/** OpenAI, and the many servers that speak like it: vLLM, llama.cpp, LM Studio, text-embeddings-inference. */
import { type EmbedProvider, rowsByIndex } from './provider.js';

export const openai: EmbedProvider = {
  title: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  path: '/embeddings',
  keyVariable: 'OPENAI_API_KEY',
  batch: { texts: 512, tokens: 100_000 }, // it takes 2048 and 300,000; smaller ones come back sooner
  timeout: 60_000,
  body: ({ model, texts, dimensions }) => ({
    model,
    input: texts,
    encoding_format: 'float',
    ...(dimensions === undefined ? {} : { dimensions }),
  }),
  rows: rowsByIndex,
};
