/**
 * The best chunks, read: a small network (reader/network.ts, docs/model.md) sees the
 * question beside each of them, word by word, and its opinion is one more factor of
 * their odds. What it thinks of all of them cancels out: only the differences count.
 *
 *     close ranking → the best 40 → × e^(0.5 · (what it says − what it says of all)) → order
 */
import { readFileSync } from 'node:fs';
import { builtinModel } from '../embed/builtin.js';
import { FroeError } from '../errors.js';
import { packageFile } from '../packageFile.js';
import { byScore } from './fuse.js';
import { ReaderNetwork } from './reader/network.js';
import { Vocabulary } from './reader/vocabulary.js';
import { type ScoredChunk, withStep } from './result.js';

export interface ReaderOptions {
  /** Let the reader see the best chunks: it finds more, and takes some time. Default true. */
  readonly rerank?: boolean | undefined;
}

/** So many of the best. */
const DEPTH = 40;
/** How much it counts beside the trees (docs/model.md). */
const SHARE = 0.5;

/** The best first. Without its weights, the order is that of the trees. */
export function rerankWithReader(chunks: readonly ScoredChunk[], question: string): ScoredChunk[] {
  const sorted = [...chunks].sort(byScore);
  const best = sorted.slice(0, DEPTH).filter(({ score }) => score > 0);
  network ??= loaded();
  if (!network || best.length < 2) return sorted;
  const words = new Vocabulary(builtinModel());
  const { questionWords, chunkWords } = network.most;
  const asked = words.question(question, questionWords);
  if (asked.length === 0) return sorted;
  const says = network.read(
    words,
    asked,
    best.map(({ chunk }) => words.chunk(chunk, chunkWords)),
  );
  const mean = says.reduce((sum, one) => sum + one, 0) / says.length;
  const read = best.map((one, i) =>
    withStep(one, { reason: 'as it reads', kind: 'multiply', value: Math.exp(SHARE * (says[i] - mean)) }),
  );
  return [...read, ...sorted.slice(best.length)].sort(byScore);
}

let network: ReaderNetwork | undefined | false;

function loaded(): ReaderNetwork | false {
  try {
    return new ReaderNetwork(readFileSync(packageFile('model/reader.bin')), builtinModel());
  } catch (error) {
    if (error instanceof FroeError) return false;
    throw error;
  }
}
