/** A file of the index, cut as the page asks: as the index has it unless it says otherwise. */
import { type ChunkOptions, cutParsed, parse, type Strategy } from '../engine.js';
import { embedText, placePrefix } from '../enrich/prefix.js';
import { FroeError } from '../errors.js';
import { indexed } from '../jobs/prepare.js';
import type { Engine } from '../open.js';
import { defaults, type Granularity, limits } from '../options.js';
import type { Chunk } from '../schema.js';
import { readBytes } from '../sources/read.js';
import type { SyncOptions } from '../sync/sync.js';
import { sha256 } from '../text/hash.js';
import { tokenizer } from '../text/tokens/index.js';
import type { FileView, PieceView } from './api.js';
import { inside } from './inside.js';

/** What the page may say of cutting; what it leaves out is as the index has it. */
export interface Recut {
  readonly maxTokens?: number | undefined;
  readonly overlap?: number | undefined;
  readonly granularity?: Granularity | undefined;
  readonly strategy?: Strategy | undefined;
}

/** A page is no place for a file of any size: the text travels whole. */
const MOST_BYTES = 16_000_000;

export async function recut(engine: Engine, given: string, asked: Recut, cut: SyncOptions['cut']): Promise<FileView> {
  const { file, row } = await inside(engine, given);
  const { path } = row;
  const bytes = readBytes(file);
  if (bytes.length > MOST_BYTES)
    throw new FroeError('too-large', `This file has ${bytes.length} bytes; ${MOST_BYTES} can be shown`);
  const options = optionsOf(asked, cut, path);
  const parsed = await parse(bytes, options);
  const known = await engine.store.chunksOf(row.docId);
  // What the index holds is shown as it is held: a pack may have cut it by what it knows of other files.
  const isHeld = isSilent(asked) && sha256(bytes) === row.hash;
  const { chunks, diagnostics } = isHeld
    ? { chunks: known, diagnostics: parsed.diagnostics }
    : cutParsed(parsed, indexed(parsed.parser, options));
  const { source } = parsed;
  return {
    path,
    language: source.language,
    text: source.text,
    extracted: source.extracted?.by ?? null,
    // A pack may allow its units more than others are allowed.
    cap: chunks.reduce((most, { tokenCount }) => Math.max(most, tokenCount), options.maxTokens),
    overlap: options.window.overlap,
    pieces: [...chunks].sort((a, b) => Number(a.synthetic) - Number(b.synthetic)).map(pieceOf),
    notes: diagnostics.map(({ message }) => message),
    asIndexed: isHeld || isSame(chunks, known),
  };
}

/** With everything worked out that the page shows. */
type Sized = ChunkOptions & { readonly maxTokens: number; readonly window: { readonly overlap: number } };

function optionsOf(asked: Recut, cut: SyncOptions['cut'], path: string): Sized {
  const said = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Recut; // fromEntries() forgets the keys
  const { maxTokens = defaults.maxTokens, strategy = 'auto', ...rest } = { ...cut, ...said };
  const { overlap } = limits({ maxTokens, overlap: rest.overlap }); // refuses what does not go together
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

const isSilent = (asked: Recut): boolean => Object.values(asked).every((value) => value === undefined);

/** By text and name, in order: a line of context that a hook added changes neither. */
const isSame = (now: readonly Chunk[], known: readonly Chunk[]): boolean =>
  now.length === known.length &&
  now.every(({ id, contentHash }, i) => id === known[i].id && contentHash === known[i].contentHash);

const pieceOf = (chunk: Chunk): PieceView => ({
  id: chunk.id,
  name: chunk.fullName,
  type: chunk.chunkType,
  breadcrumb: chunk.breadcrumb,
  tokens: chunk.tokenCount,
  startLine: chunk.startLine,
  endLine: chunk.endLine,
  charStart: chunk.charStart,
  charEnd: chunk.charEnd,
  overlapChars: chunk.overlapChars,
  partIndex: chunk.partIndex,
  partOf: chunk.partOf,
  prefix: embedText(chunk).slice(0, -`${chunk.context ?? ''}${chunk.content}`.length),
  context: chunk.context ?? '',
  outline: chunk.synthetic ? chunk.content : null,
});
