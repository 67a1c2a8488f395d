/** A failure in words for the user: what happened where, and what can be done. */
import { FroeError } from '../errors.js';
import type { Failure } from './failure.js';
import type { Target } from './target.js';

export function describeFailure(failure: Failure, target: Target): FroeError {
  const { kind, status, detail } = failure;
  const where = `${target.provider.title} (${target.baseUrl})`;
  const say = (message: string, hint?: string): FroeError => new FroeError('provider', `${where} ${message}`, hint);
  if (kind === 'unreachable') return say(`could not be reached: ${detail}`, target.provider.unreachable ?? LATER);
  if (kind === 'timeout') return say(`gave ${detail}`, LATER);
  if (kind === 'malformed') {
    return say(`gave a wrong answer: ${detail}`, /dimensions/.test(detail) ? 'Say how many with --dimensions.' : ASK);
  }
  // What a provider says about a key may hold half of it: it is not repeated.
  if (status === 401 || status === 403) return say(`refused the key (HTTP ${status})`, keyHint(target));
  const said = `HTTP ${status}${detail === '' ? '' : `: ${detail}`}`;
  if (status === 404) {
    return say(`does not know the model '${target.model}' (${said})`, target.provider.missing?.(target.model) ?? ASK);
  }
  if (status === 429 || (status !== undefined && status >= 500)) return say(`is not taking requests (${said})`, LATER);
  return say(`refused a batch (${said})`, /context length|too long|maximum/i.test(detail) ? SHORTER : undefined);
}

export const missingKey = (target: Target): FroeError =>
  new FroeError('provider', `${target.provider.title} wants a key`, keyHint(target));

const keyHint = ({ keyVariable, model }: Target): string => `Set ${keyVariable} to a key that may use ${model}.`;

const LATER = 'Run it again later: what is done is kept.';
const ASK = 'Look at the base URL and at the name of the model.';
const SHORTER = 'Its tokens are not those that froe counts: lower --max-tokens.';
