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
  { expand: count = 0, seamless = false }: NeighbourOptions,
): Promise<WithNeighbours> {
  const order = (await store.chunkPlaces(docId)).filter(({ synthetic }) => !synthetic).map(({ id }) => id);
  const positions = new Map(order.map((id, i) => [id, i]));
  const shownPositions = new Set<number>();
  for (const { id } of found) {
    const position = positions.get(id);
    if (position === undefined) continue;
    for (let i = Math.max(0, position - count); i <= Math.min(order.length - 1, position + count); i++)
      shownPositions.add(i);
  }
  const ids = order.filter((_, i) => shownPositions.has(i));
  const chunks = [...(await store.chunks(ids))].sort((a, b) => a.position - b.position);
  if (chunks.length === 0) return { text: joinMarked(found.map(({ content }) => content)), chunks: found };
  const joint: Joint = seamless ? 'seamless' : 'marked';
  const { gaps = [] } = ((await store.source(docId))?.metadata ?? {}) as TextMetadata; // written by jobs/prepare.ts, from that type
  return { text: joinMarked(runsOf(chunks, positions).map((run) => joinChunks(run, joint, gaps))), chunks };
}

/** Runs of consecutive positions. */
function runsOf(chunks: readonly Chunk[], positions: ReadonlyMap<string, number>): readonly (readonly Chunk[])[] {
  const runs: Chunk[][] = [];
  let last = Number.NaN;
  for (const chunk of chunks) {
    const position = positions.get(chunk.id) ?? Number.NaN;
    if (position === last + 1) runs[runs.length - 1].push(chunk);
    else runs.push([chunk]);
    last = position;
  }
  return runs;
}
