/** Rerankers reorder the best chunks of a query. They are chosen by a name such as `voyage/rerank-2.5`. */
import { checkArgument } from '../checkArgument.js';
import type { KeyEnvironment } from '../embed/endpoint.js';
import { FroeError } from '../errors.js';
import { sha256 } from '../text/hash.js';
import { refuseUnknownOptions } from '../text/unknownOption.js';
import { parseRerankerSpec, type RerankTargetOptions, rerankBaseUrl, rerankTarget } from './providers.js';
import { type RemoteRerankerOptions, remoteReranker } from './remote.js';
import type { Reranker } from './reranker.js';

export type { Reranker } from './reranker.js';

export interface RerankerOptions extends RerankTargetOptions, RemoteRerankerOptions {}

const rerankerOptions = Object.keys({
  baseUrl: true,
  env: true,
  timeout: true,
  attempts: true,
  clock: true,
  requestsPerMinute: true,
  tokensPerMinute: true,
} satisfies Record<keyof RerankerOptions, true>);

/** Every reranker by name; undefined for `none`. Nothing is sent, and no key is read, before its first use. */
export function reranker(spec: string, options: RerankerOptions = {}): Reranker | undefined {
  checkArgument('reranker()', 'text', spec);
  checkArgument('reranker(): options', 'object', options);
  refuseUnknownOptions('reranker()', options, rerankerOptions);
  const choice = parseRerankerSpec(spec, options.baseUrl);
  if (choice === 'none') return undefined;
  return cachedReranker(remoteReranker(rerankTarget(choice.provider, choice.model, options), options));
}

/** The address that queries and texts are sent to; undefined without a reranker. */
export function rerankEndpointOf(spec: string, baseUrl?: string): string | undefined {
  const choice = parseRerankerSpec(spec, baseUrl);
  return choice === 'none' ? undefined : rerankBaseUrl(choice.provider, baseUrl);
}

/** A name, or a reranker of the caller, which is checked. */
export function rerankerOf(given: string | Reranker | undefined, env: KeyEnvironment): Reranker | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string') return reranker(given, { env });
  if (typeof given.id === 'string' && given.id !== '' && typeof given.rerank === 'function') return given;
  throw new FroeError('bad-option', 'A reranker must have a string id and a function rerank');
}

const MAX_ANSWERS = 32;

/**
 * Nothing is paid for twice: the next page, a smaller budget and a repeated query after a
 * change send the same request. The last few answers of this process are cached, by the
 * hash of the request.
 */
export function cachedReranker({ id, rerank }: Reranker): Reranker {
  const known = new Map<string, readonly number[]>();
  return {
    id,
    async rerank(query, texts, signal) {
      const key = sha256(JSON.stringify([query, texts]));
      const scores = known.get(key) ?? (await rerank(query, texts, signal));
      known.delete(key); // moved to the end: least recently used first
      known.set(key, scores);
      for (const oldest of known.keys()) {
        if (known.size <= MAX_ANSWERS) break;
        known.delete(oldest);
      }
      return scores;
    },
  };
}
