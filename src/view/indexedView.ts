/** A source as the index has it: an artifact, a commit, or a file that was deleted. */
import { setImmediate } from 'node:timers/promises';
import type { Engine } from '../engine/engine.js';
import { COMMITS, type SourceRow, type Store } from '../engine/indexes.js';
import { type ListedArtifact, listedArtifact } from '../engine/listArtifacts.js';
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import type { ArtifactListItem, ArtifactView, FileView } from './api.js';
import { chunkView, inOrder } from './chunkView.js';
import { colouredText } from './colouredText.js';

/** The page gets the whole text, so its size is limited. */
export const MAX_TEXT_BYTES = 16_000_000;
/** Chunks per read. */
const BATCH_CHUNKS = 500;

export async function indexedView(
  engine: Engine,
  row: SourceRow,
  words: readonly string[],
  notes: readonly string[] = [],
  store: Store = engine.store,
): Promise<FileView> {
  if (row.size > MAX_TEXT_BYTES)
    throw new FroeError('too-large', `It has ${row.size} bytes; the viewer shows at most ${MAX_TEXT_BYTES}`);
  const { text } = await engine.get(row.docId, { sync: false });
  const chunks = (await allChunksOf(store, row.docId)).map(chunkView);
  return {
    path: row.kind === 'file' ? row.path : row.title,
    artifact: null,
    language: row.language,
    ...(await colouredText(text, row.language, words)),
    extracted: typeof row.metadata.extracted === 'string' ? row.metadata.extracted : null,
    cap: chunks.reduce((most, { tokens }) => Math.max(most, tokens), 1),
    overlap: 0,
    chunks: inOrder(chunks),
    notes,
    asIndexed: true,
  };
}

/** Read in batches, so that other requests are answered in between. */
export async function allChunksOf(store: Store, docId: string): Promise<readonly Chunk[]> {
  const all: Chunk[] = [];
  for (let from = 0; ; from += BATCH_CHUNKS) {
    const some = await store.chunksOf(docId, from, from + BATCH_CHUNKS - 1);
    if (some.length === 0) return all;
    all.push(...some);
    await setImmediate();
  }
}

/** An artifact, or a commit: its message, files and hunks. */
export async function artifact(engine: Engine, id: string, words: readonly string[] = []): Promise<FileView> {
  if (id.startsWith(`${COMMITS}:`)) return commitView(engine, id, words);
  const row = await engine.store.source(id);
  if (row?.kind !== 'artifact')
    throw new FroeError('not-found', 'No such artifact in the index', 'Add it with: froe ingest');
  return { ...(await indexedView(engine, row, words)), artifact: viewOf(listedArtifact(row)) };
}

async function commitView(engine: Engine, id: string, words: readonly string[]): Promise<FileView> {
  const history = await engine.store.history();
  const row = await history?.source(id);
  if (!history || !row) throw new FroeError('not-found', 'No such commit in the index', 'Run: froe index --history');
  const { ts = '' } = row.metadata;
  const own: ArtifactView = { id, type: 'commit', system: 'git', sensitivity: 'normal', ts: String(ts) };
  return { ...(await indexedView(engine, row, words, [], history)), artifact: own };
}

export const artifactsOf = async (engine: Engine): Promise<readonly ArtifactListItem[]> =>
  (await engine.artifacts()).map((one) => ({ ...viewOf(one), title: one.title, tokens: one.tokens }));

const viewOf = ({ id, type, sourceSystem, sensitivity, ts }: ListedArtifact): ArtifactView => ({
  id,
  type,
  system: sourceSystem,
  sensitivity,
  ts,
});
