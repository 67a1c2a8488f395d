/** An artifact, as the page shows it: what was taken in of a mail or a chat, and what it says of itself. */

import type { Engine } from '../engine/engine.js';
import { type ListedArtifact as ListedEntry, listed } from '../engine/listArtifacts.js';
import { FroeError } from '../errors.js';
import type { ArtifactListItem, ArtifactView, FileView } from './api.js';
import { kept } from './kept.js';

export async function artifact(engine: Engine, id: string): Promise<FileView> {
  const row = await engine.store.source(id);
  if (row?.kind !== 'artifact')
    throw new FroeError('not-found', 'No such artifact in the index', 'Add it with: froe ingest');
  return { ...(await kept(engine, row)), artifact: viewOf(listed(row)) };
}

export const artifactsOf = async (engine: Engine): Promise<readonly ArtifactListItem[]> =>
  (await engine.artifacts()).map((one) => ({ ...viewOf(one), title: one.title, tokens: one.tokens }));

const viewOf = ({ id, type, sourceSystem, sensitivity, ts }: ListedEntry): ArtifactView => ({
  id,
  type,
  system: sourceSystem,
  sensitivity,
  ts,
});
