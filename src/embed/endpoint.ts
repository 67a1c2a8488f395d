/** Where a provider is asked, and with which key: the same for all whom text is sent to. */
import { FroeError } from '../errors.js';

/** Where keys are read. */
export type KeyEnvironment = Readonly<Record<string, string | undefined>>;

/** A key, as far as one is wanted. */
export interface ApiKey {
  readonly key: string | undefined;
  /** The variable that a key for this address is taken from. */
  readonly keyVariable: string;
  /** Without a key nobody there answers. */
  readonly keyNeeded: boolean;
}

/** A base URL as it is used: without a slash at its end. `such`: one to show who gives another. */
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
 * A provider's own key goes to the provider and to nobody else; FROE_API_KEY was
 * set for froe, and goes wherever the user points it. Who has no variable wants no
 * key, such as Ollama at home; of several the first that is set is taken.
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

/** A variable set to nothing is not set; a line break at its end came from the file it was copied from. */
function read(env: KeyEnvironment, variable: string): string | undefined {
  const key = env[variable]?.trim();
  if (!key) return undefined;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new FroeError('bad-option', `${variable} is not a key: a key is one word of printable ASCII characters`);
}
