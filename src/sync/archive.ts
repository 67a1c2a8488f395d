/**
 * Artifacts in the records of an export, and back.
 *
 * An export is chunk records, one per line. The first chunk of an artifact has everything
 * that chunks do not have in `metadata.artifact`: the row, with the gaps, and the units.
 * So every line is an ordinary chunk record, and a restore gives the same chunks: nothing
 * is cut again, and the original PDF or Word file is not needed.
 */
import { type ChunkRecord, snake, toRecord } from '../chunkRecord.js';
import { embedText } from '../enrich/prefix.js';
import { FroeError } from '../errors.js';
import { type Chunk, fromRecord } from '../schema.js';
import { indexedChunk } from '../store/indexedChunk.js';
import { ARTIFACTS, type PreparedSource, type SourceRow, type Store } from '../store/store.js';
import { wordsOf } from '../text/words.js';
import type { Unit } from '../types.js';

/** The fields of a row that are restored; the others are the same for all artifacts. */
const rowKeys = ['docId', 'title', 'language', 'size', 'hash', 'recipe', 'tokens', 'metadata'] as const;
type ArchivedRow = Pick<SourceRow, (typeof rowKeys)[number]>;

export interface ExportOptions {
  /** Add the embedded text to each record. */
  readonly embedText?: boolean | undefined;
}

/** The records of one source. */
export async function* exportRecords(
  store: Store,
  source: SourceRow,
  { embedText: withEmbedText = false }: ExportOptions = {},
): AsyncGenerator<ChunkRecord> {
  const chunks = await store.chunksOf(source.docId);
  const archived = source.kind === 'artifact' ? await archiveOf(store, source, chunks.length) : undefined;
  for (const [i, chunk] of chunks.entries()) {
    const full = withEmbedText ? { ...chunk, embedText: embedText(chunk) } : chunk;
    yield toRecord(i === 0 && archived ? { ...full, metadata: { ...chunk.metadata, artifact: archived } } : full);
  }
}

async function archiveOf(store: Store, row: SourceRow, chunks: number): Promise<object> {
  const columns = rowKeys.map((key) => [snake(key), row[key]]);
  return {
    ...Object.fromEntries(columns),
    chunks,
    units: await store.units(row.docId),
  };
}

/** Whether it is a record of an artifact; files can be indexed again. */
export const isArtifactRecord = (record: unknown): boolean => property(record, 'tree') === ARTIFACTS;

/** Whether it is the first chunk of an artifact. */
export const startsArtifact = (record: unknown): boolean =>
  isArtifactRecord(record) && property(property(record, 'metadata'), 'artifact') !== undefined;

/** The records of one artifact, in order → the artifact as it was. Throws a FroeError if they are incomplete. */
export function restoreArtifact(records: readonly unknown[]): PreparedSource {
  const archived = property(property(records[0], 'metadata'), 'artifact');
  const chunks = records.map(fromRecord).map(withoutArchive);
  const row = rowOf(archived);
  if (property(archived, 'chunks') !== chunks.length || chunks.some(({ docId }) => docId !== row.docId))
    throw damaged(`${row.docId} has ${chunks.length} chunks of ${property(archived, 'chunks')}`);
  const units = property(archived, 'units');
  if (!Array.isArray(units) || !units.every(isUnit)) throw damaged(`${row.docId} has no units`);
  const title = wordsOf(row.title);
  const indexed = chunks.map((chunk) => indexedChunk(chunk, units));
  return {
    source: { ...row, tree: ARTIFACTS, path: row.docId, kind: 'artifact', mtime: 0, ctime: 0, ino: 0 },
    chunks: indexed.map(({ chunk, words }) => ({ chunk, words: { ...words, path: `${words.path} ${title}` } })),
    units,
    references: [],
  };
}

/** The chunk without the archived artifact and the embedded text. */
function withoutArchive({ embedText: _, ...chunk }: Chunk): Chunk {
  const { artifact: __, ...metadata } = chunk.metadata;
  return { ...chunk, metadata };
}

function rowOf(archived: unknown): ArchivedRow {
  const row = Object.fromEntries(rowKeys.map((key) => [key, property(archived, snake(key))]));
  const { docId, title, language, hash, recipe, size, tokens, metadata } = row;
  const areStrings = [docId, title, language, hash, recipe].every((value) => typeof value === 'string');
  const areIntegers = [size, tokens].every((value) => Number.isSafeInteger(value));
  if (
    areStrings &&
    areIntegers &&
    String(docId).startsWith('art_') &&
    typeof metadata === 'object' &&
    metadata !== null
  )
    return row as unknown as ArchivedRow; // each field was checked
  throw damaged('The record of an artifact is incomplete');
}

const unitKeys = ['depth', 'charStart', 'charEnd', 'startLine', 'endLine'];

const isUnit = (unit: unknown): unit is Unit =>
  ['id', 'parentId', 'kind', 'name'].every((key) => typeof property(unit, key) === 'string') &&
  unitKeys.every((key) => Number.isSafeInteger(property(unit, key)));

const property = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null ? (from as Readonly<Record<string, unknown>>)[key] : undefined; // its values are unknown

const damaged = (message: string): FroeError =>
  new FroeError('bad-record', message, 'Export it again: froe export > artifacts.jsonl');
