/**
 * One artifact → what an index keeps of it.
 *
 *     up to the threshold   one chunk: the artifact
 *     above it              along its own structure where it has one, else token windows
 */
import { parse } from '../engine.js';
import { FroeError } from '../errors.js';
import { prepare } from '../jobs/prepare.js';
import { ARTIFACTS, type Piece, type Prepared, type TextMetadata } from '../store/store.js';
import { sha256 } from '../text/hash.js';
import { tokenizer } from '../text/tokens/index.js';
import { wordsOf } from '../text/words.js';
import type { Diagnostic, Source } from '../types.js';
import { type Artifact, type ArtifactType, aboutOf } from './artifact.js';

export interface IngestSizing {
  /** Tokens up to which an artifact stays whole. */
  readonly threshold: number;
  /** Tokens of a chunk of a larger one, and how many it repeats. */
  readonly size: number;
  readonly overlap: number;
  /** Hex digits of an id; 8 as older systems have them. */
  readonly digits: 12 | 8;
}

export interface CutArtifact {
  readonly prepared: Prepared;
  readonly diagnostics: readonly Diagnostic[];
}

type Parsed = Awaited<ReturnType<typeof parse>>;

/** Throws a FroeError where there is no text in it. */
export async function cutArtifact(
  artifact: Artifact,
  docId: string,
  recipe: string,
  sizing: IngestSizing,
): Promise<CutArtifact> {
  const { content, filename } = artifact;
  const hash = sha256(content);
  const parsed = await parse(content, { path: filename, docId });
  const known = { hash, recipe, docId, tree: ARTIFACTS, path: filename, size: content.length, mtime: 0 } as const;
  const row = { ...known, kind: 'artifact', ...(artifact.title ? { title: oneLine(artifact.title) } : {}) } as const;
  const taken = await prepare(content, row, cutOptions(parsed, sizing));
  if (!('prepared' in taken)) throw new FroeError('bad-source', `${filename} could not be taken in`);
  const { source, pieces, units } = taken.prepared;
  if (pieces.length === 0)
    throw new FroeError('bad-source', `${filename} holds no text`, taken.diagnostics[0]?.message);
  const title = oneLine(source.title) || filename;
  const whole = pieces.length === 1;
  const ts = artifact.ts ?? sentAt(parsed.source);
  const { gaps, extracted } = source.metadata as TextMetadata; // written by prepare(), from that type
  const metadata = {
    ...(gaps ? { gaps } : {}),
    ...(extracted === undefined ? {} : { extracted }),
    ...aboutOf({ ...artifact, type: artifact.type ?? typeOf(parsed), ...(ts === undefined ? {} : { ts }) }),
    filename,
    is_chunked: !whole,
    num_chunks: whole ? 0 : pieces.length,
    token_count: source.tokens,
    content_hash: hash,
  };
  const prepared: Prepared = {
    source: { ...source, title, path: docId, metadata },
    pieces: pieces.map((piece) => said(piece, { ...metadata, title, docId })),
    units,
    references: [], // of documents nobody asks who calls whom
  };
  return { prepared, diagnostics: taken.diagnostics };
}

/** Whole, or along its structure, or by windows where it has none. */
function cutOptions({ source, parser }: Parsed, { threshold, size, overlap }: IngestSizing) {
  if (parser.id === 'text' || parser.id === 'lines')
    return { strategy: 'window', window: { threshold, size, overlap } } as const;
  const whole = tokenizer('cl100k_base').count(source.text, threshold) <= threshold;
  return whole ? { maxTokens: Number.MAX_SAFE_INTEGER } : { maxTokens: size, overlap };
}

const TYPES: Readonly<Record<string, ArtifactType>> = { mail: 'email', chat: 'chat' };

/** What it is: by what has read it, and where that says nothing, by its name. */
const typeOf = ({ source, parser }: Parsed): ArtifactType =>
  TYPES[source.extracted?.by ?? parser.id] ?? (/\.(srt|vtt)$/i.test(source.path) ? 'transcript' : 'doc');

/** When a mail was sent, where it says so. */
function sentAt({ extracted }: Source): string | undefined {
  const date = extracted?.by === 'mail' ? extracted.metadata.date : undefined;
  return typeof date === 'string' && !Number.isNaN(Date.parse(date)) ? date : undefined;
}

interface Whose {
  readonly docId: string;
  readonly title: string;
  readonly sensitivity: string;
  readonly ts?: string;
}

/** What every chunk of an artifact says of where it comes from. It is found by its title, too. */
function said({ chunk, words }: Piece, { docId, title, sensitivity, ts }: Whose): Piece {
  const own = { artifact_id: docId, artifact_title: title, sensitivity, ...(ts === undefined ? {} : { ts }) };
  return {
    chunk: { ...chunk, metadata: { ...chunk.metadata, ...own } },
    words: { ...words, path: `${words.path} ${wordsOf(title)}` },
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
