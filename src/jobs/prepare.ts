/** One file → everything that an index stores of it. */
import { statSync } from 'node:fs';
import { unitsOf } from '../chunk/branch.js';
import { type Embedder, type EmbedderName, embedder } from '../embed/index.js';
import { placePrefix, prefixedText } from '../enrich/prefix.js';
import { FroeError } from '../errors.js';
import { manifestOf } from '../graph/manifest.js';
import { referencesIn } from '../graph/references.js';
import { defaults } from '../options.js';
import type { Parser } from '../parse/index.js';
import type { PlainData } from '../parse/pack.js';
import { type ChunkOptions, cutParsed, parse } from '../pipeline/chunk.js';
import { cutUnits } from '../pipeline/cutUnits.js';
import { withPreset } from '../pipeline/presets.js';
import { decode } from '../sources/decode.js';
import { hasLink } from '../sources/jail.js';
import { isBinary, readBytes } from '../sources/read.js';
import { isAtRest, type Stat, statOf, UNSETTLED } from '../sources/stat.js';
import { indexedChunk, searchedTexts } from '../store/indexedChunk.js';
import {
  joined,
  type PackedSource,
  type PackedVectors,
  packSource,
  type UnpackedSource,
} from '../store/sqlite/packedSource.js';
import type { PreparedSource, SourceRow, TextMetadata } from '../store/store.js';
import { TermCounter } from '../store/terms.js';
import { quantise } from '../store/vectors/quantise.js';
import { sha256 } from '../text/hash.js';
import { trigramsOf } from '../text/trigrams.js';
import type { Diagnostic, DiagnosticCode, Gap, Source } from '../types.js';

/** The pack of a file, and what the file must know of others (sync/survey.ts). */
export interface Surroundings {
  readonly pack: string;
  /** Stored with the file: what others must know of it, and the hash of its surroundings. */
  readonly facts?: PlainData | undefined;
  readonly hash?: string | undefined;
  readonly around?: PlainData | undefined;
  readonly frequency?: string | undefined;
}

export interface PrepareTask {
  readonly tree: string;
  /** Identifies how it was cut: see SourceRow. */
  readonly recipe: string;
  /** Maximum tokens of a chunk of an application unit; default: that of every chunk. */
  readonly unitTokens?: number | undefined;
  /** Pack what is stored of a file (store/sqlite/packedSource.ts), with the vectors of this embedder. */
  readonly pack?: { readonly embedder?: EmbedderName } | undefined;
}

export interface PrepareJob {
  readonly file: string;
  readonly path: string;
  /** Its stored hash, unless it must be cut again in any case. */
  readonly known?: string | undefined;
  readonly surroundings?: Surroundings | undefined;
}

/** `same`: only the stat has changed. */
export type PrepareResult =
  | { readonly same: Stat; readonly diagnostics: readonly Diagnostic[] }
  | { readonly prepared: PreparedSource; readonly diagnostics: readonly Diagnostic[] };
export type PackResult =
  | Extract<PrepareResult, { same: unknown }>
  | { readonly packed: PackedSource; readonly diagnostics: readonly Diagnostic[] };

/** Files without text are recorded, so that they are not read again. */
const SKIPPED_CODES = ['binary', 'too-large'] as const satisfies readonly DiagnosticCode[];

export const prepareFile = (job: PrepareJob, task: PrepareTask, options: ChunkOptions): Promise<PrepareResult> =>
  prepareLoaded(loadFile(job.file, job.path), job, task, options);

export async function prepareLoaded(
  loaded: LoadedFile,
  job: Omit<PrepareJob, 'file'>,
  task: PrepareTask,
  options: ChunkOptions,
): Promise<PrepareResult> {
  const result = await cutLoaded(loaded, job, task, options);
  return 'same' in result ? result : { prepared: withWords(result.cut), diagnostics: result.diagnostics };
}

const terms = new TermCounter();

