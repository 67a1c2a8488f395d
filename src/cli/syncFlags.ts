/** The flags for updating before an answer, and the warnings if the index is behind. */
import { type Command, InvalidArgumentError } from 'commander';
import type { FreshnessOptions, IndexFreshness } from '../engine/engine.js';
import { warn } from './output.js';

export interface SyncFlags {
  readonly sync?: boolean;
  readonly syncLimit?: number;
}

const seconds = (value: string): number => {
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
  throw new InvalidArgumentError('It must be a number of seconds.');
};

export const withSync = (command: Command): Command =>
  command
    .option(
      '--sync-limit <seconds>',
      'maximum time to index new and changed files before the answer (default: 2)',
      seconds,
    )
    .option('--no-sync', 'answer from the index without checking for changed files');

export const freshness = ({ sync = true, syncLimit }: SyncFlags): FreshnessOptions => ({
  sync,
  ...(syncLimit === undefined ? {} : { syncLimit }),
});

/** One line, if the answer does not reflect the current tree. */
export function warnOfFreshness({ unread = 0, hindered, indexedAt }: IndexFreshness): void {
  if (indexedAt) warn(`index last updated ${ago(indexedAt)} (${indexedAt.toISOString()})`);
  if (unread === 0) return;
  const files = `${unread.toLocaleString('en')} ${unread === 1 ? 'new or changed file was' : 'new or changed files were'}`;
  const why = hindered ? hindered.message : 'the next query continues, or run: froe index';
  warn(`${files} not read: ${why}`);
}

/** The same for programs. */
export const freshnessRecord = ({ unread, hindered, indexedAt }: IndexFreshness) => ({
  ...(unread === undefined ? {} : { unread }),
  ...(hindered ? { unread_because: hindered.code } : {}),
  ...(indexedAt ? { indexed_at: indexedAt.toISOString() } : {}),
});

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

function ago(then: Date): string {
  const past = (Date.now() - then.getTime()) / 1000;
  const [unit, length] = UNITS.find(([, one]) => past >= one) ?? ['second', 1];
  const count = Math.max(0, Math.floor(past / length));
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
