/** Addresses as nodes of the graph: units, or whole sources. */
import { type GraphPlace, idOf } from '../graph/place.js';
import type { Store } from '../store/store.js';
import { exactPath, pathMatcher } from '../text/pathPattern.js';
import type { Unit } from '../types.js';
import type { AddressScope, ResolvedAddress } from './address.js';
import { lineRangeOf } from './get.js';
import { pathsOf } from './indexPaths.js';
import { readSourceText } from './sourceText.js';

/** Those that are at one of the paths `within` or below it. Lines that do not exist are refused. */
export async function graphPlaces(
  scope: AddressScope,
  resolved: readonly ResolvedAddress[],
  within?: readonly string[],
): Promise<readonly GraphPlace[]> {
  const { store } = scope;
  const { locate } = pathsOf(scope);
  const isBelowPath = within ? pathMatcher(within.map(exactPath)) : () => true;
  const addresses = resolved.filter(({ source }) => isBelowPath(source.path));
  for (const address of addresses)
    if (address.lines) lineRangeOf(address, await readSourceText(store, locate, address.source));
  return symbolsAt(store, addresses);
}

/** Each once. */
export async function symbolsAt(store: Store, addresses: readonly ResolvedAddress[]): Promise<readonly GraphPlace[]> {
  const places = new Map<string, GraphPlace>();
  for (const address of addresses) {
    const unit = address.unit ?? (await unitAt(store, address));
    const place = { docId: address.source.docId, ...(unit ? { unit } : {}) };
    places.set(idOf(place), place);
  }
  return [...places.values()];
}

/** The unit of a chunk, or the innermost unit that contains all lines. */
async function unitAt(store: Store, { source, chunk, lines }: ResolvedAddress): Promise<Unit | undefined> {
  if (!chunk && !lines) return undefined;
  const units = await store.units(source.docId);
  if (chunk) return units.find(({ id }) => id === chunk.parentId);
  const [from, to] = lines ?? [1, 1];
  return units.findLast(({ startLine, endLine }) => startLine <= from && endLine >= to); // units are in pre-order
}
