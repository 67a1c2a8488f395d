/** The flags for merging hits into sections and units. */
import { type Command, Option } from 'commander';
import { combinings, type MergeOptions, mergeDefaults } from '../engine/results.js';
import type { Values } from '../engine/settings.js';
import { atLeastOne, positive, share } from './sharedFlags.js';

export interface MergeFlags {
  readonly merge?: boolean;
  readonly mergeThreshold?: number;
  readonly mergeInclusive?: boolean;
  readonly mergeLeast?: number;
  readonly mergeCap?: number;
  readonly mergeCombine?: MergeOptions['combine'];
  readonly mergeMatch?: number;
}

const { threshold, least, cap, combine, match } = mergeDefaults;

export const withMerge = (command: Command): Command =>
  command
    .option('--merge', 'merge hits into sections and units (default)')
    .option('--no-merge', 'return single chunks')
    .option('--merge-match <share>', `minimum share of the best score for a match, 0 to 1 (default: ${match})`, share)
    .option(
      '--merge-threshold <share>',
      `share of the children that must be exceeded, 0 to 1 (default: ${threshold})`,
      share,
    )
    .option('--merge-inclusive', 'accept exactly that share')
    .option('--merge-least <n>', `minimum number of matching children (default: ${least})`, positive)
    .option('--merge-cap <n>', `maximum merged score, as a multiple of the highest (default: ${cap})`, atLeastOne)
    .addOption(
      new Option(
        '--merge-combine <how>',
        `how to combine scores: sum, or root of the sum of squares (default: ${combine})`,
      ).choices(combinings),
    );

/** The flags, by the names of the settings. */
export const mergeValues = (flags: MergeFlags): Values => ({
  merge: flags.merge,
  'merge.threshold': flags.mergeThreshold,
  'merge.inclusive': flags.mergeInclusive,
  'merge.least': flags.mergeLeast,
  'merge.cap': flags.mergeCap,
  'merge.combine': flags.mergeCombine,
  'merge.match': flags.mergeMatch,
});
