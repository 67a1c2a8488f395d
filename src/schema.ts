/**
 * The unified chunk record: one zod schema gives the TypeScript type, the
 * validation and the JSON Schema. In TypeScript a chunk has camelCase keys; in
 * every file and every answer the same keys are snake_case; chunkRecord.ts is
 * the only place where one becomes the other.
 */
import { z } from 'zod';
import { checkArgument } from './checkArgument.js';
import {
  type ChunkType,
  chunkKeys,
  chunkTypes,
  isSound,
  type SourceType,
  snake,
  withChunkKeys,
} from './chunkRecord.js';
import { FroeError } from './errors.js';

export { type ChunkRecord, type ChunkType, chunkTypes, isSound, type SourceType, toRecord } from './chunkRecord.js';

const sourceTypes = Object.keys(chunkTypes) as [SourceType, ...SourceType[]]; // keys() forgets the literal type
const allChunkTypes = Object.values(chunkTypes).flat() as [ChunkType, ...ChunkType[]]; // flat() forgets it is not empty

/**
 * Integers are plain numbers to zod, and checked together further down: a separate check
 * on each of fifteen fields would take longer than everything else.
 */
const atLeast = (minimum: number) => z.number().meta({ type: 'integer', minimum });
const offset = atLeast(0);
const line = atLeast(1);
const hash = z.string().length(64);

/** All of chunkKeys. */
const fields = {
  id: z.string().min(1).describe('{tree}:{path}[#{name}][~{part}], unique and stable'),
  docId: z.string().min(1).describe('{tree}:{path}, or art_… for an artifact'),
  parentId: z.string().nullable().describe('id of the enclosing unit; null at the top'),
  tree: z.string().describe('the named root'),
  sourceType: z.enum(sourceTypes),
  chunkType: z.enum(allChunkTypes),
  content: z.string().min(1).describe('exactly the bytes [byte_start, byte_end) of the source, decoded'),
  tokenCount: atLeast(1).describe('tokens of content, by the tokenizer named in metadata.tokenizer'),
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
  title: z
    .string()
    .optional()
    .describe('documents and plain text: of the heading it stands under, else of the document'),
  slug: z.string().nullable().optional().describe('of that heading, as in the id; null for the document itself'),
  depth: atLeast(0).describe('depth of the unit; the document is 0'),
  position: offset.describe('order among the chunks of the source, from 0'),
  partIndex: atLeast(1).describe('which chunk of its unit this is, from 1'),
  partOf: atLeast(1).describe('into how many chunks the unit was cut'),
  overlapBytes: offset.describe('bytes at the head that repeat the chunk before'),
  overlapChars: offset,
  synthetic: z.boolean().describe('not source text: outlines and summaries'),
  contentHash: hash.describe('SHA-256 of content'),
  embedHash: hash.describe('SHA-256 of the text that is embedded: prefix, context, content'),
  embedText: z.string().optional().describe('that text itself, where it was asked for'),
  context: z
    .string()
    .optional()
    .describe('what it is read under but does not hold: the header of its table, the opening of its fence'),
  docstring: z.string().nullable().optional().describe('code only'),
  imports: z.array(z.string()).optional().describe('code only'),
  headers: z.record(z.string(), z.string()).optional().describe('markdown only: h1 … h6'),
  headingLevel: z.int().min(1).max(6).nullable().optional().describe('markdown only'),
  isCode: z.boolean().nullable().optional().describe('markdown only'),
  metadata: z.looseObject({}),
} satisfies Record<(typeof chunkKeys)[number], z.ZodType>;

type Key = keyof typeof fields;

/** The minimum of every integer above. */
const wholes = chunkKeys.flatMap((key): [Key, number][] => {
  const { minimum } = (fields[key] as z.ZodType).meta() ?? {}; // a union of all fields has no common meta()
  return typeof minimum === 'number' ? [[key, minimum]] : [];
});

/** Checks that concern several fields. */
function relations(chunk: z.infer<typeof loose>, context: z.RefinementCtx): void {
  const refuse = (key: Key, message: string): void => context.addIssue({ code: 'custom', message, path: [key] });
  for (const [key, least] of wholes) {
    const value = chunk[key] as number; // the table holds number fields only
    if (!Number.isInteger(value) || value < least)
      refuse(key, `must be a whole number of at least ${least}, not ${value}`);
  }
  const allowed: readonly ChunkType[] = chunkTypes[chunk.sourceType];
  if (!allowed.includes(chunk.chunkType)) {
    const pair = `chunk_type '${chunk.chunkType}' is not valid for source_type '${chunk.sourceType}'`;
    refuse('chunkType', `${pair} (valid: ${allowed.join(', ')})`);
  }
  if (chunk.byteEnd < chunk.byteStart) refuse('byteEnd', 'must not be before byte_start');
  if (chunk.charEnd < chunk.charStart) refuse('charEnd', 'must not be before char_start');
  if (chunk.endLine < chunk.startLine) refuse('endLine', 'must not be before start_line');
  if (chunk.partIndex > chunk.partOf) refuse('partIndex', 'must not be past part_of');
}

const loose = z.object(fields);
/** For chunks that froe makes: the compiler knows their keys. */
const madeSchema = loose.superRefine(relations);
/** For records that are read: unknown keys are refused. */
export const chunkSchema = z.strictObject(fields).superRefine(relations);

export type Chunk = Readonly<z.infer<typeof chunkSchema>>;

/** The record as JSON Schema (draft 2020-12), for use in other languages. */
export function recordJsonSchema(): Record<string, unknown> {
  const record = z.strictObject(Object.fromEntries(chunkKeys.map((key) => [snake(key), fields[key]])));
  return {
    title: 'froe chunk record',
    ...z.toJSONSchema(record),
  };
}

/** Validates a chunk when it is made. */
export function makeChunk(chunk: Chunk): Chunk {
  checkArgument('makeChunk()', 'object', chunk);
  const { id } = chunk;
  if (isSound(chunk)) return chunk;
  const result = madeSchema.safeParse(chunk);
  if (!result.success) throw refusal(`chunk ${id}`, result.error);
  return chunk;
}

/** Validates a record when it is read back. */
export function fromRecord(record: unknown): Chunk {
  const chunk = withChunkKeys(record);
  // Read by the thousand: only suspicious records go through the schema.
  if (isSound(chunk)) return chunk;
  const result = chunkSchema.safeParse(chunk);
  if (!result.success) throw refusal('chunk record', result.error);
  return result.data;
}

function refusal(what: string, error: z.ZodError): FroeError {
  const first = error.issues[0];
  const where = first?.path.length ? ` at ${first.path.map((part) => snake(String(part))).join('.')}` : '';
  return new FroeError(
    'bad-record',
    `Invalid ${what}${where}: ${first?.message ?? 'unknown reason'}`,
    undefined,
    error,
  );
}
