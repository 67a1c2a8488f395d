/** Where a chunk stands, in the words that people are told: the path of its file, or the title of its artifact. */
import type { Chunk } from '../schema.js';
import { ARTIFACTS } from '../store/store.js';

export const shownPath = (chunk: Pick<Chunk, 'filePath' | 'metadata'>): string => {
  const { artifact_title: title } = chunk.metadata;
  return typeof title === 'string' && title !== '' ? title : chunk.filePath;
};

/** The id of the artifact that it is of; null where it is of a file. */
export const artifactOf = ({ tree, docId }: Pick<Chunk, 'tree' | 'docId'>): string | null =>
  tree === ARTIFACTS ? docId : null;

/** `art_4711::chunk::003::c0ffee12` → `art_4711::chunk::003`, which is read whatever the chunk says by then; of no other id. */
export const chunkAddress = (id: string): string | undefined => /^(.+::chunk::\d+)::[0-9a-f]{8}$/s.exec(id)?.[1];
