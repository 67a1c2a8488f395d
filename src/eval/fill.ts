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

export interface Filled {
  readonly chunks: number;
  /** Of a chunk. */
  readonly meanTokens: number;
}

const SOURCES_AT_ONCE = 50;

export async function fill(
  store: Store,
  texts: readonly EvalText[],
  strategy: EvalStrategy,
  { embedder, signal, onProgress }: FillOptions,
): Promise<Filled> {
  const vectors = embedder && uncached(embedder);
  if (vectors) await store.useModel(indexModelOf(vectors));
  const embedding = vectors && new EmbeddingRun(store, vectors, signal);
  let chunks = 0;
  let tokens = 0;
  for (let from = 0; from < texts.length; from += SOURCES_AT_ONCE) {
    signal?.throwIfAborted();
    const put: PreparedSource[] = [];
    for (const text of texts.slice(from, from + SOURCES_AT_ONCE)) put.push(await strategy.prepare(text));
    const made = (await embedding?.of(put)) ?? [];
    if (embedding?.failure) throw embedding.failure;
    await store.write({ put, vectors: made });
    for (const { chunk } of put.flatMap((one) => one.chunks)) {
      chunks++;
      tokens += chunk.tokenCount;
    }
    onProgress?.(`${strategy.name}: files`, Math.min(from + SOURCES_AT_ONCE, texts.length), texts.length);
  }
  return { chunks, meanTokens: chunks === 0 ? 0 : Math.round(tokens / chunks) };
}
