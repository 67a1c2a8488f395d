/** The flags that say how hits become the sections and units they add up to. */
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
    .option('--merge', 'the sections and units that chunks add up to (default)')
    .option('--no-merge', 'chunks as they are, not the sections and units they add up to')
    .option('--merge-match <share>', `a chunk counts with this share of the best score (default: ${match})`, share)
    .option('--merge-threshold <share>', `of what is below, more than this has to count (default: ${threshold})`, share)
    .option('--merge-inclusive', 'exactly that share is enough')
    .option('--merge-least <n>', `so many below have to count, whatever their share (default: ${least})`, positive)
    .option('--merge-cap <n>', `scores add up to at most this many times the highest (default: ${cap})`, atLeastOne)
    .addOption(
      new Option('--merge-combine <how>', `sum, or root of the sum of squares (default: ${combine})`).choices(
        combinings,
      ),
    );

/** What the flags say, by the names of the settings. */
export const mergeValues = (flags: MergeFlags): Values => ({
  merge: flags.merge,
  'merge.threshold': flags.mergeThreshold,
  'merge.inclusive': flags.mergeInclusive,
  'merge.least': flags.mergeLeast,
  'merge.cap': flags.mergeCap,
  'merge.combine': flags.mergeCombine,
  'merge.match': flags.mergeMatch,
});
