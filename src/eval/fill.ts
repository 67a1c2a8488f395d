/** Texts → an index in memory, as one strategy cuts them. */
import type { Embedder } from '../embed/index.js';
import type { PreparedSource, Store } from '../store/store.js';
import { EmbeddingRun } from '../sync/embeddingRun.js';
import { indexModelOf, uncached } from '../sync/vectorSource.js';
import type { EvalText } from './questions.js';
import type { EvalStrategy } from './strategies.js';

export interface FillOptions {
  readonly embedder?: Embedder | undefined;
  readonly signal?: AbortSignal;
  readonly onProgress?: (stage: string, done: number, total: number) => void;
}

export interface FillResult {
  readonly chunks: number;
  /** Of a chunk. */
  readonly meanTokens: number;
}

const BATCH_SIZE = 50;

export async function fillStore(
  store: Store,
  texts: readonly EvalText[],
  strategy: EvalStrategy,
  { embedder, signal, onProgress }: FillOptions,
): Promise<FillResult> {
  const vectors = embedder && uncached(embedder);
  if (vectors) await store.useModel(indexModelOf(vectors));
  const embedding = vectors && new EmbeddingRun(store, vectors, signal);
  let chunks = 0;
  let tokens = 0;
  for (let from = 0; from < texts.length; from += BATCH_SIZE) {
    signal?.throwIfAborted();
    const put: PreparedSource[] = [];
    for (const text of texts.slice(from, from + BATCH_SIZE)) put.push(await strategy.prepare(text));
    const made = (await embedding?.of(put)) ?? [];
    if (embedding?.failure) throw embedding.failure;
    await store.write({ put, vectors: made });
    for (const { chunk } of put.flatMap((one) => one.chunks)) {
      chunks++;
      tokens += chunk.tokenCount;
    }
    onProgress?.(`${strategy.name}: files`, Math.min(from + BATCH_SIZE, texts.length), texts.length);
  }
  return { chunks, meanTokens: chunks === 0 ? 0 : Math.round(tokens / chunks) };
}
