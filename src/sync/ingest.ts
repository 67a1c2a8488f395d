/**
 * Artifacts: mails, documents, chats and notes that come one by one, from
 * anywhere, instead of lying in a folder.
 *
 *     up to the threshold   one piece: the artifact
 *     above it              along its own structure where it has one, else token windows
 *
 * Taking the same content in again does nothing; other content under the same
 * name replaces the old, with every piece of it, in one step.
 */

import { artifactId } from '../chunk/window.js';
import { checkOptions } from '../config/checkOptions.js';
import { anyText, type OptionKinds, oneOf, thing, word } from '../config/kinds.js';
import { parse } from '../engine.js';
import { FroeError } from '../errors.js';
import { prepare } from '../jobs/prepare.js';
import { windowDefaults } from '../options.js';
import type { Chunk } from '../schema.js';
import {
  ARTIFACTS,
  type ContextLine,
  type Embedded,
  type Piece,
  type Prepared,
  type Store,
  type TextMetadata,
} from '../store/store.js';
import { sha256 } from '../text/hash.js';
import { tokenizer } from '../text/tokens/index.js';
import type { Diagnostic } from '../types.js';
import { type ContextHook, ContextLines } from './contextLines.js';
import { Embedding } from './embedding.js';
import { CONTEXT_ROOM } from './recipe.js';
import { useModelOf, type Vectors } from './vectors.js';

export const artifactTypes = ['email', 'doc', 'chat', 'transcript', 'note'] as const;
export type ArtifactType = (typeof artifactTypes)[number];
export const sensitivities = ['normal', 'sensitive', 'highly_sensitive'] as const;
export type Sensitivity = (typeof sensitivities)[number];

export interface Artifact {
  readonly content: Uint8Array;
  /** Says what the bytes are: `mail.eml`, `notes.md`. */
  readonly filename: string;
  readonly type: ArtifactType;
  readonly sourceSystem: string;
  readonly sourceId?: string;
  readonly title?: string;
  readonly sensitivity?: Sensitivity;
  /** When it was written, as ISO 8601. */
  readonly ts?: string;
}

const artifactKinds = {
  content: thing('the bytes of a file', 'subarray'),
  filename: word,
  type: oneOf(...artifactTypes),
  sourceSystem: word,
  sourceId: anyText,
  title: anyText,
  sensitivity: oneOf(...sensitivities),
  ts: anyText,
} satisfies OptionKinds<Artifact>;

export interface IngestSizing {
  /** Tokens up to which an artifact stays whole. */
  readonly threshold: number;
  /** Tokens of a piece of a larger one, and how many it repeats. */
  readonly size: number;
  readonly overlap: number;
  /** Hex digits of an id; 8 as older systems have them. */
  readonly digits: 12 | 8;
}

export const ingestDefaults: IngestSizing = { ...windowDefaults, digits: 12 };

