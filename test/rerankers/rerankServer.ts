/** A server that ranks, and rerankers to talk to it. */
import type { FroeError } from '../../src/errors.js';
import { type Reranker, type RerankerOptions, reranker } from '../../src/rerankers/index.js';
import { type Handler, type Reply, type Seen, type StandIn, standIn } from '../embed/standIn.js';

/** What it was asked about, in whatever form. */
export const textsIn = ({ body }: Seen): readonly string[] => (body.documents ?? body.texts) as readonly string[]; // ours: we sent them

/** Longer texts are better; said by the last first, since the order is in the index. */
export const byLength = (seen: Seen): Reply => ({
  json: {
    results: textsIn(seen)
      .map((text, index) => ({ index, relevance_score: text.length }))
      .reverse(),
  },
});

/** What has the word is better. */
export const having =
  (word: string): Handler =>
  (seen) => ({
    json: {
      results: textsIn(seen).map((text, index) => ({ index, relevance_score: text.includes(word) ? 0.9 : 0.1 })),
    },
  });

/** The reranker of that name; not `none`. */
export function made(spec: string, options: RerankerOptions = {}): Reranker {
  const one = reranker(spec, options);
  if (one === undefined) throw new Error(`${spec} is no reranker`);
  return one;
}

export async function against(
  handler: Handler,
  options: RerankerOptions = {},
  spec = 'jina/any',
): Promise<{ readonly server: StandIn; readonly one: Reranker }> {
  const server = await standIn(handler);
  return { server, one: made(spec, { baseUrl: server.url, ...options }) };
}

/** The error that comes of it. */
export const refusal = (promise: Promise<unknown>): Promise<FroeError> =>
  promise.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: FroeError) => error,
  );
