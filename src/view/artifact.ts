/** An artifact, as the page shows it: what was taken in of a mail or a chat, and what it says of itself. */
import { FroeError } from '../errors.js';
import type { Engine } from '../open.js';
import type { Chunk } from '../schema.js';
import type { SourceRow } from '../store/store.js';
import { ARTIFACTS } from '../store/store.js';
import type { ArtifactView, FileView, ListedArtifact } from './api.js';
import { kept } from './kept.js';

export async function artifact(engine: Engine, id: string): Promise<FileView> {
  const row = await engine.store.source(id);
  if (row?.kind !== 'artifact')
    throw new FroeError('not-found', 'There is no such artifact in the index', 'Take it in: froe ingest');
  return { ...(await kept(engine, row)), artifact: about(row) };
}

/** The newest first where they say when they were written, then by title. */
export async function artifactsOf({ store }: Engine): Promise<readonly ListedArtifact[]> {
  const rows = [...(await store.sources(ARTIFACTS)).values()].filter(({ kind }) => kind === 'artifact');
  const listed = rows.map((row) => ({ ...about(row), title: row.title, tokens: row.tokens }));
  return listed.sort((a, b) => (a.ts === b.ts ? (a.title < b.title ? -1 : 1) : a.ts > b.ts ? -1 : 1));
}

/** Its id, where a piece is of an artifact. */
export const artifactOf = ({ tree, docId }: Pick<Chunk, 'tree' | 'docId'>): string | null =>
  tree === ARTIFACTS ? docId : null;

function about({ docId, metadata }: SourceRow): ArtifactView {
  const said = (key: string): string => {
    const value = metadata[key];
    return typeof value === 'string' ? value : '';
  };
  return {
    id: docId,
    type: said('artifact_type'),
    system: said('source_system'),
    sensitivity: said('sensitivity'),
    ts: said('ts'),
  };
}
