/**
 * The chunks of an artifact, as an index keeps them: numbered, known by the
 * artifact's title, and each with what it must say of where it comes from.
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
  /** What its chunks call it: its first heading or its file's name. */
  readonly called: string;
  readonly sensitivity: string;
  readonly ts?: string;
  readonly prefix: Prefix;
  readonly units: readonly Unit[];
}

export function artifactChunks(chunks: readonly Chunk[], whose: ArtifactInfo): IndexedChunk[] {
  if (chunks.length === 1) return [withArtifact(chunks[0], whose)];
  const sections = new Set(whose.units.map(({ id }) => id));
  return chunks.map((chunk, i) => withArtifact(numbered(chunk, i, whose.docId, sections), whose));
}

/**
 * Every chunk of an artifact is found by its number; which section it is, its place says. It belongs to that section:
 * the section is the node, and the chunk a window beneath it.
 */
function numbered(chunk: Chunk, index: number, docId: string, sections: ReadonlySet<string>): Chunk {
  const { id: place, contentHash, metadata, parentId } = chunk;
  const section = place.replace(/~\d+$/, '');
  const own = {
    id: chunkId(docId, index, contentHash),
    // Where several sections share a chunk, it belongs to what holds them all.
    parentId: metadata.names === undefined && sections.has(section) ? section : (parentId ?? docId),
    metadata: { ...metadata, chunk_index: index, ...(place.startsWith(`${docId}#`) ? { place } : {}) },
  };
  return { ...chunk, ...own };
}

/** What every chunk of an artifact says of where it comes from. It is found and shown by its title. */
function withArtifact(
  chunk: Chunk,
  { docId, title, called, sensitivity, ts, prefix, units }: ArtifactInfo,
): IndexedChunk {
  const own = {
    artifact_id: docId,
    artifact_title: title,
    sensitivity,
    ...(ts === undefined ? {} : { ts }),
    // Of whatever form, type:artifact finds it.
    ...(chunk.sourceType === 'artifact' ? {} : { unit_type: chunk.id === docId ? 'artifact' : 'artifact_chunk' }),
    // What it was embedded with: the file's name alone would not bring it back. A window is embedded as it is.
    ...(chunk.embedHash === chunk.contentHash ? {} : { prefix: prefix(chunk) }),
  };
  const { chunk: titled, words } = indexedChunk({ ...chunk, ...titledNames(chunk, called, title) }, units);
  return {
    chunk: { ...titled, metadata: { ...chunk.metadata, ...own } },
    words: { ...words, path: `${words.path} ${wordsOf(title)}` },
  };
}

/**
 * `> chat.txt › May` → `> Minutes › May`; what is called by the name of the file is called by the title. A heading that
 * was the title stands below the one that somebody gave it.
 */
function titledNames(chunk: Chunk, called: string, title: string): Partial<Chunk> {
  const { id, docId, name, fullName, filename, breadcrumb } = chunk;
  if (title === called || !`${breadcrumb} › `.startsWith(`> ${called} › `)) return {};
  const isDocument = fullName === called && (id === docId || called === filename);
  const heading = !isDocument && `${fullName} > `.startsWith(`${called} > `) ? ` › ${called}` : '';
  return {
    ...(isDocument && name === called ? { name: title, fullName: title } : {}),
    ...(chunk.slug === null ? { title } : {}),
    breadcrumb: `> ${title}${heading}${breadcrumb.slice(2 + called.length)}`,
  };
}