/** The same, packed, with the vectors of its chunks. */
export async function packFile(job: PrepareJob, task: PrepareTask, options: ChunkOptions): Promise<PackResult> {
  const result = await cutLoaded(loadFile(job.file, job.path), job, task, options);
  if ('same' in result) return result;
  return { packed: await packCut(result.cut, task.pack?.embedder), diagnostics: result.diagnostics };
}

/** With the words of its chunks, and their vectors if an embedder is named. */
export async function packCut(cut: UnpackedSource, name: EmbedderName | undefined): Promise<PackedSource> {
  const bags = cut.chunks.map((chunk) => terms.count(searchedTexts(chunk, cut.units)));
  const made = name && embedder(name.spec, { dimensions: name.dimensions });
  return { ...packSource(cut, bags), ...(made ? { vectors: await vectorsOf(cut, made) } : {}) };
}

/** For chunks that can be found; each text once. */
async function vectorsOf({ chunks }: UnpackedSource, { embed }: Embedder): Promise<PackedVectors> {
  const texts = new Map(
    chunks.filter(({ metadata }) => metadata.weight !== 0).map((chunk) => [chunk.embedHash, prefixedText(chunk)]),
  );
  const vectors = await embed([...texts.values()], 'passage');
  return {
    hashes: joined([...texts.keys()].map((hash) => Buffer.from(hash, 'hex'))),
    codes: joined(vectors.map(quantise)),
  };
}

type CutResult =
  | Extract<PrepareResult, { same: unknown }>
  | { readonly cut: UnpackedSource; readonly diagnostics: readonly Diagnostic[] };

async function cutLoaded(
  { bytes, hash, ...stat }: LoadedFile,
  job: Omit<PrepareJob, 'file'>,
  task: PrepareTask,
  options: ChunkOptions,
): Promise<CutResult> {
  if (hash === job.known) return { same: stat, diagnostics: [] };
  const { tree, recipe, unitTokens } = task;
  const { surroundings } = job;
  const row = { tree, recipe, path: job.path, ...stat, hash, metadata: surroundingsMetadata(surroundings) };
  return cutSource(bytes, row, options, surroundings, unitTokens);
}

/** The surroundings of a file in its row. */
const surroundingsMetadata = (surroundings: Surroundings | undefined): SourceRow['metadata'] => {
  if (!surroundings) return {};
  const { pack: name, facts = null, hash: around } = surroundings;
  return { pack: { name, facts, around } };
};