export interface IngestResult {
  readonly artifactId: string;
  readonly isChunked: boolean;
  /** 0 when it stayed whole. */
  readonly numChunks: number;
  readonly storedIds: readonly string[];
  /** The store held exactly this already. */
  readonly unchanged: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export interface IngestOptions {
  readonly sizing?: IngestSizing;
  readonly vectors?: Vectors | undefined;
  /** As for sync(). */
  readonly context?: ContextHook;
  readonly contextVersion?: string;
}

export async function ingest(store: Store, artifact: Artifact, options: IngestOptions = {}): Promise<IngestResult> {
  checkOptions('ingest()', artifact, artifactKinds, ['content', 'filename', 'type', 'sourceSystem']);
  const { vectors, context, contextVersion = '' } = options;
  const sizing = inside(checked(options.sizing ?? ingestDefaults), vectors?.embedder.maxTokens);
  const notes = vectors ? await useModelOf(store, vectors) : [];
  const { content, sourceSystem, sourceId } = artifact;
  const hash = sha256(content);
  const named = {
    content: Buffer.from(content).toString('utf8'),
    sourceSystem,
    ...(sourceId === undefined ? {} : { sourceId }),
  };
  const docId = artifactId(named, sizing.digits);
  const how = [sizing, about(artifact), ...(context ? [contextVersion] : [])];
  const recipe = sha256(JSON.stringify(how)).slice(0, 16);
  const kept = await store.source(docId);
  if (kept?.hash === hash && kept.recipe === recipe) return result(docId, await store.chunksOf(docId), true);
  const cut = await cutArtifact(artifact, docId, { hash, recipe }, sizing);
  const { prepared, lines, diagnostics } = await lined(store, cut, sizing, options);
  await store.write({ put: [prepared], lines, vectors: vectors ? await embed(store, prepared, vectors) : [] });
  if (vectors && (await store.state()).pending === 0) await store.finishModel();
  const chunks = prepared.pieces.map(({ chunk }) => chunk);
  return { ...result(docId, chunks, false), diagnostics: [...notes, ...diagnostics] };
}

async function lined(
  store: Store,
  cut: Prepared,
  { threshold }: IngestSizing,
  { context: ask, contextVersion: version = '', vectors }: IngestOptions,
): Promise<{ prepared: Prepared; lines: readonly ContextLine[]; diagnostics: readonly Diagnostic[] }> {
  if (!ask) return { prepared: cut, lines: [], diagnostics: [] };
  const cap = Math.min(threshold + CONTEXT_ROOM, vectors?.embedder.maxTokens ?? Number.POSITIVE_INFINITY);
  const context = new ContextLines(store, { ask, version, cap });
  const { batch, lines } = await context.addTo([cut]);
  return { prepared: batch[0], lines, diagnostics: context.diagnostics };
}

/** Every vector or none: an artifact is not taken in without. */
async function embed(store: Store, prepared: Prepared, vectors: Vectors): Promise<readonly Embedded[]> {
  const embedding = new Embedding(store, vectors);
  const made = await embedding.of([prepared]);
  if (!made) throw embedding.failure;
  return made;
}

/** Never more than the model takes. */
function inside({ threshold, size, overlap, digits }: IngestSizing, most = Number.POSITIVE_INFINITY): IngestSizing {
  if (most >= threshold) return { threshold, size, overlap, digits };
  const smaller = Math.min(size, most);
  return { threshold: most, size: smaller, overlap: Math.min(overlap, smaller >> 2), digits };
}

async function cutArtifact(
  artifact: Artifact,
  docId: string,
  known: { readonly hash: string; readonly recipe: string },
  sizing: IngestSizing,
): Promise<Prepared> {
  const { content, filename, title } = artifact;
  const options = await cutOptions(artifact, docId, sizing);
  const row = {
    ...known,
    docId,
    tree: ARTIFACTS,
    path: filename,
    kind: 'artifact',
    size: content.length,
    mtime: 0,
  } as const;
  const taken = await prepare(content, { ...row, ...(title === undefined ? {} : { title }) }, options);
  if (!('prepared' in taken)) throw new FroeError('bad-source', `${filename} could not be taken in`);
  const { source, pieces, units } = taken.prepared;
  if (pieces.length === 0)
    throw new FroeError('bad-source', `${filename} holds no text`, taken.diagnostics[0]?.message);
  const whole = pieces.length === 1;
  const { gaps, extracted } = source.metadata as TextMetadata; // written by prepare(), from that type
  const metadata = {
    ...(gaps ? { gaps } : {}),
    ...(extracted === undefined ? {} : { extracted }),
    ...about(artifact),
    filename,
    is_chunked: !whole,
    num_chunks: whole ? 0 : pieces.length,
    token_count: source.tokens,
    content_hash: known.hash,
  };
  return {
    source: { ...source, path: docId, metadata },
    pieces: pieces.map((piece) => said(piece, artifact, docId)),
    units,
    references: [], // of documents nobody asks who calls whom
  };
}

/** Whole, or along its structure, or by windows where it has none. */
async function cutOptions({ content, filename }: Artifact, docId: string, { threshold, size, overlap }: IngestSizing) {
  const { source, parser } = await parse(content, { path: filename, docId });
  if (parser.id === 'text' || parser.id === 'lines')
    return { strategy: 'window', window: { threshold, size, overlap } } as const;
  const whole = tokenizer('cl100k_base').count(source.text, threshold) <= threshold;
  return whole ? { maxTokens: Number.MAX_SAFE_INTEGER } : { maxTokens: size, overlap };
}

/** What every piece of an artifact says of where it comes from. */
function said({ chunk, words }: Piece, { sensitivity = 'normal', ts }: Artifact, docId: string): Piece {
  const metadata = { ...chunk.metadata, artifact_id: docId, sensitivity, ...(ts === undefined ? {} : { ts }) };
  return { chunk: { ...chunk, metadata }, words };
}

const about = ({ type, sourceSystem, sourceId, title, sensitivity = 'normal', ts }: Artifact) => ({
  artifact_type: type,
  source_system: sourceSystem,
  ...(sourceId === undefined ? {} : { source_id: sourceId }),
  ...(title === undefined ? {} : { title }),
  sensitivity,
  ...(ts === undefined ? {} : { ts }),
});

function result(docId: string, chunks: readonly Pick<Chunk, 'id'>[], unchanged: boolean): IngestResult {
  const whole = chunks.length === 1;
  return {
    artifactId: docId,
    isChunked: !whole,
    numChunks: whole ? 0 : chunks.length,
    storedIds: chunks.map(({ id }) => id),
    unchanged,
    diagnostics: [],
  };
}

function checked(sizing: IngestSizing): IngestSizing {
  const { threshold, size, overlap } = sizing;
  if (overlap >= 0 && overlap < size && size <= threshold) return sizing;
  const values = `${overlap}, ${size}, ${threshold}`;
  throw new FroeError(
    'bad-option',
    `Artifacts need overlap < target <= maximum, not ${values}`,
    'The defaults are 100, 900 and 1200.',
  );
}
