/** What each option of merging may be, wherever somebody says it: in a call, a flag, a variable, a file. */
import { combinings, type MergeOptions } from '../search/merge.js';
import { flag, number, type OptionKinds, oneOf, whole } from './kinds.js';

export const mergeKinds = {
  threshold: number(0, 1),
  inclusive: flag,
  least: whole(1),
  cap: number(1),
  combine: oneOf(...combinings),
  match: number(0, 1),
} satisfies OptionKinds<MergeOptions>;
