/**
 * One artifact → what is stored of it.
 *
 *     up to the threshold   one chunk: the artifact
 *     above it              along its structure if it has one, else token windows
 */

import type { Prefix } from '../chunk/chunkWriter.js';
import { type ChunkLog, chunkDecision, textChunked } from '../chunk/events.js';
import { shouldChunk } from '../chunk/window.js';
import { placePrefix } from '../enrich/prefix.js';
import { FroeError } from '../errors.js';
import { prepare } from '../jobs/prepare.js';
import type { CustomParser } from '../parse/index.js';
import type { Parser } from '../parse/parser.js';
import { ARTIFACTS, type PreparedSource, type TextMetadata } from '../store/store.js';
import { sha256 } from '../text/hash.js';
import { tokenizer } from '../text/tokens/index.js';
import type { Diagnostic, Source } from '../types.js';
import { type Artifact, type ArtifactType, artifactMetadata } from './artifact.js';
import { artifactChunks } from './artifactChunks.js';
import { type ParsedArtifact, parseArtifact } from './parseArtifact.js';

export interface IngestSizing {
  /** Maximum tokens of an artifact that is not split. */
  readonly threshold: number;
  /** Tokens per chunk of a larger one, and their overlap. */
  readonly size: number;
  readonly overlap: number;
  /** Hex digits of an id; 8 for compatibility. */
  readonly digits: 12 | 8;
}

interface CutArtifactOptions {
  readonly log?: ChunkLog | undefined;
  /** Custom parsers, for the file names they claim. */
  readonly parsers?: readonly CustomParser[] | undefined;
}

export interface CutArtifact {
  readonly prepared: PreparedSource;
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws a FroeError if it contains no text. */
export async function cutArtifact(
  artifact: Artifact,
  docId: string,
  recipe: string,
  sizing: IngestSizing,
  { log = () => {}, parsers }: CutArtifactOptions = {},
): Promise<CutArtifact> {
  const { content, filename } = artifact;
  const hash = sha256(content);
  const { parsed, structure, chosen: missed } = await parseArtifact(artifact, docId, parsers);
  const [willChunk, tokens] = shouldChunk(
    parsed.source.text.replace(/^\ufeff/, ''),
    tokenizer('cl100k_base'),
    sizing.threshold,
  );
  log(chunkDecision(docId, tokens, sizing.threshold));
  const title = oneLine(artifact.title || (parsed.root.name ?? '')) || filename;
  const known = { hash, recipe, docId, tree: ARTIFACTS, path: filename, size: content.length, mtime: 0 } as const;
  const row = { ...known, kind: 'artifact', title } as const;
  const prefix: Prefix = ({ breadcrumb }) => placePrefix({ filePath: title, breadcrumb });
  const options = { ...structure, prefix, ...cutOptions(parsed.parser, willChunk, sizing) };
  const taken = await prepare(content, row, options);
  if (!('prepared' in taken)) throw new FroeError('bad-source', `Could not ingest ${filename}`);
  const { source, chunks: items, units } = taken.prepared;
  if (items.length === 0)
    throw new FroeError('bad-source', `${filename} contains no text`, taken.diagnostics[0]?.message);
  const whole = items.length === 1;
  const metadata = {
    ...cutMetadata(artifact, parsed, source.metadata as TextMetadata), // written by prepare(), from that type
    filename,
    is_chunked: !whole,
    num_chunks: whole ? 0 : items.length,
    token_count: tokens,
    content_hash: hash,
  };
  const called = options.strategy === 'window' ? filename : (parsed.root.name ?? filename);
  const chunks = items.map(({ chunk }) => chunk);
  const prepared: PreparedSource = {
    source: { ...source, tokens, path: docId, metadata },
    chunks: artifactChunks(chunks, { ...metadata, title, called, docId, prefix, units }),
    units,
    references: [], // documents have no references
  };
  const sizes = chunks.map(({ tokenCount }) => tokenCount);
  if (!whole) log(textChunked(docId, tokens, sizes, sizing.overlap));
  const degraded = willChunk && missed && isWindowed(parsed.parser) ? [shapeless(filename, missed)] : [];
  return { prepared, diagnostics: [...degraded, ...taken.diagnostics] };
}

/** The metadata of an artifact without its counts: its own fields, and what its text consists of. */
function cutMetadata(artifact: Artifact, parsed: ParsedArtifact, { gaps, extracted }: TextMetadata) {
  const ts = artifact.ts ?? sentAt(parsed.source);
  return {
    ...(gaps ? { gaps } : {}),
    ...(extracted === undefined ? {} : { extracted }),
    ...artifactMetadata({ ...artifact, type: artifact.type ?? typeOf(parsed), ...(ts === undefined ? {} : { ts }) }),
  };
}

const shapeless = (path: string, type: ArtifactType): Diagnostic => ({
  code: 'degraded',
  path,
  message: `could not be read as ${type}; split into token windows instead`,
});

const SMALL_SIZE_TOKENS = 256;
/** Its only structure is lines. */
const isWindowed = ({ id }: Parser): boolean => id === 'text' || id === 'lines';

/** Not split, or along its structure, or in windows if it has none. */
function cutOptions(parser: Parser, willChunk: boolean, { threshold, size, overlap }: IngestSizing) {
  if (isWindowed(parser)) return { strategy: 'window', window: { threshold, size, overlap } } as const;
  if (!willChunk) return { maxTokens: Number.MAX_SAFE_INTEGER, granularity: 'pack' } as const;
  // The size up to which an index joins small functions may be more than a whole chunk here.
  return {
    maxTokens: size,
    overlap: Math.min(overlap, size >> 1),
    ...(size < SMALL_SIZE_TOKENS ? ({ minTokens: 'auto' } as const) : {}),
  };
}

const TYPES: Readonly<Record<string, ArtifactType>> = { mail: 'email', chat: 'chat', code: 'code', delimited: 'code' };

/** Its type: by the parser, else by its name. */
const typeOf = ({ source, parser }: ParsedArtifact): ArtifactType =>
  TYPES[source.extracted?.by ?? parser.id] ?? (/\.(srt|vtt)$/i.test(source.path) ? 'transcript' : 'doc');

/** When a mail was sent, if it says so. */
function sentAt({ extracted }: Source): string | undefined {
  const date = extracted?.by === 'mail' ? extracted.metadata.date : undefined;
  return typeof date === 'string' && !Number.isNaN(Date.parse(date)) ? date : undefined;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
