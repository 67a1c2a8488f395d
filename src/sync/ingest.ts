/**
 * Ingests an artifact with its attachments, in one transaction. The same content again
 * changes nothing; other content under the same id replaces the old one, with all of its
 * chunks.
 */

import { basename } from 'node:path';
import type { ChunkLog } from '../chunk/events.js';
import { artifactId, checkSizing } from '../chunk/window.js';
import { checkOptions } from '../config/checkOptions.js';
import { FroeError } from '../errors.js';
import { type Trouble, troubleOf } from '../jobs/job.js';
import { windowSizing } from '../options.js';
import type { CustomParser } from '../parse/index.js';
import { readBytes } from '../sources/read.js';
import type { ContextLine, PreparedSource, SourceRow, Store, TextVector } from '../store/store.js';
import { sha256 } from '../text/hash.js';
import type { Diagnostic } from '../types.js';
import { type Artifact, artifactKinds, artifactMetadata, attachmentIdsOf } from './artifact.js';
import type { ArtifactFile } from './artifactFiles.js';
import { cutAttachments } from './attachments.js';
import { type ContextHook, ContextLines } from './contextLines.js';
import { cutArtifact, type IngestSizing } from './cutArtifact.js';
import { EmbeddingRun } from './embeddingRun.js';
import { CONTEXT_ROOM } from './recipe.js';
import { useModelOf, type VectorSource } from './vectorSource.js';

/** From the environment, with ids of the default length. */
const environmentSizing = (): IngestSizing => ({ ...windowSizing(process.env), digits: 12 });

