/**
 * The chunks of an artifact as they are stored: numbered, named after the artifact's
 * title, each with its origin.
 *
 *     art_4711                            whole
 *     art_4711::chunk::003::c0ffee12      a chunk; metadata.place: art_4711#milestones
 */

import type { Prefix } from '../chunk/chunkWriter.js';
import { chunkId } from '../chunk/window.js';
import type { Chunk } from '../schema.js';
import { indexedChunk } from '../store/indexedChunk.js';
import type { IndexedChunk } from '../store/store.js';
import { wordsOf } from '../text/words.js';
import type { Unit } from '../types.js';

interface ArtifactInfo {
  readonly docId: string;
  readonly title: string;
  /** The name in its chunks: its first heading or its file name. */
  readonly nameInChunks: string;
  readonly sensitivity: string;
  readonly ts?: string;
  readonly prefix: Prefix;
  readonly units: readonly Unit[];
}

export function artifactChunks(chunks: readonly Chunk[], artifact: ArtifactInfo): IndexedChunk[] {
  if (chunks.length === 1) return [withArtifact(chunks[0], artifact)];
  const sections = new Set(artifact.units.map(({ id }) => id));
  return chunks.map((chunk, i) => withArtifact(numberChunk(chunk, i, artifact.docId, sections), artifact));
}

/**
 * A chunk of an artifact is identified by its number; `place` names its section. Its parent is that section: the section
 * is the node, and the chunk a window of it.
 */
function numberChunk(chunk: Chunk, index: number, docId: string, sections: ReadonlySet<string>): Chunk {
  const { id: place, contentHash, metadata, parentId } = chunk;
  const section = place.replace(/~\d+$/, '');
  const numberedFields = {
    id: chunkId(docId, index, contentHash),
    // A chunk of several sections belongs to the one that contains them.
    parentId: metadata.names === undefined && sections.has(section) ? section : (parentId ?? docId),
    metadata: { ...metadata, chunk_index: index, ...(place.startsWith(`${docId}#`) ? { place } : {}) },
  };
  return { ...chunk, ...numberedFields };
}

/** Adds the origin to a chunk. It is found and shown by its title. */
function withArtifact(
  chunk: Chunk,
  { docId, title, nameInChunks, sensitivity, ts, prefix, units }: ArtifactInfo,
): IndexedChunk {
  const artifactFields = {
    artifact_id: docId,
    artifact_title: title,
    sensitivity,
    ...(ts === undefined ? {} : { ts }),
    // type:artifact finds it, whatever its format.
    ...(chunk.sourceType === 'artifact' ? {} : { unit_type: chunk.id === docId ? 'artifact' : 'artifact_chunk' }),
    // What it was embedded with: the file name alone would not reproduce it. A window is embedded without a prefix.
    ...(chunk.embedHash === chunk.contentHash ? {} : { prefix: prefix(chunk) }),
  };
  const { chunk: titled, words } = indexedChunk({ ...chunk, ...titledNames(chunk, nameInChunks, title) }, units);
  return {
    chunk: { ...titled, metadata: { ...chunk.metadata, ...artifactFields } },
    words: { ...words, path: `${words.path} ${wordsOf(title)}` },
  };
}

/**
 * `> chat.txt › May` → `> Minutes › May`: names after the file become names after the title. A heading that was the title
 * goes below a title that the user gave.
 */
function titledNames(chunk: Chunk, nameInChunks: string, title: string): Partial<Chunk> {
  const { id, docId, name, fullName, filename, breadcrumb } = chunk;
  if (title === nameInChunks || !`${breadcrumb} › `.startsWith(`> ${nameInChunks} › `)) return {};
  const isDocument = fullName === nameInChunks && (id === docId || nameInChunks === filename);
  const heading = !isDocument && `${fullName} > `.startsWith(`${nameInChunks} > `) ? ` › ${nameInChunks}` : '';
  return {
    ...(isDocument && name === nameInChunks ? { name: title, fullName: title } : {}),
    ...(chunk.slug === null ? { title } : {}),
    breadcrumb: `> ${title}${heading}${breadcrumb.slice(2 + nameInChunks.length)}`,
  };
}
