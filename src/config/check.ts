/** Values of a file or the environment, checked; an error names the setting and its origin. */
import { FroeError } from '../errors.js';
import { nearestWord } from '../text/nearestWord.js';
import { keyNames, keys, type SettingKey, type Values } from './keys.js';

/** `where`: as the beginning of a sentence, such as the path of a file. */
export function check(where: string, given: Readonly<Record<string, unknown>>): Values {
  const values: Partial<Record<SettingKey, unknown>> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const key = keyNames.find((known) => known === name);
    if (key === undefined) throw unknown(where, name);
    values[key] = checkValue(`${where}: ${key}`, key, value);
  }
  return values as Values; // each was taken by its own key
}

export function checkValue(what: string, key: SettingKey, value: unknown): unknown {
  const { kind, about } = keys[key];
  if (kind.takes(value)) return value;
  const given = JSON.stringify(value) ?? String(value);
  throw new FroeError('bad-option', `${what}: must be ${kind.expected}, not ${given}`, `${key}: ${about}.`);
}

/**
 * From a place that holds only words: a number is one that looks like it, a list
 * has commas. The first reading that the key takes is the one.
 */
export function checkWord(what: string, key: SettingKey, text: string): unknown {
  const readings: readonly unknown[] = [
    text,
    ...(/^\d{1,15}(?:\.\d{1,15})?$/.test(text) ? [Number(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ];
  const fit = readings.find((reading) => keys[key].kind.takes(reading));
  // Where none fits, the number says best what is wrong with it; else the word.
  return checkValue(what, key, fit ?? (readings.length === 3 ? readings[1] : text));
}

function unknown(where: string, name: string): FroeError {
  const near = nearestWord(name, keyNames);
  return new FroeError(
    'bad-option',
    `${where}: unknown setting '${name}'`,
    near ? `Did you mean ${near}?` : `Known: ${keyNames.join(', ')}`,
  );
}
