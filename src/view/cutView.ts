/** The bytes of a file → what the page shows of it, in this thread or another: a job is plain data. */

import { type ChunkOptions, cutParsed, indexSizing, parse } from '../engine/cutting.js';
import { placePrefix, type Strategy, tokenizer } from '../engine/files.js';
import type { SyncOptions } from '../engine/syncing.js';
import { defaults, type Granularity, limits } from '../options.js';
import type { Chunk } from '../schema.js';
import type { ChunkView, FileView } from './api.js';
import { chunkView, inOrder } from './chunkView.js';
import { colouredText } from './colouredText.js';

/** Chunking options of the page; what is missing is as in the index. */
export interface Recut {
  readonly maxTokens?: number | undefined;
  readonly overlap?: number | undefined;
  readonly granularity?: Granularity | undefined;
  readonly strategy?: Strategy | undefined;
}

export interface CutJob {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The options of the index, overridden by those of the page. */
  readonly cut: SyncOptions['cut'];
  readonly requested: Recut;
  /** The words to mark. */
  readonly words: readonly string[];
  /** The chunks of the index, to be shown unchanged. */
  readonly held: readonly ChunkView[] | undefined;
  /** By id and hash of the text: to compare a new cut with the index. */
  readonly known: readonly KnownChunk[];
}

export type KnownChunk = Pick<Chunk, 'id' | 'contentHash'>;

export async function cutView({ path, bytes, cut, requested, words, held, known }: CutJob): Promise<FileView> {
  const options = sized(requested, cut, path);
  const parsed = await parse(bytes, options);
  const made = held ? undefined : cutParsed(parsed, indexSizing(parsed.parser, options));
  const chunks = held ?? made?.chunks.map(chunkView) ?? [];
  const { source } = parsed;
  return {
    path,
    artifact: null,
    language: source.language,
    ...(await colouredText(source.text, source.language, words, parsed.root)),
    extracted: source.extracted?.by ?? null,
    // A pack may allow larger chunks for its units.
    cap: chunks.reduce((most, { tokens }) => Math.max(most, tokens), options.maxTokens),
    overlap: options.window.overlap,
    chunks: inOrder(chunks),
    notes: (made ?? parsed).diagnostics.map(({ message }) => message),
    asIndexed: made === undefined || isSame(made.chunks, known),
  };
}

/** With all computed values that the page shows. */
type Sized = ChunkOptions & { readonly maxTokens: number; readonly window: { readonly overlap: number } };

/** Refuses incompatible options. */
export function sized(requested: Recut, cut: SyncOptions['cut'], path: string): Sized {
  const given = Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== undefined)) as Recut; // fromEntries() loses the keys' types
  const { maxTokens = defaults.maxTokens, strategy = 'auto', ...rest } = { ...cut, ...given };
  const { overlap } = limits({ maxTokens, overlap: rest.overlap });
  return {
    ...rest,
    tokenizer: tokenizer(rest.tokenizer ?? 'cl100k_base'),
    maxTokens,
    strategy,
    path,
    prefix: placePrefix,
    window: { threshold: maxTokens, size: maxTokens, overlap },
  };
}

/** By text and name, in order: a context line of a hook changes neither. */
const isSame = (now: readonly KnownChunk[], known: readonly KnownChunk[]): boolean =>
  now.length === known.length &&
  now.every(({ id, contentHash }, i) => id === known[i].id && contentHash === known[i].contentHash);
