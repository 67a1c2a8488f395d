/** Flags and environment → the settings of a run. Invalid ones are refused before the first file is read. */
import { readFileSync } from 'node:fs';
import { chunk, type Language, type Task } from '../engine/cutting.js';
import type { WindowSizing } from '../engine/files.js';
import { FroeError, reasonOf } from '../errors.js';
import { govern, models } from '../models.js';
import { defaults, windowSizing } from '../options.js';
import type { Flags } from './flags.js';

type Options = Task['options'];

export async function taskOptions(flags: Flags): Promise<Options> {
  const { preset, minTokens, maxChars, overlap, granularity, strategy, tokenizer, tree, language } = flags;
  const cap = capOf(flags);
  const added = flags.languages === undefined ? undefined : await readLanguages(flags.languages);
  const options: Options = {
    // The limit of the models is that of the preset `governed`; otherwise it only lowers ours.
    maxTokens:
      cap === Number.POSITIVE_INFINITY
        ? undefined
        : preset === 'governed'
          ? cap
          : Math.min(cap, flags.maxTokens ?? defaults.maxTokens),
    preset,
    minTokens,
    maxChars,
    overlap,
    granularity,
    ...(preset !== undefined && strategy === 'auto' ? {} : { strategy }),
    tokenizer,
    tree,
    ...(language === undefined ? {} : { language }),
    ...(added === undefined ? {} : { languages: added }),
    window: windowInside(cap, flags),
  };
  if (strategy === 'window' && maxChars !== undefined) {
    throw new FroeError(
      'bad-option',
      '--max-chars cannot be used with token windows',
      'Remove it, or choose another --strategy.',
    );
  }
  await chunk('', { ...options, tokenizer }); // refuses incompatible options
  return options;
}

/** The requested limit, in tokens or by model; infinite without one. */
function capOf({ maxTokens = Number.POSITIVE_INFINITY, model }: Flags): number {
  return Math.min(maxTokens, model ? govern(model.map((name) => models[name])) : Number.POSITIVE_INFINITY);
}

/** From the environment, and never above a requested limit. */
function windowInside(cap: number, { overlap }: Flags): WindowSizing {
  const { threshold, size, overlap: shared } = windowSizing(process.env);
  return {
    threshold: Math.min(cap, threshold),
    size: Math.min(cap, size),
    overlap: overlap ?? (cap < size ? Math.min(shared, cap >> 2) : shared),
  };
}

/** Custom languages from a JSON file. Its patterns are strings. */
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
    if (isObject(table)) return table as Readonly<Record<string, Language>>; // the caller checks and tries each
  } catch (error) {
    throw refuse(`is not valid JSON (${error instanceof Error ? error.message : error})`, error);
  }
  throw refuse('must be an object that maps ids to languages');
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
