/** Flags that hold for one run: unlike a model or commits, what they choose is not kept with the index. */
import { flagOf, type SettingKey } from './keys.js';
import { inspect, type LoadOptions } from './load.js';

/** What is indexed, and how it is cut. */
const CHOICES = [
  'preset',
  'maxTokens',
  'overlap',
  'granularity',
  'tokenizer',
  'exclude',
  'include',
  'maxFileSize',
] as const satisfies readonly SettingKey[];

/** `--exclude`, `--max-tokens`: those that were given, and differ from what the next command goes by. */
export function passingFlags({ flags = {}, ...options }: LoadOptions): readonly string[] {
  const given = CHOICES.filter((key) => flags[key] !== undefined);
  if (given.length === 0) return [];
  const { settings } = inspect(options);
  return given.filter((key) => JSON.stringify(flags[key]) !== JSON.stringify(settings[key])).map(flagOf);
}
