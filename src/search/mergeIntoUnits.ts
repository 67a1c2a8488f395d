/** Merges hits into sections and units: merge.ts on the trees in the index. */
import type { Chunk } from '../schema.js';
import type { ChunkPlace, Store } from '../store/store.js';
import { groupBy } from '../text/groupBy.js';
import { byScore } from './fuse.js';
import { describeMerged, type Merged, type MergeOptions, merge, type Parents } from './merge.js';
import { type Result, type ScoredChunk, singleResult, withStep } from './result.js';

/** Document by document. */
export async function mergeIntoUnits(
  store: Store,
  chunks: readonly ScoredChunk[],
  options: MergeOptions,
): Promise<Result[]> {
  const enough = options.match * (chunks[0]?.score ?? 0);
  const byDocument = groupBy(chunks, ({ chunk }) => chunk.docId);
  const united = [...byDocument].map(([docId, found]) => mergeDocument(store, docId, found, enough, options));
  return (await Promise.all(united)).flat();
}

/** `enough`: the least score of a match. */
async function mergeDocument(
  store: Store,
  docId: string,
  found: readonly ScoredChunk[],
  enough: number,
  options: MergeOptions,
): Promise<readonly Result[]> {
  const [matching, weak] = [found.filter(({ score }) => score >= enough), found.filter(({ score }) => score < enough)];
  // A single hit is never merged, unless one is enough: the tree need not be read.
  const isAlone = matching.length < Math.min(2, options.least);
  const { parents, nodeOf } = isAlone ? unknownTree : await treeOf(store, docId, found[0].chunk);
  const byNode = groupBy(matching, ({ chunk }) => nodeOf(chunk));
  const hits = [...byNode].map(([id, [best]]) => ({ id, score: best.score }));
  const merged = merge(hits, parents, options);
  const inside = groupBy(weak, ({ chunk }) => holderOf(nodeOf(chunk), parents, merged));
  const results = merged.map((one) => {
    const members = one.from.flatMap((node) => byNode.get(node) ?? []).sort(byScore);
    return united(one, members, inside.get(one.id) ?? []);
  });
  return [...results, ...(inside.get(undefined) ?? []).map(singleResult)];
}

/** `members`: the hits it stands for, best first; `inside`: hits below it that are no match. */
function united({ id, score, by }: Merged, members: readonly ScoredChunk[], inside: readonly ScoredChunk[]): Result {
  const [best] = members;
  const all = [...members, ...inside];
  const whole = by !== undefined;
  const one = {
    ...singleResult(best),
    id: whole ? id : best.id,
    chunks: all.map(({ chunk }) => chunk),
    scores: all.map((member) => member.score),
    merged: whole,
    ...(by ? { mergedBy: by } : {}),
  };
  return withStep(one, { reason: by ? describeMerged(by) : '', kind: 'add', value: score - best.score });
}

/** The merged result that contains a hit which is no match. */
function holderOf(node: string, parents: Parents, merged: readonly Merged[]): string | undefined {
  const holders = new Set(merged.flatMap(({ id, by }) => (by ? [id] : [])));
  const seen = new Set<string>();
  for (let at: string | null | undefined = node; at != null && !seen.has(at); at = parents.get(at)) {
    if (holders.has(at)) return at;
    seen.add(at);
  }
  return undefined;
}
/** Parents in a document, and the node that each of its chunks belongs to. */
interface Tree {
  readonly parents: Parents;
  readonly nodeOf: (chunk: ChunkPlace) => string;
}

const SUMMARY = /:summary$/;

/** A chunk of an artifact: `art_4711::chunk::003::c0ffee12` */
const NUMBERED = /::chunk::\d+::[0-9a-f]{8}$/;

/** A summary belongs to its unit, a part or a numbered chunk to its parent, any other chunk is a node itself. */
function ownNode({ id, synthetic, parentId, partOf }: ChunkPlace): string {
  if (synthetic && SUMMARY.test(id)) return id.replace(SUMMARY, '');
  return (partOf > 1 || NUMBERED.test(id)) && parentId !== null ? parentId : id;
}

const unknownTree: Tree = { parents: new Map(), nodeOf: ownNode };

/** The tree of a document: its chunks, and the units above them. */
async function treeOf(store: Store, docId: string, { headers }: Pick<Chunk, 'headers'>): Promise<Tree> {
  const [named, places] = await Promise.all([store.units(docId), store.chunkPlaces(docId)]);
  const units = new Map(named.map(({ id, parentId }) => [id, parentId]));
  const parents = new Map<string, string | null>([[docId, null]]);
  const add = (id: string, parent: string | null): void => {
    if (parents.has(id)) return;
    parents.set(id, parent);
    if (parent !== null && !parents.has(parent)) add(parent, units.get(parent) ?? (parent === docId ? null : docId));
  };
  // Under headings, a chunk without a heading of its own belongs to its section, or to the document.
  const nodeOf = (chunk: ChunkPlace): string => {
    const node = ownNode(chunk);
    return headers === undefined || units.has(node) ? node : (chunk.parentId ?? node);
  };
  for (const place of places) {
    const node = nodeOf(place);
    add(node, units.get(node) ?? (node === docId ? null : place.parentId));
  }
  return { parents, nodeOf };
}
