/** The flags of the commands that can show what stands around a chunk. */
import type { Command } from 'commander';
import type { NeighbourOptions } from '../engine/neighbours.js';
import { FroeError } from '../errors.js';
import { whole } from './sharedFlags.js';

export interface ExpandFlags {
  readonly expand?: number;
  readonly seamless?: boolean;
}

export const withExpand = (command: Command): Command =>
  command
    .option('--expand <n>', 'add this many chunks before and after, separated by [CHUNK BOUNDARY]', whole)
    .option('--seamless', 'with --expand: continuous text, without boundaries and overlap');

/** Undefined where nobody asked for it. */
export function expanding({ expand, seamless = false }: ExpandFlags): NeighbourOptions | undefined {
  if (expand !== undefined) return { expand, seamless };
  if (seamless) throw new FroeError('bad-option', '--seamless requires --expand', 'Example: --expand 1 --seamless');
  return undefined;
}
