/** `config.json` or `config.yaml` of a folder: its checked values, and its hash. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FroeError, reasonOf } from '../errors.js';
import { fileBelow } from '../sources/jail.js';
import { readRegular } from '../sources/readRegular.js';
import { parseYaml } from '../text/data.js';
import { sha256 } from '../text/hash.js';
import { nearestWord } from '../text/nearestWord.js';
import { keyNames, keys, type SettingKey, type Values } from './keys.js';

export interface ConfigFile {
  readonly path: string;
  /** SHA-256 of the bytes that the values were read from. */
  readonly hash: string;
  readonly values: Values;
}

const forms = {
  json: (text: string): unknown => JSON.parse(text),
  yaml: parseYaml,
} as const;
type Form = keyof typeof forms;

const MAX_BYTES = 1024 * 1024;

/** `within`: a file that leads out of this folder is not read. The user's own may be anywhere. */
export function readConfig(folder: string, within?: string): ConfigFile | undefined {
  const found = formIn(folder);
  return found && readForm(join(folder, `config.${found}`), found, within);
}

/** Whether the file sets `index`, whatever else is wrong with it: only the configuration of a root may stop a command. */
export function namesIndex(folder: string, within: string): boolean {
  try {
    const form = formIn(folder);
    if (form === undefined) return false;
    const path = join(folder, `config.${form}`);
    return Object.hasOwn(flat(path, parsed(path, form, read(path, within))), 'index');
  } catch (error) {
    if (error instanceof FroeError) return false;
    throw error;
  }
}

function formIn(folder: string): Form | undefined {
  const there = (name: string): boolean => isThere(join(folder, name));
  if (there('config.yml')) {
    throw new FroeError('bad-option', `${join(folder, 'config.yml')} is ignored`, 'Rename it to config.yaml.');
  }
  const found = (Object.keys(forms) as Form[]).filter((form) => there(`config.${form}`)); // keys() forgets the literal type
  if (found.length > 1) {
    throw new FroeError('bad-option', `${folder} has both config.json and config.yaml`, 'Keep one of them.');
  }
  return found[0];
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // Only the folder can refuse this: whether it has such a file is not known.
    const closed = error instanceof Error && 'code' in error && error.code === 'EACCES' ? dirname(path) : path;
    throw new FroeError('bad-option', `${closed} ${reasonOf(error)}`, undefined, error);
  }
}

function readForm(path: string, form: Form, within: string | undefined): ConfigFile {
  const bytes = read(path, within);
  return { path, hash: sha256(bytes), values: check(path, flat(path, parsed(path, form, bytes))) };
}

function read(path: string, within: string | undefined): Uint8Array {
  try {
    return readRegular(within === undefined ? path : fileBelow(within, path), MAX_BYTES);
  } catch (error) {
    if (error instanceof FroeError) throw error;
    throw new FroeError('bad-option', `${path} ${reasonOf(error)}`, undefined, error);
  }
}

function parsed(path: string, form: Form, bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.trim() === '' ? {} : (forms[form](text) ?? {}); // a file of comments has no settings
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new FroeError('bad-option', `${path} is not valid ${form.toUpperCase()} (${reason})`, undefined, error);
  }
}

/** `hooks: { context: … }` → `hooks.context`. Only groups of keys are flattened. */
function flat(path: string, given: unknown): Readonly<Record<string, unknown>> {
  if (!isPlain(given)) throw new FroeError('bad-option', `${path} must be a map of keys and values`);
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      isPlain(value) && keyNames.some((key) => key.startsWith(`${name}.`))
        ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one])
        : [[name, value]],
    ),
  );
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export type Environment = Readonly<Record<string, string | undefined>>;

/** The user's own folder: `$XDG_CONFIG_HOME/froe`, or `~/.config/froe`. */
export const userFolder = (env: Environment, home: string): string =>
  join(env.XDG_CONFIG_HOME || join(home, '.config'), 'froe');

export const projectFolder = (root: string): string => join(root, '.froe');

/** `where`: the start of the message, such as the path of a file. */
export function check(where: string, given: Readonly<Record<string, unknown>>): Values {
  const values: Partial<Record<SettingKey, unknown>> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const key = keyNames.find((known) => known === name);
    if (key === undefined) throw unknown(where, name);
    values[key] = checkValue(`${where}: ${key}`, key, value);
  }
  return values as Values; // each was checked by its key
}

function checkValue(what: string, key: SettingKey, value: unknown): unknown {
  const { kind, about } = keys[key];
  if (kind.takes(value)) return value;
  const given = JSON.stringify(value) ?? String(value);
  throw new FroeError('bad-option', `${what}: must be ${kind.expected}, not ${given}`, `${key}: ${about}.`);
}

/**
 * From a source that has only strings: numbers are parsed, lists are separated by commas.
 * The first reading that the key accepts is used.
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
  // If none is accepted, the number gives the best error; else the string.
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
