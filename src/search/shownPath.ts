/** The location of a chunk as it is shown: the path of its file, or the title of its artifact. */
import type { Chunk } from '../schema.js';
import { ARTIFACTS, COMMITS } from '../store/store.js';

export const shownPath = (chunk: Pick<Chunk, 'filePath' | 'metadata'>): string => {
  const { artifact_title: title } = chunk.metadata;
  return typeof title === 'string' && title !== '' ? title : chunk.filePath;
};

/** Digits of a hash that are shown: enough for any repository. */
const SHORT_HASH_DIGITS = 12;

/** The address of its commit, `5f0c1e0b4a21`; null for anything else. */
export const commitOf = ({ tree, docId }: Pick<Chunk, 'tree' | 'docId'>): string | null =>
  tree === COMMITS ? docId.slice(COMMITS.length + 1).slice(0, SHORT_HASH_DIGITS) : null;

/** `2026-03-01  Ann Lee  Retry what is safe › src/client.py` */
export function commitTitle({ metadata, breadcrumb, name }: Pick<Chunk, 'metadata' | 'breadcrumb' | 'name'>): string {
  const [subject] = breadcrumb.replace(/^> /, '').split(' › ');
  const place = name === '' || name === subject ? '' : ` › ${name}`;
  return `${String(metadata.ts ?? '').slice(0, 10)}  ${String(metadata.author ?? '')}  ${subject}${place}`;
}

/** The root of a workspace that it is of; undefined where there is one root. */
export const workspaceRootOf = ({ metadata: { root } }: Pick<Chunk, 'metadata'>): string | undefined =>
  typeof root === 'string' ? root : undefined;

/** The id of its artifact; null for a file. */
export const artifactOf = ({ tree, docId }: Pick<Chunk, 'tree' | 'docId'>): string | null =>
  tree === ARTIFACTS ? docId : null;

/** `art_4711::chunk::003::c0ffee12` → `art_4711::chunk::003`, an address that stays valid when the content changes; undefined for other ids. */
export const chunkAddress = (id: string): string | undefined => /^(.+::chunk::\d+)::[0-9a-f]{8}$/s.exec(id)?.[1];
