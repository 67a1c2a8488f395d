/** The URL of a provider and its key: the same for all providers that text is sent to. */
import { FroeError } from '../errors.js';

/** Where keys are read. */
export type KeyEnvironment = Readonly<Record<string, string | undefined>>;

/** A key, if one is needed. */
export interface ApiKey {
  readonly key: string | undefined;
  /** The variable that the key for this URL is read from. */
  readonly keyVariable: string;
  /** The provider refuses requests without a key. */
  readonly keyNeeded: boolean;
}

/** A base URL without its trailing slash. `such`: an example for the error. */
export function normaliseBaseUrl(given: string, such: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new FroeError('bad-option', 'The base URL is not an http address', `Example: ${such}`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw new FroeError('bad-option', 'The base URL contains a password or a query', 'Put the key into FROE_API_KEY.');
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/**
 * A provider's key is sent to that provider only; FROE_API_KEY is sent wherever the user
 * points froe. A provider without a variable needs no key, such as a local Ollama; of
 * several variables the first that is set is used.
 */
export function apiKeyFor(variables: readonly string[], atMaker: boolean, env: KeyEnvironment): ApiKey {
  const general = read(env, FROE_KEY);
  if (!atMaker) return { key: general, keyVariable: FROE_KEY, keyNeeded: false };
  const [usual] = variables;
  if (usual === undefined) return { key: undefined, keyVariable: FROE_KEY, keyNeeded: false };
  const keyVariable = variables.find((variable) => read(env, variable) !== undefined) ?? usual;
  return { key: read(env, keyVariable) ?? general, keyVariable, keyNeeded: true };
}

const FROE_KEY = 'FROE_API_KEY';

/** An empty variable counts as unset; a trailing line break came from the file it was copied from. */
function read(env: KeyEnvironment, variable: string): string | undefined {
  const key = env[variable]?.trim();
  if (!key) return undefined;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new FroeError('bad-option', `${variable} is not a key: a key is one word of printable ASCII characters`);
}
