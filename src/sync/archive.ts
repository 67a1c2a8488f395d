/**
 * Artifacts in the records of an export, and back.
 *
 * An export is chunk records, one a line. The first chunk of an artifact carries
 * all that no chunk says in `metadata.artifact`: the row, with the white space that
 * is in no chunk, and the units. So
 * every line is a chunk record as any other, and whoever takes the export in has
 * the very chunks that were there: nothing is cut anew, and a PDF or a Word file
 * need not be at hand.
 */
import { type ChunkRecord, snake, toRecord } from '../chunkRecord.js';
import { embedText } from '../enrich/prefix.js';
import { FroeError } from '../errors.js';
import { type Chunk, fromRecord } from '../schema.js';
import { indexedChunk } from '../store/indexedChunk.js';
import { ARTIFACTS, type PreparedSource, type SourceRow, type Store } from '../store/store.js';
import { wordsOf } from '../text/words.js';
import type { Unit } from '../types.js';

/** What of a row comes back; the rest is the same for all artifacts. */
const rowKeys = ['docId', 'title', 'language', 'size', 'hash', 'recipe', 'tokens', 'metadata'] as const;
type ArchivedRow = Pick<SourceRow, (typeof rowKeys)[number]>;

export interface ExportOptions {
  /** With the text that is embedded in each. */
  readonly embedText?: boolean | undefined;
}

/** The records of one source. */
export async function* exportRecords(
  store: Store,
  source: SourceRow,
  { embedText: wanted = false }: ExportOptions = {},
): AsyncGenerator<ChunkRecord> {
  const chunks = await store.chunksOf(source.docId);
  const archived = source.kind === 'artifact' ? await archiveOf(store, source, chunks.length) : undefined;
  for (const [i, chunk] of chunks.entries()) {
    const whole = wanted ? { ...chunk, embedText: embedText(chunk) } : chunk;
    yield toRecord(i === 0 && archived ? { ...whole, metadata: { ...chunk.metadata, artifact: archived } } : whole);
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

/** Whether a record is of an artifact; those of files are made again from the files. */
export const isArtifactRecord = (record: unknown): boolean => property(record, 'tree') === ARTIFACTS;

/** Whether an artifact begins with it. */
export const startsArtifact = (record: unknown): boolean =>
  isArtifactRecord(record) && property(property(record, 'metadata'), 'artifact') !== undefined;

/** The records of one artifact, in order → what the index had of it. Refuses with a FroeError what is not whole. */
export function restoreArtifact(records: readonly unknown[]): PreparedSource {
  const archived = property(property(records[0], 'metadata'), 'artifact');
  const chunks = records.map(fromRecord).map(withoutArchive);
  const row = rowOf(archived);
  if (property(archived, 'chunks') !== chunks.length || chunks.some(({ docId }) => docId !== row.docId))
    throw damaged(`${row.docId} has ${chunks.length} chunks of ${property(archived, 'chunks')}`);
  const units = property(archived, 'units');
  if (!Array.isArray(units) || !units.every(isUnit)) throw damaged(`${row.docId} has no units`);
  const title = wordsOf(row.title);
  const items = chunks.map((chunk) => indexedChunk(chunk, units));
  return {
    source: { ...row, tree: ARTIFACTS, path: row.docId, kind: 'artifact', mtime: 0, ctime: 0, ino: 0 },
    chunks: items.map(({ chunk, words }) => ({ chunk, words: { ...words, path: `${words.path} ${title}` } })),
    units,
    references: [],
  };
}

/** A chunk as it was before it carried the artifact, or the text to embed. */
function withoutArchive({ embedText: _, ...chunk }: Chunk): Chunk {
  const { artifact: __, ...metadata } = chunk.metadata;
  return { ...chunk, metadata };
}

function rowOf(archived: unknown): ArchivedRow {
  const row = Object.fromEntries(rowKeys.map((key) => [key, property(archived, snake(key))]));
  const { docId, title, language, hash, recipe, size, tokens, metadata } = row;
  const words = [docId, title, language, hash, recipe].every((value) => typeof value === 'string');
  const numbers = [size, tokens].every((value) => Number.isSafeInteger(value));
  if (words && numbers && String(docId).startsWith('art_') && typeof metadata === 'object' && metadata !== null)
    return row as unknown as ArchivedRow; // each was looked at
  throw damaged('The record of an artifact is incomplete');
}

const unitKeys = ['depth', 'charStart', 'charEnd', 'startLine', 'endLine'];

const isUnit = (unit: unknown): unit is Unit =>
  ['id', 'parentId', 'kind', 'name'].every((key) => typeof property(unit, key) === 'string') &&
  unitKeys.every((key) => Number.isSafeInteger(property(unit, key)));

const property = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null ? (from as Readonly<Record<string, unknown>>)[key] : undefined; // whatever it has

const damaged = (message: string): FroeError =>
  new FroeError('bad-record', message, 'Export it again: froe export > artifacts.jsonl');
