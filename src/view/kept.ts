/** A source as the index keeps it, for the page: an artifact, or a file that is no longer there. */
import { setImmediate } from 'node:timers/promises';
import type { Engine } from '../engine/engine.js';
import type { SourceRow, Store } from '../engine/indexes.js';
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import type { FileView } from './api.js';
import { chunkView, inOrder } from './chunkView.js';

/** A page is no place for a file of any size: the text travels whole. */
export const MOST_BYTES = 16_000_000;
/** Chunks read from the index in one go. */
const AT_ONCE = 500;

export async function kept(engine: Engine, row: SourceRow, notes: readonly string[] = []): Promise<FileView> {
  if (row.size > MOST_BYTES)
    throw new FroeError('too-large', `It has ${row.size} bytes; the viewer shows at most ${MOST_BYTES}`);
  const { text } = await engine.get(row.docId, { sync: false });
  const chunks = (await chunksOf(engine.store, row.docId)).map(chunkView);
  return {
    path: row.kind === 'artifact' ? row.title : row.path,
    artifact: null,
    language: row.language,
    text,
    extracted: typeof row.metadata.extracted === 'string' ? row.metadata.extracted : null,
    cap: chunks.reduce((most, { tokens }) => Math.max(most, tokens), 1),
    overlap: 0,
    chunks: inOrder(chunks),
    notes,
    asIndexed: true,
  };
}

/** A large file has many, and others may ask in between. */
export async function chunksOf(store: Store, docId: string): Promise<readonly Chunk[]> {
  const all: Chunk[] = [];
  for (let from = 0; ; from += AT_ONCE) {
    const some = await store.chunksOf(docId, from, from + AT_ONCE - 1);
    if (some.length === 0) return all;
    all.push(...some);
    await setImmediate();
  }
}
