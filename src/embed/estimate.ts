/** What embedding would take, before anything is sent. */
import type { Embedder } from './embedder.js';

export interface Estimate {
  readonly pieces: number;
  readonly tokens: number;
  /** US dollars, where the price is known. */
  readonly cost?: number;
}

/** `tokens`: of each piece that would be sent. */
export function estimate({ price }: Pick<Embedder, 'price'>, tokens: Iterable<number>): Estimate {
  let pieces = 0;
  let sum = 0;
  for (const count of tokens) {
    pieces++;
    sum += count;
  }
  return { pieces, tokens: sum, ...(price === undefined ? {} : { cost: (sum * price) / 1e6 }) };
}
