/** What the settings say of re-ordering, as an Engine takes it. Nothing is sent before a question is asked. */
import type { Settings } from '../config/index.js';
import type { OpenOptions } from '../engine/engine.js';
import { type RerankerOptions, reranker } from '../rerankers/index.js';

export const rerankerIn = (
  { reranker: spec, rerankerBaseUrl: baseUrl, rerankerDepth, rerank }: Settings,
  limits: Pick<RerankerOptions, 'attempts' | 'timeout'> = {},
): Pick<OpenOptions, 'reranker' | 'rerankerDepth' | 'rerank'> & { readonly reranker: ReturnType<typeof reranker> } => ({
  reranker: reranker(spec, { env: process.env, baseUrl, ...limits }),
  rerankerDepth,
  rerank,
});
