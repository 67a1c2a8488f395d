/** A failure in words for the user: what happened where, and what can be done. */
import { FroeError } from '../errors.js';
import type { RequestFailure } from './failure.js';
import type { EmbedProvider } from './provider.js';
import type { EmbedTarget } from './target.js';

/** Who was asked for what: an embedder's target, or a reranker's. */
export interface FailedTarget extends Pick<EmbedTarget, 'model' | 'baseUrl' | 'keyVariable'> {
  readonly provider: Pick<EmbedProvider, 'title' | 'unreachable' | 'missing'>;
}

/** What to do where it is not the provider's fault alone; by what was being done. */
export interface FailureHints {
  readonly later?: string;
  readonly shorter?: string;
}

const embedding: FailureHints = {
  later: 'Run it again later: what is done is kept.',
  shorter: 'Its tokens are not those that froe counts: lower --max-tokens.',
};

export function describeFailure(
  failure: RequestFailure,
  target: FailedTarget,
  { later, shorter } = embedding,
): FroeError {
  const { kind, status, detail } = failure;
  const where = `${target.provider.title} (${target.baseUrl})`;
  const say = (message: string, hint?: string): FroeError => new FroeError('provider', `${where} ${message}`, hint);
  if (kind === 'unreachable') return say(`could not be reached: ${detail}`, target.provider.unreachable ?? later);
  if (kind === 'timeout') return say(`gave ${detail}`, later);
  if (kind === 'malformed') {
    return say(
      `gave a wrong answer: ${detail}`,
      /dimensions/.test(detail) ? 'Say how many with --dimensions.' : CHECK_SETTINGS,
    );
  }
  // What a provider says about a key may hold half of it: it is not repeated.
  if (status === 401 || status === 403) return say(`refused the key (HTTP ${status})`, keyHint(target));
  const said = `HTTP ${status}${detail === '' ? '' : `: ${detail}`}`;
  if (status === 404) {
    return say(
      `does not know the model '${target.model}' (${said})`,
      target.provider.missing?.(target.model) ?? CHECK_SETTINGS,
    );
  }
  if (status === 429 || (status !== undefined && status >= 500)) return say(`is not taking requests (${said})`, later);
  return say(`refused a batch (${said})`, /context length|too long|maximum/i.test(detail) ? shorter : undefined);
}

export const missingKey = (target: FailedTarget): FroeError =>
  new FroeError('provider', `${target.provider.title} wants a key`, keyHint(target));

const keyHint = ({ keyVariable, model }: FailedTarget): string => `Set ${keyVariable} to a key that may use ${model}.`;

const CHECK_SETTINGS = 'Look at the base URL and at the name of the model.';
