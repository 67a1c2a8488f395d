/** Who refers to whom, one line for each. */

import type { AddressOptions, Engine } from '../engine/engine.js';
import type { Neighbour } from '../engine/results.js';

export interface EdgeRecord {
  readonly verb: string;
  readonly from: string;
  readonly to: string;
  /** Where it is said. */
  readonly path: string;
  readonly line: number;
}

type Direction = (typeof directions)[number];
export const directions = ['callers', 'callees', 'imports'] as const;

/** `callers` use a symbol, and `imports` only name it; `callees` are what it uses itself. */
export async function edgesOf(
  engine: Engine,
  symbol: string,
  direction: Direction,
  options: Pick<AddressOptions, 'offers'> = {},
): Promise<readonly EdgeRecord[]> {
  const all = await engine.references(symbol, options);
  if (direction === 'callees')
    return all.flatMap(({ callees }) => callees.map((one) => ({ ...saidIn(one), from: one.own, to: one.name })));
  return all
    .flatMap(({ callers }) => callers)
    .filter(({ verb }) => (verb === 'imports') === (direction === 'imports'))
    .map((one) => ({ ...saidIn(one), from: one.name, to: one.own }));
}

/** `src/app.py:12` */
function saidIn({ verb, said }: Neighbour): Pick<EdgeRecord, 'verb' | 'path' | 'line'> {
  const colon = said.lastIndexOf(':');
  return { verb, path: said.slice(0, colon), line: Number(said.slice(colon + 1)) };
}
