/** What a source is as a whole: how long, and what is in it. */
import type { Store, TextMetadata } from '../store/store.js';
import type { SourceSize } from './truncate.js';

export async function sourceSize(store: Store, docId: string): Promise<SourceSize> {
  const [row, places, units] = await Promise.all([store.source(docId), store.chunkPlaces(docId), store.units(docId)]);
  const last = places.filter(({ synthetic }) => !synthetic).at(-1);
  const [chunk] = last ? await store.chunks([last.id]) : [];
  if (!row || !chunk) return { lines: 0, tokens: 0, units };
  const { gaps = [] } = row.metadata as TextMetadata; // written by jobs/prepare.ts, from that type
  const behind = gaps.filter(([start]) => start >= chunk.charEnd).map(([, text]) => text);
  const breaks = behind.join('').split('\n').length - 1;
  const begun = breaks > 0 && !chunk.content.endsWith('\n') ? 1 : 0; // the first one only ends its last line
  return { lines: chunk.endLine + breaks - begun, tokens: row.tokens, units };
}