export interface LoadedFile extends Stat {
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** The current file. Its stat is taken before it is read: a change in between is seen the next time. */
export function loadFile(file: string, path: string): LoadedFile {
  // The tree may have changed since it was walked: a path that now leads through a link is not part of it.
  if (file.endsWith(`/${path}`) && hasLink(file.slice(0, -path.length), path))
    throw new FroeError('outside', `${path} is or passes through a symbolic link`);
  const stat = statOf(statSync(file));
  const kept = isAtRest(stat, Date.now()) ? stat : { ...stat, mtime: UNSETTLED };
  const bytes = readBytes(file);
  return { ...kept, bytes, hash: sha256(bytes) };
}

/** The chunk sizes of an index for a parser: preset `units` unless another is named. `window`: maximum tokens of the embedder. */
export function indexSizing<T extends ChunkOptions>(parser: Parser, options: T, window?: number): T {
  const sized = withPreset(parser, options, options.preset ?? 'units');
  const { maxTokens = parser.preset.maxTokens } = sized;
  const most = window ?? (sized.maxTokens === undefined ? defaults.maxTokens : undefined);
  return maxTokens === undefined || most === undefined ? sized : { ...sized, maxTokens: Math.min(maxTokens, most) };
}

/** With its chunks, this is the whole text (engine/sourceText.ts): the gaps, and the extractor, if any. */
const textMetadata = ({ text, extracted }: Source, gaps: readonly Gap[]): TextMetadata => ({
  ...(gaps.length === 0 ? {} : { gaps: gaps.map(({ start, end }) => [start, text.slice(start, end)] as const) }),
  ...(extracted === undefined ? {} : { extracted: extracted.by }),
});

/** The text that engine/grep.ts matches: that of the file, even if another was extracted from it. */
const grepped = (bytes: Uint8Array | string, { text, extracted }: Source): string =>
  extracted === undefined || typeof bytes === 'string' || isBinary(bytes) ? text : decode(bytes).text;

const trigramsIn = (text: string): string => Buffer.from(trigramsOf(text)).toString('base64');

type KnownRow = Pick<SourceRow, 'tree' | 'path' | 'recipe' | 'size' | 'mtime' | 'hash'> & Partial<SourceRow>;

export async function prepare(
  bytes: Uint8Array | string,
  known: KnownRow,
  options: ChunkOptions,
  surroundings?: Surroundings,
  unitTokens?: number,
): Promise<Extract<PrepareResult, { prepared: unknown }>> {
  const { cut, diagnostics } = await cutSource(bytes, known, options, surroundings, unitTokens);
  return { prepared: withWords(cut), diagnostics };
}

export const withWords = (cut: UnpackedSource): PreparedSource => ({
  ...cut,
  chunks: cut.chunks.map((chunk) => indexedChunk(chunk, cut.units)),
});

async function cutSource(
  bytes: Uint8Array | string,
  known: KnownRow,
  options: ChunkOptions,
  surroundings?: Surroundings,
  unitTokens?: number,
): Promise<Extract<CutResult, { cut: unknown }>> {
  const { tree, path } = known;
  const unread = { kind: 'file', language: '', title: path, tokens: 0, metadata: {}, ctime: 0, ino: 0 } as const;
  const row = { docId: `${tree}:${path}`, ...unread, ...known } as const;
  try {
    const settings = { prefix: placePrefix, ...options, path, tree, docId: row.docId };
    const parsed = await parse(bytes, { mentions: true, ...settings });
    const { source, root, parser } = parsed;
    const sized = indexSizing(parser, settings, unitTokens);
    const isByUnits = (options.preset ?? 'units') === 'units';
    const cutByPack =
      surroundings && isByUnits ? await cutUnits(parsed, sized, { ...surroundings, unitTokens }, cutParsed) : undefined;
    const { chunks, gaps, diagnostics } = cutByPack ?? cutParsed(parsed, sized);
    const units = cutByPack?.units ?? unitsOf(source, root, parser);
    const tokens = chunks.reduce((sum, chunk) => sum + (chunk.synthetic ? 0 : chunk.tokenCount), 0);
    const title = known.title ?? root.name ?? path;
    const { references, namespace } = referencesIn(source, root, units, cutByPack?.mentions);
    const manifest = manifestOf(path, source.text);
    const metadata = {
      ...row.metadata,
      ...textMetadata(source, gaps),
      ...(namespace === undefined ? {} : { namespace }),
      ...(manifest === undefined ? {} : { manifest }),
    };
    const cut: UnpackedSource = {
      source: { ...row, language: source.language, title, tokens, metadata },
      chunks,
      units,
      references,
      trigrams: trigramsIn(grepped(bytes, source)),
    };
    return { cut, diagnostics };
  } catch (error) {
    if (!(error instanceof FroeError)) throw error;
    const code = SKIPPED_CODES.find((code) => code === error.code);
    if (code === undefined) throw error;
    const source: SourceRow = { ...row, metadata: { ...row.metadata, skipped: code } };
    const message = error.message.replace(`${path} `, ''); // whoever prints it adds the path
    const diagnostics: Diagnostic[] = [{ code, path, message }];
    return { cut: { source, chunks: [], units: [], references: [], trigrams: trigramsIn('') }, diagnostics };
  }
}
