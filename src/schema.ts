/**
 * The unified chunk record: one zod schema gives the TypeScript type, the
 * validation and the JSON Schema. In TypeScript a chunk has camelCase keys; in
 * every file and every answer the same keys are snake_case. `toRecord` and
 * `fromRecord` are the only place where one becomes the other.
 */
import { z } from 'zod';
import { FroeError } from './errors.js';

/** Which chunk types each source type may have. */
export const chunkTypes = {
  code: [
    'function',
    'class',
    'method',
    'module',
    'imports',
    'statements',
    'block',
    'code_file',
    'code_chunk',
    'outline',
  ],
  markdown: ['markdown_section', 'markdown_section_chunk'],
  text: ['text_file', 'text_file_chunk'],
  artifact: ['artifact', 'artifact_chunk'],
} as const;

export type SourceType = keyof typeof chunkTypes;
export type ChunkType = (typeof chunkTypes)[SourceType][number];

const sourceTypes = Object.keys(chunkTypes) as [SourceType, ...SourceType[]]; // keys() forgets the literal type
const allChunkTypes = Object.values(chunkTypes).flat() as [ChunkType, ...ChunkType[]]; // flat() forgets it is not empty

const offset = z.int().nonnegative();
const line = z.int().positive();
const hash = z.string().length(64);

/** The fields, in the order in which a record is written. */
const fields = {
  id: z.string().min(1).describe('{tree}:{path}[#{name}][~{part}], unique and stable'),
  docId: z.string().min(1).describe('{tree}:{path}, or art_… for an artifact'),
  parentId: z.string().nullable().describe('id of the enclosing unit; null at the top'),
  tree: z.string().describe('the named root'),
  sourceType: z.enum(sourceTypes),
  chunkType: z.enum(allChunkTypes),
  content: z.string().min(1).describe('exactly the bytes [byte_start, byte_end) of the source, decoded'),
  tokenCount: z.int().positive().describe('tokens of content, by the tokenizer named in metadata.tokenizer'),
  filePath: z.string().min(1).describe('relative to the root of the tree'),
  filename: z.string().min(1),
  fileExtension: z.string().describe('with its dot; empty when there is none'),
  language: z.string().min(1),
  startLine: line.describe('1-based, inclusive'),
  endLine: line.describe('1-based, inclusive'),
  byteStart: offset,
  byteEnd: offset,
  charStart: offset.describe('UTF-16 code units'),
  charEnd: offset,
  name: z.string(),
  fullName: z.string(),
  parentContext: z.string(),
  breadcrumb: z.string(),
  depth: z.int().nonnegative().describe('depth of the unit; the document is 0'),
  position: offset.describe('order among the chunks of the source, from 0'),
  partIndex: z.int().positive().describe('which piece of its unit this is, from 1'),
  partOf: z.int().positive().describe('into how many pieces the unit was cut'),
  overlapBytes: offset.describe('bytes at the head that repeat the piece before'),
  overlapChars: offset,
  synthetic: z.boolean().describe('not source text: outlines and summaries'),
  contentHash: hash.describe('SHA-256 of content'),
  embedHash: hash.describe('SHA-256 of the text that is embedded, prefix included'),
  docstring: z.string().nullable().optional().describe('code only'),
  imports: z.array(z.string()).optional().describe('code only'),
  headers: z.record(z.string(), z.string()).optional().describe('markdown only: h1 … h6'),
  headingLevel: z.int().min(1).max(6).nullable().optional().describe('markdown only'),
  isCode: z.boolean().nullable().optional().describe('markdown only'),
  metadata: z.record(z.string(), z.unknown()),
};

type Key = keyof typeof fields;
const snake = (key: string): string => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const keys = Object.keys(fields) as Key[]; // keys() forgets the literal type
const snakeKeys = keys.map(snake);

/** Said by both schemas, so that a refusal names both sides of the pair. */
const pairProblem = (source: string, chunk: string): string | undefined => {
  const allowed: readonly string[] = chunkTypes[source as SourceType] ?? [];
  if (allowed.includes(chunk)) return undefined;
  return `chunk_type '${chunk}' is not valid for source_type '${source}' (valid: ${allowed.join(', ')})`;
};

export const chunkSchema = z.strictObject(fields).superRefine((chunk, context) => {
  const problem = pairProblem(chunk.sourceType, chunk.chunkType);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem, path: ['chunkType'] });
});

export type Chunk = Readonly<z.infer<typeof chunkSchema>>;

type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : '';
export type ChunkRecord = { readonly [K in keyof Chunk as Snake<K>]: Chunk[K] };

/** The record as JSON Schema (draft 2020-12), for people who read it in another language. */
export function recordJsonSchema(): Record<string, unknown> {
  const record = z.strictObject(Object.fromEntries(keys.map((key, i) => [snakeKeys[i], fields[key]])));
  return {
    title: 'froe chunk record',
    ...z.toJSONSchema(record),
  };
}

/** Validates a chunk where it is made. */
export function makeChunk(chunk: Chunk): Chunk {
  const result = chunkSchema.safeParse(chunk);
  if (!result.success) throw refusal(`chunk ${chunk.id}`, result.error);
  return chunk;
}

export function toRecord(chunk: Chunk): ChunkRecord {
  const record: Record<string, unknown> = {};
  for (let i = 0; i < keys.length; i++) {
    const value = chunk[keys[i] as Key];
    if (value !== undefined) record[snakeKeys[i] as string] = value;
  }
  return record as ChunkRecord; // built key by key from the table that ChunkRecord is derived from
}

/** Validates a chunk where it is read back. */
export function fromRecord(record: unknown): Chunk {
  if (typeof record !== 'object' || record === null) throw new FroeError('bad-record', 'A chunk record is an object');
  const given = new Map(Object.entries(record));
  const chunk: Record<string, unknown> = {};
  for (let i = 0; i < keys.length; i++) {
    const name = snakeKeys[i] as string;
    if (given.has(name)) chunk[keys[i] as Key] = given.get(name);
    given.delete(name);
  }
  for (const [unknown, value] of given) chunk[unknown] = value; // let the strict schema name them
  const result = chunkSchema.safeParse(chunk);
  if (!result.success) throw refusal('chunk record', result.error);
  return result.data;
}

function refusal(what: string, error: z.ZodError): FroeError {
  const first = error.issues[0];
  const where = first?.path.length ? ` at ${first.path.map((part) => snake(String(part))).join('.')}` : '';
  return new FroeError('bad-record', `Invalid ${what}${where}: ${first?.message ?? 'unknown reason'}`, undefined, error);
}
