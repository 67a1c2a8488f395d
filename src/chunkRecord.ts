/**
 * Chunks as records and back, and a fast check of their validity: done hundreds of times
 * per query, without the schema (schema.ts), which takes longer to load than all of it.
 */
import { checkArgument } from './checkArgument.js';
import { FroeError } from './errors.js';
import type { Chunk } from './schema.js';

/** Which chunk types each source type may have. */
export const chunkTypes = {
  code: ['function', 'class', 'method', 'module', 'imports', 'statements', 'block', 'code_file', 'code_chunk'],
  markdown: ['markdown_section', 'markdown_section_chunk'],
  text: ['text_file', 'text_file_chunk'],
  artifact: ['artifact', 'artifact_chunk'],
  commit: ['commit', 'commit_chunk'],
} as const;

export type SourceType = keyof typeof chunkTypes;
export type ChunkType = (typeof chunkTypes)[SourceType][number];

/** The fields, in the order in which a record is written. */
export const chunkKeys = [
  'id',
  'docId',
  'parentId',
  'tree',
  'sourceType',
  'chunkType',
  'content',
  'tokenCount',
  'filePath',
  'filename',
  'fileExtension',
  'language',
  'startLine',
  'endLine',
  'byteStart',
  'byteEnd',
  'charStart',
  'charEnd',
  'name',
  'fullName',
  'parentContext',
  'breadcrumb',
  'title',
  'slug',
  'depth',
  'position',
  'partIndex',
  'partOf',
  'overlapBytes',
  'overlapChars',
  'synthetic',
  'contentHash',
  'embedHash',
  'embedText',
  'context',
  'docstring',
  'imports',
  'headers',
  'headingLevel',
  'isCode',
  'metadata',
] as const;

export const snake = (key: string): string => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const snakeKeys = chunkKeys.map(snake);
const keysByName: ReadonlyMap<string, string> = new Map(chunkKeys.map((key) => [snake(key), key]));

type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : '';
export type ChunkRecord = { readonly [K in keyof Chunk as Snake<K>]: Chunk[K] };

export function toRecord(chunk: Chunk): ChunkRecord {
  checkArgument('toRecord()', 'chunk', chunk);
  const record: Record<string, unknown> = {};
  for (let i = 0; i < chunkKeys.length; i++) {
    const value = chunk[chunkKeys[i]];
    if (value !== undefined) record[snakeKeys[i]] = value;
  }
  return record as ChunkRecord; // built key by key from the table that ChunkRecord is derived from
}

/** A record with the keys of a chunk. Unknown keys are refused; values are not checked. */
export function withChunkKeys(record: unknown): Readonly<Record<string, unknown>> {
  if (typeof record !== 'object' || record === null) throw new FroeError('bad-record', 'A chunk record is an object');
  const given = record as Readonly<Record<string, unknown>>; // its keys are unknown
  const chunk: Record<string, unknown> = {};
  for (const name of Object.keys(given)) {
    const key = keysByName.get(name);
    if (key === undefined) throw new FroeError('bad-record', `Invalid chunk record: unknown key "${name}"`);
    chunk[key] = given[name];
  }
  return chunk;
}

/**
 * The checks of the schema without its cost: chunks are created by the thousand, and
 * nearly all are valid. Returns false if unsure; then the schema decides, and finds the
 * message. Field by field, because a loop over field names takes four times as long.
 */
export function isSound(given: Readonly<Record<string, unknown>>): given is Chunk {
  if (!isPlain(given)) return false;
  const chunk = given as Chunk; // every field is checked below
  const { parentId, title, slug, embedText, context, docstring, imports, headers, headingLevel, isCode } = chunk;
  const allowed: readonly ChunkType[] | undefined = chunkTypes[chunk.sourceType];
  return (
    isFilled(chunk.id) &&
    isFilled(chunk.docId) &&
    isFilled(chunk.content) &&
    isFilled(chunk.filePath) &&
    isFilled(chunk.filename) &&
    isFilled(chunk.language) &&
    isString(chunk.tree) &&
    isString(chunk.fileExtension) &&
    isString(chunk.name) &&
    isString(chunk.fullName) &&
    isString(chunk.parentContext) &&
    isString(chunk.breadcrumb) &&
    isHash(chunk.contentHash) &&
    isHash(chunk.embedHash) &&
    (parentId === null || isString(parentId)) &&
    typeof chunk.synthetic === 'boolean' &&
    isPlain(chunk.metadata) &&
    allowed?.includes(chunk.chunkType) === true &&
    isWhole(chunk.tokenCount, 1) &&
    isWhole(chunk.startLine, 1) &&
    isWhole(chunk.endLine, chunk.startLine) &&
    isWhole(chunk.byteStart, 0) &&
    isWhole(chunk.byteEnd, chunk.byteStart) &&
    isWhole(chunk.charStart, 0) &&
    isWhole(chunk.charEnd, chunk.charStart) &&
    isWhole(chunk.depth, 0) &&
    isWhole(chunk.position, 0) &&
    isWhole(chunk.partIndex, 1) &&
    isWhole(chunk.partOf, chunk.partIndex) &&
    isWhole(chunk.overlapBytes, 0) &&
    isWhole(chunk.overlapChars, 0) &&
    (title === undefined || isString(title)) &&
    (slug == null || isString(slug)) &&
    (embedText === undefined || isString(embedText)) &&
    (context === undefined || isString(context)) &&
    (docstring == null || isString(docstring)) &&
    (isCode == null || typeof isCode === 'boolean') &&
    (headingLevel == null || (isWhole(headingLevel, 1) && headingLevel <= 6)) &&
    (imports === undefined || (Array.isArray(imports) && imports.every(isString))) &&
    (headers === undefined || (isPlain(headers) && Object.values(headers).every(isString)))
  );
}

/**
 * Checks a chunk that froe made itself. The schema has better messages, but takes longer to load in every thread than
 * a small tree takes to cut.
 */
export function soundChunk(chunk: Chunk): Chunk {
  const { id } = chunk;
  if (isSound(chunk)) return chunk;
  throw new FroeError('bad-record', `Invalid chunk ${id}`, 'makeChunk() names the invalid field.');
}

const isWhole = (value: number, least: number): boolean => Number.isInteger(value) && value >= least;
const isFilled = (value: string): boolean => typeof value === 'string' && value !== '';
const isHash = (value: string): boolean => typeof value === 'string' && value.length === 64;
const isString = (value: unknown): boolean => typeof value === 'string';
const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
