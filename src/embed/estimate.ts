/** What embedding would take, before anything is sent. */
import type { Embedder } from './embedder.js';

export interface Estimate {
  readonly chunks: number;
  readonly tokens: number;
  /** US dollars, where the price is known. */
  readonly cost?: number;
}

/** `tokens`: of each chunk that would be sent. */
export function estimate({ price }: Pick<Embedder, 'price'>, tokens: Iterable<number>): Estimate {
  let chunks = 0;
  let sum = 0;
  for (const count of tokens) {
    chunks++;
    sum += count;
  }
  return { chunks, tokens: sum, ...(price === undefined ? {} : { cost: (sum * price) / 1e6 }) };
}
