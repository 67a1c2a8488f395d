/** Hits in one document → the units they add up to: merge.ts on the trees that the index holds. */
import type { Placed, Store } from '../store/store.js';
import { grouped } from '../text/grouped.js';
import { byScore } from './fuse.js';
import { type MergeOptions, merge, type Parents } from './merge.js';
import { alone, type Result, type Scored, stepped } from './result.js';

/** A piece with less than this share of the best score is no match to merge by: long lists hold anything. */
const MATCH = 0.5;

/** Document by document, hits become the units they add up to. */
export async function unite(store: Store, pieces: readonly Scored[], options: MergeOptions): Promise<Result[]> {
  const enough = MATCH * (pieces[0]?.score ?? 0);
  const byDocument = grouped(
    pieces.filter(({ score }) => score >= enough),
    ({ chunk }) => chunk.docId,
  );
  const results = pieces.filter(({ score }) => score < enough).map(alone);
  const united = [...byDocument].map(([docId, found]) => uniteOf(store, docId, found, options));
  return [...results, ...(await Promise.all(united)).flat()];
}

async function uniteOf(
  store: Store,
  docId: string,
  found: readonly Scored[],
  options: MergeOptions,
): Promise<readonly Result[]> {
  const byNode = grouped(found, ({ chunk }) => nodeOf(chunk));
  const hits = [...byNode].map(([id, [best]]) => ({ id, score: best.score }));
  const merged =
    hits.length > 1
      ? merge(hits, await treeOf(store, docId), options)
      : hits.map((hit) => ({ ...hit, from: [hit.id] }));
  return merged.map(({ id, score, from }) => {
    const members = from.flatMap((node) => byNode.get(node) ?? []).sort(byScore);
    const [best] = members;
    const whole = from.length > 1 || from[0] !== id;
    const chunks = members.map(({ chunk }) => chunk);
    const scores = members.map((member) => member.score);
    const one = { ...alone(best), id: whole ? id : best.id, chunks, scores, merged: whole };
    return stepped(one, { reason: `${from.length} of it add up`, kind: 'add', value: score - best.score });
  });
}

const SUMMARY = /:summary$/;

/** The node a piece speaks for: a summary for its unit, a part for what it is a part of, any other for itself. */
function nodeOf({ id, synthetic, parentId, partOf }: Placed): string {
  if (synthetic && SUMMARY.test(id)) return id.replace(SUMMARY, '');
  return partOf > 1 && parentId !== null ? parentId : id;
}

/** Parents of all pieces of a document, and of the units above them. */
async function treeOf(store: Store, docId: string): Promise<Parents> {
  const [named, places] = await Promise.all([store.units(docId), store.places(docId)]);
  const units = new Map(named.map(({ id, parentId }) => [id, parentId]));
  const parents = new Map<string, string | null>([[docId, null]]);
  const add = (id: string, parent: string | null): void => {
    if (parents.has(id)) return;
    parents.set(id, parent);
    if (parent !== null && !parents.has(parent)) add(parent, units.get(parent) ?? (parent === docId ? null : docId));
  };
  for (const place of places) {
    const node = nodeOf(place);
    add(node, units.get(node) ?? (node === docId ? null : place.parentId));
  }
  return parents;
}
