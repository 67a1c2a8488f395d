/** Languages of the user's own, out of a JSON file. Its patterns are strings there. */
import { readFileSync } from 'node:fs';
import { chunk, type Language } from '../engine/cutting.js';
import { reasonOf } from '../engine/files.js';
import { FroeError } from '../errors.js';

const NEEDED = [
  'name',
  'extensions',
  'grain',
  'blocks',
  'strings',
  'comments',
  'definers',
] as const satisfies readonly (keyof Language)[];

export async function readLanguages(file: string): Promise<Readonly<Record<string, Language>>> {
  const refuse = (why: string, cause?: unknown): FroeError =>
    new FroeError('bad-option', `${file} ${why}`, 'See docs/chunking.md#languages-of-your-own.', cause);
  const table = parse(read(file), refuse);
  for (const [id, language] of Object.entries(table)) {
    const missing = NEEDED.filter((key) => !isObject(language) || !Object.hasOwn(language, key));
    if (missing.length > 0) throw refuse(`lacks fields of language '${id}': ${missing.join(', ')}`);
    try {
      await chunk('begin {\n  it\n}\n', { language: id, languages: table, granularity: 'node' });
    } catch (error) {
      throw refuse(`has an invalid language '${id}' (${error instanceof Error ? error.message : error})`, error);
    }
  }
  return table;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new FroeError('bad-option', `${file} ${reasonOf(error)}`, '--languages expects a JSON file.', error);
  }
}

function parse(text: string, refuse: (why: string, cause?: unknown) => FroeError): Readonly<Record<string, Language>> {
  try {
    const table: unknown = JSON.parse(text, (key, value) =>
      key === 'pattern' && typeof value === 'string' ? new RegExp(value) : value,
    );
    if (isObject(table)) return table as Readonly<Record<string, Language>>; // each is looked at, and tried, by the caller
  } catch (error) {
    throw refuse(`is not valid JSON (${error instanceof Error ? error.message : error})`, error);
  }
  throw refuse('must be an object that maps ids to languages');
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
