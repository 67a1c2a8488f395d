/**
 * Whoever is shown methods of a class wants to know what else it has. Where two
 * of them were found, or one for somebody who is looking around, the outline of
 * their class comes along, behind everything that was found itself.
 *
 *     found:   Client.get (0.9)   Cache.read (0.7)   Client.post (0.4)
 *     read:    Client.get         Cache.read         Client.post         Client, as an outline (0.4)
 */
import type { Scope } from '../search/scope.js';
import type { Store } from '../store/store.js';
import type { Unit } from '../types.js';
import type { Segment } from './segments.js';

export async function outlinesFor(store: Store, segments: readonly Segment[], scope: Scope): Promise<Segment[]> {
  const enough = scope === 'focused' ? 2 : 1;
  const lowest = Math.min(...segments.map(({ score }) => score));
  const shown = new Set(segments.flatMap(({ chunks }) => chunks.map(({ id }) => id)));
  const outlines: Segment[] = [];
  for (const [docId, members] of await membersHit(store, segments)) {
    const all = await store.chunksOf(docId);
    for (const [owner, names] of members) {
      const outline = all.find(
        ({ id, synthetic }) => synthetic && (id === `${owner}:outline` || id === `${owner}:summary`),
      );
      if (!outline || names.size < enough || shown.has(outline.id)) continue;
      outlines.push({ chunks: [outline], score: lowest });
    }
  }
  return outlines;
}

/** By document and by class: which of its methods are among the segments. Classes that are there whole are left out. */
async function membersHit(
  store: Store,
  segments: readonly Segment[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>> {
  const hit = new Map<string, Map<string, Set<string>>>();
  const whole = new Set<string>();
  for (const { chunks } of segments) {
    const { docId, charStart, synthetic, sourceType } = chunks[0];
    const { charEnd } = chunks[chunks.length - 1];
    if (synthetic || sourceType !== 'code') continue;
    for (const unit of await store.units(docId)) {
      if (unit.charStart >= charStart && unit.charEnd <= charEnd) whole.add(unit.id);
      if (!isMethod(unit) || unit.charStart >= charEnd || unit.charEnd <= charStart) continue;
      const owners = hit.get(docId) ?? new Map<string, Set<string>>();
      hit.set(docId, owners.set(unit.parentId, (owners.get(unit.parentId) ?? new Set()).add(unit.id)));
    }
  }
  for (const owners of hit.values()) for (const id of whole) owners.delete(id);
  return hit;
}

const isMethod = ({ kind }: Unit): boolean => kind === 'method';
