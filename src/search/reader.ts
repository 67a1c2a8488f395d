/**
 * The reader: a small cross-encoder (reader/network.ts, docs/model.md) that reranks the
 * best chunks. It sees the query and a chunk together, word by word; its score is one
 * more factor of the odds. Only differences between chunks count:
 *
 *     second stage → the best 40 → × e^(0.7 · (score − mean score)) → order
 */
import { builtinModel } from '../embed/builtin.js';
import { fromWeights } from '../embed/weightFile.js';
import { byScore } from './fuse.js';
import { ReaderNetwork } from './reader/network.js';
import { Vocabulary } from './reader/vocabulary.js';
import { type ScoredChunk, withStep } from './result.js';

export interface ReaderOptions {
  /** Rerank the best chunks with the built-in cross-encoder and bi-encoder: better results, some more time. Default true. */
  readonly rerank?: boolean | undefined;
}

/** How many chunks are reranked. */
const DEPTH = 40;
/** Its weight beside the trees (docs/model.md). */
const SHARE = 0.7;

/** Sorted by score. Without the weights file the order is that of the trees. */
export function rerankWithReader(chunks: readonly ScoredChunk[], query: string): ScoredChunk[] {
  const sorted = [...chunks].sort(byScore);
  const best = sorted.slice(0, DEPTH).filter(({ score }) => score > 0);
  network ??= fromWeights('model/reader.bin', (file) => new ReaderNetwork(file, builtinModel()));
  if (!network || best.length < 2) return sorted;
  const words = new Vocabulary(builtinModel());
  const { questionWords, chunkWords } = network.limits;
  const asked = words.question(query, questionWords);
  if (asked.length === 0) return sorted;
  const scores = network.score(
    words,
    asked,
    best.map(({ chunk }) => words.chunk(chunk, chunkWords)),
  );
  const mean = scores.reduce((sum, one) => sum + one, 0) / scores.length;
  const read = best.map((one, i) =>
    withStep(one, { reason: 'built-in reader', kind: 'multiply', value: Math.exp(SHARE * (scores[i] - mean)) }),
  );
  return [...read, ...sorted.slice(best.length)].sort(byScore);
}

let network: ReaderNetwork | undefined | false;
