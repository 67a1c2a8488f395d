/**
 * Outlines of the classes whose methods are shown. If two methods of a class were found,
 * or one for a broad query, the head of the class is added, with the signatures of its
 * members, behind all results; if the class has a summary, that instead.
 *
 *     found:   Client.get (0.9)   Cache.read (0.7)   Client.post (0.4)
 *     read:    Client.get         Cache.read         Client.post         head of Client (0.4)
 */

import type { Scope } from '../search/scope.js';
import type { Overview, Store } from '../store/store.js';
import { areaOf } from '../text/fileKinds.js';
import { visible } from '../text/visible.js';
import type { Unit } from '../types.js';
import { type ContextSegment, isHead } from './segments.js';

export async function outlinesFor(
  store: Store,
  segments: readonly ContextSegment[],
  scope: Scope,
): Promise<ContextSegment[]> {
  const minMembers = scope === 'focused' ? 2 : 1;
  const lowest = Math.min(...segments.map(({ score }) => score));
  const shown = new Set(segments.flatMap(({ chunks }) => chunks.map(({ id }) => id)));
  const outlines: ContextSegment[] = [];
  for (const [owner, { docId, members }] of await membersByClass(store, segments)) {
    if (members.size < minMembers) continue;
    const outlineIds = [`${owner}:summary`, owner];
    const existingIds = new Set((await store.chunkPlaces(docId)).map(({ id }) => id));
    const candidates = await store.chunks(outlineIds.filter((id) => existingIds.has(id)));
    const outline = candidates.find(({ synthetic }) => synthetic) ?? candidates.find(isHead);
    if (outline && !shown.has(outline.id)) outlines.push({ chunks: [outline], score: lowest });
  }
  return outlines;
}

/** The methods of a class that are among the segments, and the source that it is in. */
interface MembersHit {
  readonly docId: string;
  readonly members: Set<string>;
}

/** By class. Classes whose methods are all complete are left out. */
async function membersByClass(
  store: Store,
  segments: readonly ContextSegment[],
): Promise<ReadonlyMap<string, MembersHit>> {
  const byClass = new Map<string, MembersHit>();
  const completeUnits = new Set<string>();
  const code = segments.filter(({ chunks: [first] }) => !first.synthetic && first.sourceType === 'code');
  const unitsOf = await Promise.all(code.map(({ chunks: [first] }) => store.units(first.docId)));
  code.forEach(({ chunks }, i) => {
    const [{ charStart, docId }, { charEnd }] = [chunks[0], chunks[chunks.length - 1]];
    for (const unit of unitsOf[i]) {
      if (unit.charStart >= charStart && unit.charEnd <= charEnd) completeUnits.add(unit.id);
      if (!isMethod(unit) || unit.charStart >= charEnd || unit.charEnd <= charStart) continue;
      const entry = byClass.get(unit.parentId) ?? { docId, members: new Set() };
      entry.members.add(unit.id);
      byClass.set(unit.parentId, entry);
    }
  });
  const incompleteClasses = new Set(
    unitsOf
      .flat()
      .filter((unit) => isMethod(unit) && !completeUnits.has(unit.id))
      .map(({ parentId }) => parentId),
  );
  return new Map([...byClass].filter(([owner]) => incompleteClasses.has(owner)));
}

const isMethod = ({ kind }: Unit): boolean => kind === 'method';

/** Most entries of a line of the overview. */
const MAX_LISTED = 8;
const MAX_STACK_ENTRIES = 12;

/** The overview of a context in a few lines: size, languages, stack, areas, and the area of the results. */
export function overviewText(overview: Overview, segments: readonly ContextSegment[]): string {
  const { languages, areas, sources, tokens, stack, databases, units } = overview;
  if (sources === 0) return '';
  const list = (counts: readonly (readonly [string, number])[]): string =>
    counts
      .slice(0, MAX_LISTED)
      .map(([name, count]) => `${visible(name)} (${count.toLocaleString('en')})`)
      .join(', ');
  const hitsByArea = new Map<string, number>();
  for (const { chunks } of segments)
    hitsByArea.set(areaOf(chunks[0].filePath), (hitsByArea.get(areaOf(chunks[0].filePath)) ?? 0) + 1);
  const [relevant] = [...hitsByArea].sort((a, b) => b[1] - a[1]);
  const total = areas.find(([area]) => area === relevant?.[0])?.[1];
  return [
    `Overview: ${sources.toLocaleString('en')} files, ${tokens.toLocaleString('en')} tokens: ${list(languages)}.`,
    ...(stack.length > 0 ? [`Stack: ${stack.slice(0, MAX_STACK_ENTRIES).map(visible).join(', ')}.`] : []),
    ...(databases.length > 0 ? [`Database: ${databases.slice(0, MAX_LISTED).map(visible).join(', ')}.`] : []),
    ...(units.length > 0 ? [`Units: ${list(units)}.`] : []),
    `Areas: ${list(areas)}.`,
    ...(relevant
      ? [
          `Relevant area: ${visible(relevant[0])}${total === undefined ? '' : ` (${total.toLocaleString('en')} ${total === 1 ? 'file' : 'files'})`}.`,
        ]
      : []),
  ].join('\n');
}
