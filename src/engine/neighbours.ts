/**
 * Chunks of one source with their neighbours:
 *
 *     chunks of the source    0 1 2 3 4 5 6 7 8
 *     found                       2         7
 *     one more on each side     1 2 3     6 7 8     two runs, with a boundary between
 *
 * Synthetic chunks (outlines, summaries) are not part of the text and have no neighbours.
 */
import { type Joint, joinChunks, joinMarked } from '../chunk/expand.js';
import type { Chunk } from '../schema.js';
import type { Store, TextMetadata } from '../store/store.js';

/** Maximum neighbours on each side. */
export const MAX_NEIGHBOURS = 20;

export interface NeighbourOptions {
  /** Number of chunks before and after. */
  readonly expand?: number;
  /** As continuous source, without boundary lines and without overlap. */
  readonly seamless?: boolean;
}

export interface WithNeighbours {
  readonly text: string;
  /** In the order of the source. */
  readonly chunks: readonly Chunk[];
}

export async function withNeighbours(
  store: Store,
  docId: string,
  found: readonly Chunk[],
  { expand: around = 0, seamless = false }: NeighbourOptions,
): Promise<WithNeighbours> {
  const order = (await store.chunkPlaces(docId)).filter(({ synthetic }) => !synthetic).map(({ id }) => id);
  const places = new Map(order.map((id, i) => [id, i]));
  const wanted = new Set<number>();
  for (const { id } of found) {
    const at = places.get(id);
    if (at === undefined) continue;
    for (let i = Math.max(0, at - around); i <= Math.min(order.length - 1, at + around); i++) wanted.add(i);
  }
  const ids = order.filter((_, i) => wanted.has(i));
  const chunks = [...(await store.chunks(ids))].sort((a, b) => a.position - b.position);
  if (chunks.length === 0) return { text: joinMarked(found.map(({ content }) => content)), chunks: found };
  const joint: Joint = seamless ? 'seamless' : 'marked';
  const { gaps = [] } = ((await store.source(docId))?.metadata ?? {}) as TextMetadata; // written by jobs/prepare.ts, from that type
  return { text: joinMarked(runsOf(chunks, places).map((run) => joinChunks(run, joint, gaps))), chunks };
}

/** Runs of consecutive positions. */
function runsOf(chunks: readonly Chunk[], places: ReadonlyMap<string, number>): readonly (readonly Chunk[])[] {
  const runs: Chunk[][] = [];
  let last = Number.NaN;
  for (const chunk of chunks) {
    const at = places.get(chunk.id) ?? Number.NaN;
    if (at === last + 1) runs[runs.length - 1].push(chunk);
    else runs.push([chunk]);
    last = at;
  }
  return runs;
}
