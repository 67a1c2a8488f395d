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
  const minScore = options.match * (chunks[0]?.score ?? 0);
  const byDocument = groupBy(chunks, ({ chunk }) => chunk.docId);
  const merged = [...byDocument].map(([docId, documentHits]) =>
    mergeDocument(store, docId, documentHits, minScore, options),
  );
  return (await Promise.all(merged)).flat();
}

/** `minScore`: the least score of a match. */
async function mergeDocument(
  store: Store,
  docId: string,
  documentHits: readonly ScoredChunk[],
  minScore: number,
  options: MergeOptions,
): Promise<readonly Result[]> {
  const [matching, weak] = [
    documentHits.filter(({ score }) => score >= minScore),
    documentHits.filter(({ score }) => score < minScore),
  ];
  // A single hit is never merged, unless one is enough: the tree need not be read.
  const isAlone = matching.length < Math.min(2, options.least);
  const { parents, nodeOf } = isAlone ? unknownTree : await treeOf(store, docId, documentHits[0].chunk);
  const byNode = groupBy(matching, ({ chunk }) => nodeOf(chunk));
  const hits = [...byNode].map(([id, [best]]) => ({ id, score: best.score }));
  const merged = merge(hits, parents, options);
  const weakByResult = groupBy(weak, ({ chunk }) => enclosingResult(nodeOf(chunk), parents, merged));
  const results = merged.map((mergedNode) => {
    const members = mergedNode.from.flatMap((node) => byNode.get(node) ?? []).sort(byScore);
    return unitResult(mergedNode, members, weakByResult.get(mergedNode.id) ?? []);
  });
  return [...results, ...(weakByResult.get(undefined) ?? []).map(singleResult)];
}

/** `members`: the hits it stands for, best first; `weak`: hits below it that are no match. */
function unitResult({ id, score, by }: Merged, members: readonly ScoredChunk[], weak: readonly ScoredChunk[]): Result {
  const [best] = members;
  const all = [...members, ...weak];
  const isMerged = by !== undefined;
  const result = {
    ...singleResult(best),
    id: isMerged ? id : best.id,
    chunks: all.map(({ chunk }) => chunk),
    scores: all.map((member) => member.score),
    merged: isMerged,
    ...(by ? { mergedBy: by } : {}),
  };
  return withStep(result, { reason: by ? describeMerged(by) : '', kind: 'add', value: score - best.score });
}

/** The merged result that contains a hit which is no match. */
function enclosingResult(node: string, parents: Parents, merged: readonly Merged[]): string | undefined {
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
  const [sourceUnits, places] = await Promise.all([store.units(docId), store.chunkPlaces(docId)]);
  const units = new Map(sourceUnits.map(({ id, parentId }) => [id, parentId]));
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
