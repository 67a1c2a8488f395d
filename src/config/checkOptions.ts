/**
 * Checks the options of a function: known names, values of the right kind. Undefined
 * values count as not set.
 *
 *     checkOptions('search()', { limt: 3 }, searchKinds)
 *     FroeError: search(): unknown option 'limt'    Did you mean limit? Known: filter, limit, mode …
 */
import { inShort } from '../checkArgument.js';
import { FroeError } from '../errors.js';
import { knownOptions, unknownOption } from '../text/unknownOption.js';
import type { ValueKind } from './kinds.js';

type Kinds = Readonly<Record<string, ValueKind<unknown>>>;

/** `where`: the start of the message, such as the function that was called. `needed`: the required options. */
export function checkOptions<K extends Kinds>(
  where: string,
  given: unknown,
  kinds: K,
  needed: readonly (keyof K & string)[] = [],
): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new FroeError('bad-option', `${where}: options must be an object, not ${inShort(given)}`, known(kinds));
  for (const name in given) {
    const value: unknown = Reflect.get(given, name);
    if (value === undefined) continue;
    if (!Object.hasOwn(kinds, name)) throw unknownOption(where, name, Object.keys(kinds));
    const { takes, expected, options } = kinds[name];
    if (!takes(value))
      throw new FroeError('bad-option', `${where}: ${name} must be ${expected}, not ${inShort(value)}`);
    if (options && typeof value === 'object') checkOptions(`${where}: ${name}`, value, options);
  }
  const missing = needed.find((name) => Reflect.get(given, name) === undefined);
  if (missing !== undefined)
    throw new FroeError(
      'bad-option',
      `${where}: ${missing} is required: it must be ${kinds[missing].expected}`,
      known(kinds),
    );
}

const known = (kinds: object): string => knownOptions(Object.keys(kinds));
