/** Refuses an unknown option, with the nearest name and the list of all. */
import { FroeError } from '../errors.js';
import { nearestWord } from './nearestWord.js';

export function unknownOption(where: string, name: string, known: readonly string[]): FroeError {
  const near = nearestWord(name, known);
  return new FroeError(
    'bad-option',
    `${where}: unknown option '${name}'`,
    `${near ? `Did you mean ${near}? ` : ''}${knownOptions(known)}`,
  );
}

export const knownOptions = (known: readonly string[]): string => `Known: ${known.toSorted().join(', ')}`;

/** For callers with a list of names but no table of types. Undefined values are not set. */
export function refuseUnknownOptions(where: string, given: object, known: readonly string[]): void {
  const stray = Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name));
  if (stray) throw unknownOption(where, stray[0], known);
}
