/**
 * A chunk record as it is stored: JSON, deflated. All records have the same keys, so
 * these are given to zlib as a dictionary; about a third of the text is left. The
 * dictionary is part of the format: changing it needs a migration.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isSound, toRecord, withChunkKeys } from '../chunkRecord.js';
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import { sha256 } from '../text/hash.js';

/** The most frequent last, where zlib finds them at the lowest cost. */
const dictionary = Buffer.from(
  [
    '"metadata":{"tokenizer":"o200k_base","parser":"lines","parser":"text","parser":"config","parser":"delimited","names":["',
    '"source_type":"artifact","chunk_type":"artifact_chunk","source_type":"text","chunk_type":"text_file_chunk",',
    '"source_type":"markdown","chunk_type":"markdown_section_chunk","headers":{"h1":"","h2":"","h3":""},"heading_level":2,"is_code":false,',
    '"metadata":{"tokenizer":"cl100k_base","parser":"markdown","links":["https://',
    '"source_type":"code","chunk_type":"function","chunk_type":"class","chunk_type":"method","chunk_type":"code_chunk",',
    '"language":"typescript","language":"javascript","language":"python","language":"markdown",',
    '    return self.function const import from export class public static void if (for (let i = 0; \n\n    def ',
    '"docstring":null,"imports":[],"metadata":{"tokenizer":"cl100k_base","parser":"code","node_kinds":["function"],"signature":"',
    '"clean":true,"parents":[],"uses":[],"exports":[',
    '{"id":"main:src/","doc_id":"main:src/","parent_id":"main:src/","tree":"main","source_type":"code","chunk_type":"',
    '","content":"","token_count":,"file_path":"src/","filename":"","file_extension":".","language":"","start_line":,"end_line":,',
    '"byte_start":,"byte_end":,"char_start":,"char_end":,"name":"","full_name":"","parent_context":"","breadcrumb":"> › ","depth":1,',
    '"position":,"part_index":1,"part_of":1,"overlap_bytes":0,"overlap_chars":0,"synthetic":false,"content_hash":"","embed_hash":"',
  ].join(''),
);

/**
 * Level 3 is fast, and nearly as small as the slower ones. Records are small: with the tables of zlib as large as for
 * a file, clearing them takes a seventh of the time.
 */
const DEFLATE = { level: 3, memLevel: 6, windowBits: 14, chunkSize: 4096, dictionary } as const;

export const packRecord = (chunk: Chunk): Uint8Array => deflateRawSync(JSON.stringify(toRecord(chunk)), DEFLATE);

/** Deflate has no checksum: a record changed by a failing disk may still unpack, but its content hash no longer matches. */
export function unpackRecord(blob: Uint8Array): Chunk {
  let chunk: Readonly<Record<string, unknown>>;
  try {
    chunk = withChunkKeys(JSON.parse(inflateRawSync(blob, { dictionary }).toString()));
  } catch (error) {
    throw damaged(error);
  }
  if (!isSound(chunk) || sha256(chunk.content) !== chunk.contentHash) throw damaged();
  return chunk;
}

const damaged = (cause?: unknown): FroeError =>
  new FroeError('damaged', 'A chunk in the index is damaged', 'Rebuild the index: froe clean, then froe index.', cause);
