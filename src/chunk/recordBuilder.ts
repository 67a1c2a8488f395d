/**
 * Writes the record of a chunk from its source, its span and what the strategy
 * that cut it knows. One literal, because it is made for every chunk, and
 * spreading forty fields takes longer than counting their tokens.
 */

import { type ChunkType, type SourceType, soundChunk } from '../chunkRecord.js';
import { Later, type ParserFields } from '../parse/parser.js';
import type { Chunk } from '../schema.js';
import { filenameOf } from '../sources/read.js';
import { sha256 } from '../text/hash.js';
import type { Source } from '../types.js';

export interface ScopeNames {
  readonly name: string;
  readonly fullName: string;
  readonly parentContext: string;
  readonly breadcrumb: string;
}

/** What the strategy knows. [start, body) repeats the previous chunk. */
export interface RecordParts {
  readonly start: number;
  readonly body: number;
  readonly end: number;
  /** The id, or a function that makes it from the content's hash. */
  readonly id: string | ((contentHash: string) => string);
  readonly parentId: string | null;
  readonly sourceType: SourceType;
  readonly chunkType: ChunkType;
  readonly tokenCount: number;
  readonly names: ScopeNames;
  readonly depth: number;
  readonly position: number;
  readonly partIndex: number;
  readonly partOf: number;
  readonly prefix: string;
  /** The heading of its section, if there are headings. */
  readonly heading?: Pick<Chunk, 'title' | 'slug'> | undefined;
  /** Its context: see draftChunk.ts. */
  readonly context?: string;
  /** The record keeps this object and adds to it, so it must not be shared. A copy would take longer than the rest of the record. */
  readonly metadata: Record<string, unknown>;
  /** Fields from the parser. */
  readonly fields?: ParserFields | undefined;
  /** Replaces the source's text: for outlines. */
  readonly synthetic?: string | undefined;
}

/** A record while it is written: optional fields are assigned, since copying so many fields takes longer. */
type Draft = { -readonly [K in keyof Chunk]: Chunk[K] };

export class RecordBuilder {
  readonly filename: string;
  /** Of the document. */
  readonly title: string;
  readonly #source: Source;
  readonly #extension: string;

  /** A document without a title gets its file's name. */
  constructor(source: Source, title?: string) {
    this.#source = source;
    this.filename = filenameOf(source.path);
    this.title = title ?? this.filename;
    // A dot at the start of a name does not begin an extension.
    this.#extension = /\.[^.]+$/.exec(this.filename.slice(1))?.[0] ?? '';
  }

  /** The names of the document itself. */
  documentNames(): ScopeNames {
    const name = this.title;
    return { name, fullName: name, parentContext: '', breadcrumb: this.breadcrumb([]) };
  }

  /** `> Document › Section › Part`; a first section that repeats the title is left out. */
  breadcrumb(path: readonly string[]): string {
    let trail = `> ${this.title}`;
    for (let i = path[0] === this.title ? 1 : 0; i < path.length; i++) trail += ` › ${path[i]}`;
    return trail;
  }

  build(draft: RecordParts): Chunk {
    const chunk = this.#record(draft, draft.synthetic ?? this.#source.text.slice(draft.start, draft.end));
    if (draft.context) chunk.context = draft.context;
    if (draft.heading) Object.assign(chunk, draft.heading);
    if (draft.fields) {
      const { metadata } = chunk;
      Object.assign(chunk, draft.fields);
      chunk.metadata = metadata;
      addMetadata(metadata, draft.fields.metadata);
    }
    return soundChunk(chunk);
  }

  /** The fields that every chunk has. */
  #record(draft: RecordParts, content: string): Draft {
    const { docId, tree, path, language, offsets } = this.#source;
    const { start, body, end, names, context = '' } = draft;
    const before = draft.prefix + context;
    const contentHash = sha256(content);
    const byteStart = offsets.byteAt(start);
    return {
      id: typeof draft.id === 'string' ? draft.id : draft.id(contentHash),
      docId,
      parentId: draft.parentId,
      tree,
      sourceType: draft.sourceType,
      chunkType: draft.chunkType,
      content,
      tokenCount: draft.tokenCount,
      filePath: path,
      filename: this.filename,
      fileExtension: this.#extension,
      language,
      startLine: offsets.lineAt(start),
      endLine: offsets.lineAt(end - 1),
      byteStart,
      byteEnd: offsets.byteAt(end),
      charStart: start,
      charEnd: end,
      name: names.name,
      fullName: names.fullName,
      parentContext: names.parentContext,
      breadcrumb: names.breadcrumb,
      depth: draft.depth,
      position: draft.position,
      partIndex: draft.partIndex,
      partOf: draft.partOf,
      overlapBytes: body === start ? 0 : offsets.byteAt(body) - byteStart,
      overlapChars: body - start,
      synthetic: draft.synthetic !== undefined,
      contentHash,
      embedHash: before === '' ? contentHash : sha256(before + content),
      metadata: draft.metadata,
    };
  }
}

function addMetadata(metadata: Record<string, unknown>, more: Readonly<Record<string, unknown>> = {}): void {
  for (const key in more) {
    const value = more[key];
    if (value instanceof Later) readLater(metadata, key, value);
    else metadata[key] = value;
  }
}

/** An ordinary property whose value is computed on first access. */
function readLater(metadata: Record<string, unknown>, key: string, { read }: Later): void {
  const keep = (value: unknown): void => {
    Object.defineProperty(metadata, key, { value, enumerable: true, writable: true, configurable: true });
  };
  const get = (): unknown => {
    const value = read();
    keep(value);
    return value;
  };
  Object.defineProperty(metadata, key, { get, set: keep, enumerable: true, configurable: true });
}

/** The boundary of a chunk: its kind, the delimiter that opens it, and its depth. */
export interface Boundary {
  /** `file`, `part` of a unit that was cut, or what the unit is: `section`, `function`, `statements` … */
  readonly boundary: string;
  /** `##`, `===`, `{`, `:`, `do`; empty if nothing opens it. */
  readonly delimiter: string;
  readonly nesting: number;
}

type Bounded = Pick<Chunk, 'chunkType' | 'content' | 'depth' | 'partOf' | 'parentId' | 'sourceType'>;

export function boundaryOf(chunk: Bounded): Boundary {
  const { chunkType, depth, partOf, parentId } = chunk;
  const part = partOf > 1 || chunkType.endsWith('_chunk');
  const boundary = part ? 'part' : parentId === null ? 'file' : chunkType.replace(/^markdown_/, '');
  return { boundary, delimiter: part ? '' : delimiterOf(chunk), nesting: depth };
}

function delimiterOf({ sourceType, content }: Bounded): string {
  const start = content.trimStart();
  const end = lineEnd(start, 0);
  const first = start.slice(0, end);
  if (sourceType === 'code') return /(?:[{([:]|\b(?:do|then|begin|is))\s*$/.exec(first)?.[0].trim() ?? '';
  const marks = /^(#{1,6}|={1,6}|\*{1,6})\s/.exec(first)?.[1];
  if (marks !== undefined) return marks;
  const second = start.slice(end + 1, lineEnd(start, end + 1));
  return /^([=\-~^"'`*+#.:_])\1{2,}\s*$/.exec(second)?.[0].trim().slice(0, 3) ?? '';
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
