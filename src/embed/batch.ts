/**
 * Many texts, a few requests at a time.
 *
 *     tokens    40 40 40 90 20      limits: 100 tokens, 8 texts
 *     batches  [40 40][40][90][20]
 *
 * Texts keep their order, so that a file's chunks travel together and a batch
 * that fails is a stretch of one file.
 */
import type { FroeError } from '../errors.js';
import type { Span } from '../types.js';
import type { Arrival, Settled } from './embedder.js';

/** Most that goes out together. A text beyond the tokens goes alone. */
export interface BatchLimits {
  readonly texts: number;
  readonly tokens: number;
}

/** The batches, as ranges of positions. */
export function batches(tokens: readonly number[], limits: BatchLimits): readonly Span[] {
  const spans: Span[] = [];
  let start = 0;
  let sum = 0;
  for (let at = 0; at < tokens.length; at++) {
    if (at > start && (sum + tokens[at] > limits.tokens || at - start >= limits.texts)) {
      spans.push({ start, end: at });
      start = at;
      sum = 0;
    }
    sum += tokens[at];
  }
  if (start < tokens.length) spans.push({ start, end: tokens.length });
  return spans;
}

/** What became of a batch: its vectors, or why there are none. */
export type BatchOutcome =
  | { readonly vectors: readonly Float32Array[] }
  /** `all`: every other batch would fail alike. */
  | { readonly error: FroeError; readonly reach: 'batch' | 'all' | 'perhaps-all' };

export interface BatchRun {
  readonly spans: readonly Span[];
  /** How many batches may be under way at once. */
  readonly concurrency: number;
  /** Throws only when it is cancelled. */
  readonly send: (span: Span) => Promise<BatchOutcome>;
  readonly arrived: (answers: readonly Arrival[]) => void;
}

/** So many batches in a row whose every attempt failed are a provider that is down, not bad batches. */
const FAILURES_IN_A_ROW = 2;

/**
 * Sends every batch; a batch that fails, fails only itself. But when a failure
 * concerns all, no more are sent and the rest gets the same error: a run of a
 * thousand batches must not wait through a thousand refusals.
 */
export async function inBatches({ spans, concurrency, send, arrived }: BatchRun): Promise<void> {
  let next = 0;
  let inARow = 0;
  let down: FroeError | undefined;
  const worker = async (): Promise<void> => {
    while (next < spans.length) {
      const span = spans[next++];
      const outcome: BatchOutcome = down ? { error: down, reach: 'all' } : await send(span);
      if ('vectors' in outcome) inARow = 0;
      else {
        if (outcome.reach === 'perhaps-all') inARow++;
        if (outcome.reach === 'all' || inARow >= FAILURES_IN_A_ROW) down ??= outcome.error;
      }
      const result = (i: number): Settled => ('vectors' in outcome ? outcome.vectors[i] : outcome.error);
      arrived(Array.from({ length: span.end - span.start }, (_, i) => ({ index: span.start + i, result: result(i) })));
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, spans.length) }, worker));
}
