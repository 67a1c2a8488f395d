/** What is meant, as the graph knows it: a unit, or a source as a whole. */
import { type GraphPlace, idOf } from '../graph/place.js';
import type { Store } from '../store/store.js';
import type { Unit } from '../types.js';
import type { ResolvedAddress } from './address.js';

export async function symbolsAt(store: Store, all: readonly ResolvedAddress[]): Promise<readonly GraphPlace[]> {
  const places = new Map<string, GraphPlace>();
  for (const meant of all) {
    const unit = meant.unit ?? (await unitAt(store, meant));
    const place = { docId: meant.source.docId, ...(unit ? { unit } : {}) };
    places.set(idOf(place), place);
  }
  return [...places.values()];
}

/** The unit that a chunk belongs to, or the innermost one that has all of the lines. */
async function unitAt(store: Store, { source, chunk, lines }: ResolvedAddress): Promise<Unit | undefined> {
  if (!chunk && !lines) return undefined;
  const units = await store.units(source.docId);
  if (chunk) return units.find(({ id }) => id === chunk.parentId);
  const [from, to] = lines ?? [1, 1];
  return units.findLast(({ startLine, endLine }) => startLine <= from && endLine >= to); // from the top down
}
