/**
 * The chunks that define a symbol or are part of it:
 *
 *     Client           every class, function or module of that name, with all that is in it
 *     Client.get       that method; Client#get and Client::get are the same
 *     http.Client.get  whatever stands before it must be there
 *
 * A chunk that holds several small definitions is part of each of them. A
 * heading of a document defines nothing.
 */
import type { Chunk } from '../schema.js';
import type { Store, UnitDefinition } from '../store/store.js';
import { groupBy } from '../text/groupBy.js';
import { lastName } from '../text/lastName.js';

export async function symbolChunks(store: Store, symbols: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  const meant = (await Promise.all(symbols.map((symbol) => definitionsOf(store, symbol)))).flat();
  for (const [docId, units] of groupBy(meant, (unit) => unit.docId)) {
    const chunks = await store.chunksOf(docId);
    ids.push(...chunks.filter((chunk) => units.some((unit) => isPart(chunk, unit))).map(({ id }) => id));
  }
  return ids;
}

async function definitionsOf(store: Store, symbol: string): Promise<readonly UnitDefinition[]> {
  const asked = dotted(symbol);
  const defined = await store.definitions([lastName(symbol)]);
  return defined.filter(({ id, docId }) => `.${dotted(id.slice(docId.length + 1))}`.endsWith(`.${asked}`));
}

/** `Client#get`, `Client::get`, `Client.get()` and the second `Client.get@2` of a file are all Client.get. */
const dotted = (name: string): string =>
  name
    .replace(/\(\)$/, '')
    .replace(/@\d+(?=\.|$)/g, '')
    .replace(/::|#|->|\\/g, '.');

function isPart(chunk: Chunk, { id, charStart, charEnd }: UnitDefinition): boolean {
  if (chunk.sourceType !== 'code') return false;
  // An outline or a summary stands for one unit, and touches those inside it.
  if (chunk.synthetic) return chunk.parentId === id || chunk.id === id || chunk.id.startsWith(`${id}:`);
  return chunk.charStart < charEnd && chunk.charEnd > charStart;
}
