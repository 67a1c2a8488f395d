/** Database rows → the types of store.ts. */

import type { Frequency } from '../sources/history.js';
import type { Reference, Unit, Verb } from '../types.js';
import type { ChunkPlace, ListedSource, SourceKind, SourceRow } from './store.js';

/** A row as the database returns it: by column, of any type. */
export type DbRow = Readonly<Record<string, unknown>>;

export const sourceRow = (row: DbRow): SourceRow => ({
  docId: String(row.doc_id),
  tree: String(row.tree),
  path: String(row.path),
  kind: row.kind as SourceKind, // written by us, from the same type
  language: String(row.language),
  title: String(row.title),
  size: Number(row.size),
  mtime: Number(row.mtime),
  ctime: Number(row.ctime),
  ino: Number(row.ino),
  hash: String(row.hash),
  recipe: String(row.recipe),
  tokens: Number(row.tokens),
  frequency: (row.frequency ?? undefined) as Frequency | undefined, // likewise
  metadata: JSON.parse(String(row.metadata)),
});

export const listedRow = (row: DbRow): ListedSource => ({
  docId: String(row.doc_id),
  path: String(row.path),
  kind: row.kind as SourceKind, // as above
  size: Number(row.size),
  mtime: Number(row.mtime),
  ctime: Number(row.ctime),
  ino: Number(row.ino),
  hash: String(row.hash),
});

export const unitRow = (row: DbRow): Unit => ({
  id: String(row.unit_id),
  parentId: String(row.parent_id),
  kind: String(row.kind),
  name: String(row.name),
  depth: Number(row.depth),
  charStart: Number(row.char_start),
  charEnd: Number(row.char_end),
  startLine: Number(row.start_line),
  endLine: Number(row.end_line),
});

export const chunkPlaceRow = (row: DbRow): ChunkPlace => ({
  id: String(row.chunk_id),
  parentId: row.parent_id === null ? null : String(row.parent_id),
  partOf: Number(row.part_of),
  synthetic: Number(row.synthetic) === 1,
});

/** A row of `refs` joined with its source and, if any, its unit. */
export const referenceRow = (row: DbRow): Reference => ({
  from: String(row.unit_id ?? row.doc_id),
  verb: row.verb as Verb, // written by us, from the same type
  target: String(row.target),
  key: String(row.key),
  line: Number(row.line),
  ...(row.module === null ? {} : { module: String(row.module) }),
  ...(row.local === null ? {} : { local: String(row.local) }),
});
