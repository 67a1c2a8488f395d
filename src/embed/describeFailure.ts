/** A failure in words for the user: what happened where, and what can be done. */
import { FroeError } from '../errors.js';
import type { RequestFailure } from './failure.js';
import type { Provider } from './provider.js';
import type { EmbedTarget } from './target.js';

/** Who was asked for what: an embedder's target, or a reranker's. */
export interface Told extends Pick<EmbedTarget, 'model' | 'baseUrl' | 'keyVariable'> {
  readonly provider: Pick<Provider, 'title' | 'unreachable' | 'missing'>;
}

/** What to do where it is not the provider's fault alone; by what was being done. */
export interface Advice {
  readonly later?: string;
  readonly shorter?: string;
}

const embedding: Advice = {
  later: 'Run it again later: what is done is kept.',
  shorter: 'Its tokens are not those that froe counts: lower --max-tokens.',
};

export function describeFailure(failure: RequestFailure, target: Told, { later, shorter } = embedding): FroeError {
  const { kind, status, detail } = failure;
  const where = `${target.provider.title} (${target.baseUrl})`;
  const say = (message: string, hint?: string): FroeError => new FroeError('provider', `${where} ${message}`, hint);
  if (kind === 'unreachable') return say(`could not be reached: ${detail}`, target.provider.unreachable ?? later);
  if (kind === 'timeout') return say(`gave ${detail}`, later);
  if (kind === 'malformed') {
    return say(`gave a wrong answer: ${detail}`, /dimensions/.test(detail) ? 'Say how many with --dimensions.' : ASK);
  }
  // What a provider says about a key may hold half of it: it is not repeated.
  if (status === 401 || status === 403) return say(`refused the key (HTTP ${status})`, keyHint(target));
  const said = `HTTP ${status}${detail === '' ? '' : `: ${detail}`}`;
  if (status === 404) {
    return say(`does not know the model '${target.model}' (${said})`, target.provider.missing?.(target.model) ?? ASK);
  }
  if (status === 429 || (status !== undefined && status >= 500)) return say(`is not taking requests (${said})`, later);
  return say(`refused a batch (${said})`, /context length|too long|maximum/i.test(detail) ? shorter : undefined);
}

export const missingKey = (target: Told): FroeError =>
  new FroeError('provider', `${target.provider.title} wants a key`, keyHint(target));

const keyHint = ({ keyVariable, model }: Told): string => `Set ${keyVariable} to a key that may use ${model}.`;

const ASK = 'Look at the base URL and at the name of the model.';
