/**
 * Many texts, a few requests at a time.
 *
 *     tokens    40 40 40 90 20      limits: 100 tokens, 8 texts
 *     batches  [40 40][40][90][20]
 *
 * Texts keep their order, so that the chunks of a file are sent together, and a batch
 * that fails is a part of one file.
 */
import type { FroeError } from '../errors.js';
import type { Span } from '../types.js';
import type { Arrival, Settled } from './embedder.js';

/** Maximum size of a batch. A text with more tokens is sent alone. */
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

/** The outcome of a batch: its vectors, or the error. */
export type BatchOutcome =
  | { readonly vectors: readonly Float32Array[] }
  /** `all`: every other batch would fail in the same way. */
  | { readonly error: FroeError; readonly reach: 'batch' | 'all' | 'perhaps-all' };

export interface BatchRun {
  readonly spans: readonly Span[];
  /** Maximum number of batches in flight. */
  readonly concurrency: number;
  /** Throws only when it is cancelled. */
  readonly send: (span: Span) => Promise<BatchOutcome>;
  readonly arrived: (answers: readonly Arrival[]) => void;
}

/** If so many batches in a row fail after all attempts, the provider is down. */
const FAILURES_IN_A_ROW = 2;

/**
 * Sends every batch; one that fails does not affect the others. After a failure that
 * concerns all, nothing more is sent and the rest gets the same error: a run of a
 * thousand batches must not wait for a thousand refusals.
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
