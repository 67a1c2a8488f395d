/** Another order for the best chunks of a question. A reranker is chosen by a name such as `voyage/rerank-2.5`. */
import type { Keys } from '../embed/endpoint.js';
import { FroeError } from '../errors.js';
import { remembered } from './remembered.js';
import { type RemoteRerankerOptions, remote } from './remote.js';
import type { Reranker } from './reranker.js';
import { readSpec } from './spec.js';
import { baseUrlOf, type RerankTargetOptions, targetOf } from './target.js';

export type { Reranker } from './reranker.js';

export interface RerankerOptions extends RerankTargetOptions, RemoteRerankerOptions {}

/** Every reranker by name; undefined for `none`. Nothing is sent, and no key is asked for, before its first use. */
export function reranker(spec: string, options: RerankerOptions = {}): Reranker | undefined {
  const choice = readSpec(spec, options.baseUrl);
  if (choice === 'none') return undefined;
  return remembered(remote(targetOf(choice.provider, choice.model, options), options));
}

/** The address that questions and texts would be sent to; undefined when nobody is asked. */
export function rerankEndpointOf(spec: string, baseUrl?: string): string | undefined {
  const choice = readSpec(spec, baseUrl);
  return choice === 'none' ? undefined : baseUrlOf(choice.provider, baseUrl);
}

/** A name, or one of somebody's own; refused when it lacks something. */
export function rerankerOf(given: string | Reranker | undefined, env: Keys): Reranker | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string') return reranker(given, { env });
  if (typeof given.id === 'string' && given.id !== '' && typeof given.rerank === 'function') return given;
  throw new FroeError('bad-option', 'A reranker has an id, which is a text, and a function rerank');
}
