/**
 * Nothing is paid for twice: the next page, a smaller budget and a second look at
 * a tree that has just changed ask the same again. The last few answers of this
 * process are kept, by the hash of all that was sent.
 */
import { sha256 } from '../text/hash.js';
import type { Reranker } from './reranker.js';

const MAX_ANSWERS = 32;

export function cachedReranker({ id, rerank }: Reranker): Reranker {
  const known = new Map<string, readonly number[]>();
  return {
    id,
    async rerank(query, texts, signal) {
      const key = sha256(JSON.stringify([query, texts]));
      const scores = known.get(key) ?? (await rerank(query, texts, signal));
      known.delete(key); // and put at the end: what was asked for last goes last
      known.set(key, scores);
      for (const oldest of known.keys()) {
        if (known.size <= MAX_ANSWERS) break;
        known.delete(oldest);
      }
      return scores;
    },
  };
}
