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
type MutableChunk = { -readonly [K in keyof Chunk]: Chunk[K] };

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

  build(parts: RecordParts): Chunk {
    const chunk = this.#record(parts, parts.synthetic ?? this.#source.text.slice(parts.start, parts.end));
    if (parts.context) chunk.context = parts.context;
    if (parts.heading) Object.assign(chunk, parts.heading);
    if (parts.fields) {
      const { metadata } = chunk;
      Object.assign(chunk, parts.fields);
      chunk.metadata = metadata;
      addMetadata(metadata, parts.fields.metadata);
    }
    return soundChunk(chunk);
  }

  /** The fields that every chunk has. */
  #record(parts: RecordParts, content: string): MutableChunk {
    const { docId, tree, path, language, offsets } = this.#source;
    const { start, body, end, names, context = '' } = parts;
    const before = parts.prefix + context;
    const contentHash = sha256(content);
    const byteStart = offsets.byteAt(start);
    return {
      id: typeof parts.id === 'string' ? parts.id : parts.id(contentHash),
      docId,
      parentId: parts.parentId,
      tree,
      sourceType: parts.sourceType,
      chunkType: parts.chunkType,
      content,
      tokenCount: parts.tokenCount,
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
      depth: parts.depth,
      position: parts.position,
      partIndex: parts.partIndex,
      partOf: parts.partOf,
      overlapBytes: body === start ? 0 : offsets.byteAt(body) - byteStart,
      overlapChars: body - start,
      synthetic: parts.synthetic !== undefined,
      contentHash,
      embedHash: before === '' ? contentHash : sha256(before + content),
      metadata: parts.metadata,
    };
  }
}

function addMetadata(metadata: Record<string, unknown>, extra: Readonly<Record<string, unknown>> = {}): void {
  for (const key in extra) {
    const value = extra[key];
    if (value instanceof Later) defineLazy(metadata, key, value);
    else metadata[key] = value;
  }
}

/** An ordinary property whose value is computed on first access. */
function defineLazy(metadata: Record<string, unknown>, key: string, { read }: Later): void {
  const store = (value: unknown): void => {
    Object.defineProperty(metadata, key, { value, enumerable: true, writable: true, configurable: true });
  };
  const get = (): unknown => {
    const value = read();
    store(value);
    return value;
  };
  Object.defineProperty(metadata, key, { get, set: store, enumerable: true, configurable: true });
}

/** The boundary of a chunk: its kind, the delimiter that opens it, and its depth. */
export interface Boundary {
  /** `file`, `part` of a unit that was cut, or what the unit is: `section`, `function`, `statements` … */
  readonly boundary: string;
  /** `##`, `===`, `{`, `:`, `do`; empty if nothing opens it. */
  readonly delimiter: string;
  readonly nesting: number;
}

type BoundaryInput = Pick<Chunk, 'chunkType' | 'content' | 'depth' | 'partOf' | 'parentId' | 'sourceType'>;

export function boundaryOf(chunk: BoundaryInput): Boundary {
  const { chunkType, depth, partOf, parentId } = chunk;
  const part = partOf > 1 || chunkType.endsWith('_chunk');
  const boundary = part ? 'part' : parentId === null ? 'file' : chunkType.replace(/^markdown_/, '');
  return { boundary, delimiter: part ? '' : delimiterOf(chunk), nesting: depth };
}

function delimiterOf({ sourceType, content }: BoundaryInput): string {
  const text = content.trimStart();
  const end = lineEnd(text, 0);
  const firstLine = text.slice(0, end);
  if (sourceType === 'code') return /(?:[{([:]|\b(?:do|then|begin|is))\s*$/.exec(firstLine)?.[0].trim() ?? '';
  const marks = /^(#{1,6}|={1,6}|\*{1,6})\s/.exec(firstLine)?.[1];
  if (marks !== undefined) return marks;
  const secondLine = text.slice(end + 1, lineEnd(text, end + 1));
  return /^([=\-~^"'`*+#.:_])\1{2,}\s*$/.exec(secondLine)?.[0].trim().slice(0, 3) ?? '';
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
