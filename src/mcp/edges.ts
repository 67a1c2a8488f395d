/** Who refers to whom, by name. */
import { FroeError } from '../errors.js';
import type { Store } from '../store/store.js';
import { lastName } from '../text/lastName.js';

export interface Edge {
  readonly verb: string;
  readonly from: string;
  readonly to: string;
  /** Where it is said. */
  readonly path: string;
  readonly line: number;
}

export const directions = ['callers', 'callees', 'imports'] as const;
export type Direction = (typeof directions)[number];

export async function edgesOf(store: Store, symbol: string, direction: Direction): Promise<readonly Edge[]> {
  const name = symbol.replace(/::|#|\\/g, '.');
  const found = await store.definitions([lastName(name)]);
  const defined = found.filter(({ id }) => id === symbol || `.${id.replace(/^.*#/s, '')}`.endsWith(`.${name}`));
  if (defined.length === 0)
    throw new FroeError(
      'not-found',
      `The index knows no ${symbol}`,
      'Give a name as it is defined: Client, Client.send.',
    );
  const path = (docId: string): string => docId.replace(/^[^:]*:/, '');
  const short = (id: string): string => id.replace(/^.*#/s, '').replace(/^[^:]*:/, '');
  if (direction === 'callees') {
    const ids = new Set(defined.map(({ id }) => id));
    const said = await Promise.all(
      [...new Set(defined.map(({ docId }) => docId))].map(async (docId) =>
        (await store.referencesOf(docId))
          .filter(({ from }) => ids.has(from) || defined.some(({ id }) => from.startsWith(`${id}.`)))
          .map(({ from, target, verb, line }) => ({ verb, from: short(from), to: target, path: path(docId), line })),
      ),
    );
    return said.flat();
  }
  const rows = await store.referencesTo([lastName(name)]);
  return rows
    .filter(({ verb }) => (verb === 'imports') === (direction === 'imports'))
    .map(({ docId, from, verb, line }) => ({ verb, from: short(from), to: symbol, path: path(docId), line }));
}
