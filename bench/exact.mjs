/** The true nearest vectors, by comparing all codes; and how many of them a search has found. */
import { bytesOf, quantise, scaleOf } from '../build/store/vectors/quantise.js';

export class Exact {
  #codes = [];

  add(code) {
    this.#codes.push(code);
  }

  addVector(vector) {
    this.add(quantise(vector));
  }

  /** The score of the last of the `limit` nearest: whatever scores as much is one of them, or tied. */
  bar(vector, limit) {
    const scores = new Float64Array(this.#codes.length);
    for (const [i, code] of this.#codes.entries()) {
      const bytes = bytesOf(code);
      let sum = 0;
      for (let at = 0; at < bytes.length; at++) sum += vector[at] * bytes[at];
      scores[i] = sum * scaleOf(code);
    }
    scores.sort();
    return scores[Math.max(0, scores.length - limit)];
  }
}

/** A rounding difference is not another result. */
export const foundOf = (hits, bar, limit) => hits.filter(({ score }) => score >= bar - 1e-6).length / limit;
