/** A fake rerank server, and rerankers that use it. */
import type { FroeError } from '../../src/errors.js';
import { type Reranker, type RerankerOptions, reranker } from '../../src/rerankers/index.js';
import {
  type FakeProvider,
  fakeProvider,
  type Handler,
  type RecordedRequest,
  type Reply,
} from '../embed/fakeProvider.js';

/** What it was asked about, in whatever form. */
export const textsIn = ({ body }: RecordedRequest): readonly string[] =>
  (body.documents ?? body.texts) as readonly string[]; // ours: we sent them

/** Longer texts score higher; the last comes first, since the order is in the index. */
export const byLength = (seen: RecordedRequest): Reply => ({
  json: {
    results: textsIn(seen)
      .map((text, index) => ({ index, relevance_score: text.length }))
      .reverse(),
  },
});

/** Texts with the word score higher. */
export const byWord =
  (word: string): Handler =>
  (seen) => ({
    json: {
      results: textsIn(seen).map((text, index) => ({ index, relevance_score: text.includes(word) ? 0.9 : 0.1 })),
    },
  });

/** The reranker of that name; not `none`. */
export function requireReranker(spec: string, options: RerankerOptions = {}): Reranker {
  const found = reranker(spec, options);
  if (found === undefined) throw new Error(`${spec} is no reranker`);
  return found;
}

export async function withServer(
  handler: Handler,
  options: RerankerOptions = {},
  spec = 'jina/any',
): Promise<{ readonly server: FakeProvider; readonly one: Reranker }> {
  const server = await fakeProvider(handler);
  return { server, one: requireReranker(spec, { baseUrl: server.url, ...options }) };
}

/** The error that comes of it. */
export const refusal = (promise: Promise<unknown>): Promise<FroeError> =>
  promise.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: FroeError) => error,
  );