export interface IngestResult {
  readonly artifactId: string;
  readonly title: string;
  readonly isChunked: boolean;
  /** 0 if it was not split. */
  readonly numChunks: number;
  /** Tokens of its text, without overlap. */
  readonly tokenCount: number;
  /** Its own id, then those of its chunks, in order. */
  readonly storedIds: readonly string[];
  /** The ids of its attachments. */
  readonly attachments: readonly string[];
  /** The index already held exactly this. */
  readonly unchanged: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export interface IngestOptions {
  /** Default: SINGLE_PIECE_MAX_TOKENS, CHUNK_TARGET_TOKENS and CHUNK_OVERLAP_TOKENS; else 1200, 900 and 100. */
  readonly sizing?: IngestSizing;
  readonly vectors?: VectorSource | undefined;
  /** See sync(). */
  readonly context?: ContextHook;
  readonly contextVersion?: string;
  readonly parsers?: readonly CustomParser[] | undefined;
  /** Called for each artifact: whether it is split, and into what. */
  readonly log?: ChunkLog | undefined;
}

/** Raise it if artifacts are read in another way: they are then ingested again. */
const VERSION = 3;

export async function ingest(store: Store, artifact: Artifact, options: IngestOptions = {}): Promise<IngestResult> {
  checkOptions('ingest()', artifact, artifactKinds, ['content', 'filename', 'sourceSystem']);
  const { vectors, context, contextVersion = '', log, parsers } = options;
  const requested = options.sizing ?? environmentSizing();
  checkSizing(requested, 'Artifacts need overlap < target <= maximum');
  const sizing = withinModel(requested, vectors?.embedder.maxTokens);
  const modelNotes = vectors ? await useModelOf(store, vectors) : [];
  const docId = idOf(artifact, sizing);
  const customParsers = parsers ? [parsers.map(({ id, version = '' }) => [id, version])] : [];
  const recipeInputs = [
    VERSION,
    sizing,
    artifactMetadata(artifact),
    ...(context ? [contextVersion] : []),
    ...customParsers,
  ];
  const recipe = sha256(JSON.stringify(recipeInputs)).slice(0, 16);
  const stored = await store.source(docId);
  const previousAttachments = attachmentIdsOf(stored);
  if (stored?.hash === sha256(artifact.content) && stored.recipe === recipe) {
    const ids = (await store.chunkPlaces(docId)).map(({ id }) => id);
    return { ...resultOf(stored, ids), attachments: previousAttachments, unchanged: true };
  }
  const cut = await cutArtifact(artifact, docId, recipe, sizing, { log, parsers });
  const attached = await cutAttachments(artifact, cut.prepared, { recipe, sizing, log, parsers });
  const sources = [withAttachments(cut.prepared, attached.prepared), ...attached.prepared];
  const { prepared, lines, diagnostics } = await withContextLines(store, sources, sizing, options);
  const attachments = attached.prepared.map(({ source }) => source.docId);
  await store.write({
    put: prepared,
    remove: previousAttachments.filter((id) => !attachments.includes(id)),
    lines,
    vectors: vectors ? await embedSources(store, prepared, vectors) : [],
  });
  if (vectors) await finishModelIfComplete(store);
  const ids = prepared[0].chunks.map(({ chunk }) => chunk.id);
  return {
    ...resultOf(cut.prepared.source, ids),
    attachments,
    diagnostics: [...modelNotes, ...cut.diagnostics, ...attached.diagnostics, ...diagnostics],
  };
}

/** A model with all of its vectors is finished. */
export async function finishModelIfComplete(store: Store): Promise<void> {
  if ((await store.state()).pending === 0) await store.finishModel();
}

/** By its id in the source system; without one, by its content. */
const idOf = ({ content, sourceSystem, sourceId }: Artifact, { digits }: IngestSizing): string =>
  artifactId(
    {
      content: sourceId === undefined ? Buffer.from(content).toString('utf8') : '',
      sourceSystem,
      ...(sourceId === undefined ? {} : { sourceId }),
    },
    digits,
  );

/** Stores the ids of attachments with the mail, to remove them with it. */
function withAttachments(mail: PreparedSource, attached: readonly PreparedSource[]): PreparedSource {
  if (attached.length === 0) return mail;
  const metadata = { ...mail.source.metadata, attachment_ids: attached.map(({ source }) => source.docId) };
  return { ...mail, source: { ...mail.source, metadata } };
}

async function withContextLines(
  store: Store,
  cut: readonly PreparedSource[],
  { threshold }: IngestSizing,
  { context: ask, contextVersion: version = '', vectors }: IngestOptions,
): Promise<{
  prepared: readonly PreparedSource[];
  lines: readonly ContextLine[];
  diagnostics: readonly Diagnostic[];
}> {
  if (!ask) return { prepared: cut, lines: [], diagnostics: [] };
  const cap = Math.min(threshold + CONTEXT_ROOM, vectors?.embedder.maxTokens ?? Number.POSITIVE_INFINITY);
  const context = new ContextLines(store, { ask, version, cap });
  const { batch, lines } = await context.addTo(cut);
  return { prepared: batch, lines, diagnostics: context.diagnostics };
}

/** All vectors or none: an artifact is not ingested without them. */
export async function embedSources(
  store: Store,
  prepared: readonly PreparedSource[],
  vectors: VectorSource,
): Promise<readonly TextVector[]> {
  const embedding = new EmbeddingRun(store, vectors);
  const vectorsMade = await embedding.of(prepared);
  if (!vectorsMade) throw embedding.failure;
  return vectorsMade;
}

/** Never more than the model accepts. */
function withinModel(
  { threshold, size, overlap, digits }: IngestSizing,
  maxTokens = Number.POSITIVE_INFINITY,
): IngestSizing {
  if (maxTokens >= threshold) return { threshold, size, overlap, digits };
  const smaller = Math.min(size, maxTokens);
  return { threshold: maxTokens, size: smaller, overlap: Math.min(overlap, smaller >> 2), digits };
}

function resultOf({ docId, title, tokens }: SourceRow, ids: readonly string[]): IngestResult {
  const isSingleChunk = ids.length === 1; // then it has the artifact's own id
  return {
    artifactId: docId,
    title,
    isChunked: !isSingleChunk,
    numChunks: isSingleChunk ? 0 : ids.length,
    tokenCount: tokens,
    storedIds: isSingleChunk ? [docId] : [docId, ...ids],
    attachments: [],
    unchanged: false,
    diagnostics: [],
  };
}

/** Fields that all files share. The default source system is the name of the folder. */
export type SharedArtifactFields = Partial<Omit<Artifact, 'content' | 'filename' | 'attachmentOf'>>;

export type IngestedFile = ArtifactFile &
  ({ readonly result: IngestResult } | { readonly result?: undefined; readonly trouble: Trouble });

/** Ingests each file as an artifact. One that fails is reported, and the rest goes on. */
export async function* ingestFiles(
  store: Store,
  files: readonly ArtifactFile[],
  sharedFields: SharedArtifactFields,
  options: IngestOptions,
): AsyncGenerator<IngestedFile> {
  for (const artifactFile of files) {
    const { file, sourceSystem, sourceId } = artifactFile;
    try {
      const content = readBytes(file);
      const artifact = { sourceSystem, sourceId, ...sharedFields, content, filename: basename(file) };
      yield { ...artifactFile, sourceId: artifact.sourceId, result: await ingest(store, artifact, options) };
    } catch (error) {
      // An error that would affect every file ends the run.
      if (error instanceof FroeError && !FILE_ERROR_CODES.has(error.code)) throw error;
      yield { ...artifactFile, trouble: troubleOf({ file, path: sourceId, named: artifactFile.named }, error) };
    }
  }
}

const FILE_ERROR_CODES: ReadonlySet<string> = new Set([
  'bad-source',
  'binary',
  'not-a-file',
  'not-found',
  'too-large',
  'unreadable',
]);
