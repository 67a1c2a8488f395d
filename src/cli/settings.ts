/** Flags and environment → the settings of a run. Invalid ones are refused before the first file is read. */

import { chunk, type Task } from '../engine/cutting.js';
import type { WindowSizing } from '../engine/files.js';
import { FroeError } from '../errors.js';
import { govern, models } from '../models.js';
import { defaults, windowSizing } from '../options.js';
import type { Flags } from './flags.js';
import { readLanguages } from './languages.js';

type Options = Task['options'];

export async function taskOptions(flags: Flags): Promise<Options> {
  const { preset, minTokens, maxChars, overlap, granularity, strategy, tokenizer, tree, language } = flags;
  const cap = capOf(flags);
  const added = flags.languages === undefined ? undefined : await readLanguages(flags.languages);
  const options: Options = {
    // What models take is the cap that the preset `governed` is named after, and else a limit to ours.
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
  await chunk('', { ...options, tokenizer }); // refuses what does not go together
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
