/**
 * The store of an index. A source is written as a whole or not at all: at any moment a
 * reader sees all of its old state or all of the new one.
 *
 * Implementations: `sqlite.ts`, `postgres.ts`. Every one passes test/contract/store.ts.
 */
import type { Chunk } from '../schema.js';
import type { Frequency } from '../sources/history.js';
import type { Stat } from '../sources/stat.js';
import type { Reference, Unit } from '../types.js';
import type { Sensitivity } from './sensitivity.js';
import type { PackedSource, VectorCode } from './sqlite/packedSource.js';

/** The tree of artifacts; files are in `main`. */
export const ARTIFACTS = 'artifacts';
/** The tree of commits, in the history of a store. A commit's path is its full hash, so its id is `commit:{hash}`. */
export const COMMITS = 'commit';

export const sourceKinds = ['file', 'artifact', 'commit'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** A source as a whole. */
export interface SourceRow extends Stat {
  readonly docId: string;
  readonly tree: string;
  readonly path: string;
  readonly kind: SourceKind;
  readonly language: string;
  readonly title: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** Identifies how it was cut; with another recipe it is cut again. */
  readonly recipe: string;
  readonly tokens: number;
  readonly frequency?: Frequency | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Binary, empty, too large: nothing of it is in a chunk. */
export const hasNoText = ({ tokens }: Pick<SourceRow, 'tokens'>): boolean => tokens === 0;

/** The part of a source's `metadata` that, with its chunks, makes up its text. */
export interface TextMetadata {
  /** Text in no chunk: its offset in UTF-16 code units, and the text itself. */
  readonly gaps?: readonly (readonly [start: number, text: string])[];
  /** The extractor, for a file that is not plain text: a mail, a PDF. */
  readonly extracted?: string;
}

/** The words of a chunk, by field, as text/words.ts gives them. */
export interface ChunkWords {
  readonly name: string;
  readonly path: string;
  readonly headings: string;
  readonly body: string;
}

export interface IndexedChunk {
  readonly chunk: Chunk;
  readonly words: ChunkWords;
}

/** A source with everything in it, ready to be written. */
export interface PreparedSource {
  readonly source: SourceRow;
  readonly chunks: readonly IndexedChunk[];
  readonly units: readonly Unit[];
  readonly references: readonly Reference[];
  /** Bloom filter of its trigrams (text/trigrams.ts), in base64, since it is sent as JSON. Without it, the source may contain any. */
  readonly trigrams?: string;
}

/** A unit, found by its name. */
export interface UnitDefinition extends Unit {
  readonly docId: string;
}

/** A reference, found by what it refers to. */
export interface IncomingReference extends Reference {
  readonly docId: string;
}

export type TouchedSource = Pick<SourceRow, 'docId' | keyof Stat>;

/** One change of an index: all of it is committed, or nothing. */
export interface IndexChange {
  readonly put?: readonly PreparedSource[];
  /** Sources that were packed in the thread that read them, for a store that `takesPacked`. */
  readonly packed?: readonly PackedSource[];
  readonly codes?: readonly VectorCode[];
  /** Sources of which only the stat changed. */
  readonly touch?: readonly TouchedSource[];
  /** Ids of sources to remove, with all that belongs to them. */
  readonly remove?: readonly string[];
  readonly vectors?: readonly TextVector[];
  readonly lines?: readonly ContextLine[];
}

/** A context line, by a hash of the hook and the content. */
export interface ContextLine {
  /** 64 hex digits. */
  readonly key: string;
  /** Empty if the hook had nothing to say. */
  readonly line: string;
}

/** A vector, by the hash of its text. */
export interface TextVector {
  readonly hash: string;
  readonly vector: Float32Array;
}

/** The model of the vectors in an index, which never holds those of two. */
export interface IndexModel {
  readonly id: string;
  readonly dimensions: number;
  /** Version of the prefix before a chunk; with another version no vector is valid. */
  readonly prefixVersion: number;
  /** No run with it has completed yet. A provider that failed at the first attempt does not block the index. */
  readonly unfinished?: true;
}

export interface IndexCounts {
  readonly sources: number;
  readonly chunks: number;
  readonly tokens: number;
  /** Chunks that have a vector, and that still need one. */
  readonly embedded: number;
  readonly pending: number;
}

export interface IndexState extends IndexCounts {
  readonly version: number;
  readonly model: IndexModel | undefined;
  readonly bytes: number;
  /** Time of the last write; undefined if there was none. */
  readonly writtenAt: Date | undefined;
}

/** Conditions on a chunk; all fields that are set must hold. Lists are alternatives. */
export interface ChunkFilter {
  readonly tree?: string;
  readonly notTree?: string;
  readonly kind?: SourceKind;
  readonly languages?: readonly string[];
  readonly notLanguages?: readonly string[];
  /** Values of `chunkTypeOf`. */
  readonly types?: readonly string[];
  readonly notTypes?: readonly string[];
  /** Patterns (text/pathPattern.ts). */
  readonly paths?: readonly string[];
  readonly notPaths?: readonly string[];
  /** Paths are matched as if they were below this folder: `api/`. */
  readonly under?: string;
  /** Names of roots of a workspace (workspaceStore.ts); a store of one root has none. */
  readonly roots?: readonly string[];
  readonly notRoots?: readonly string[];
  /** Ids of chunks; an empty list excludes all. */
  readonly ids?: readonly string[];
  readonly notIds?: readonly string[];
  /** Ids of sources; an empty list excludes all. */
  readonly docIds?: readonly string[];
  /** A further filter that must hold, too. */
  readonly also?: ChunkFilter;
  /** Excludes higher levels; if the store has a limit itself, the lower one applies. */
  readonly maxSensitivity?: Sensitivity | undefined;
}

/** Whether a filter has conditions on chunks, beyond those on sources. */
export const filtersChunks = ({ types, notTypes, ids, notIds, also }: ChunkFilter): boolean =>
  [types, notTypes, notIds].some((list) => list?.length) || ids !== undefined || (also ? filtersChunks(also) : false);

/** A source without tokens has no text, unless it is blank and no larger than this. */
export const MAX_BLANK_BYTES = 65_536;

/** The fields of a source that locate its text. */
export type ListedSource = Pick<SourceRow, 'docId' | 'path' | 'kind' | 'hash' | keyof Stat>;

/** The type that `ChunkFilter.types` filters by: the kind of unit that a chunk stands for, else its chunk type. */
export const chunkTypeOf = ({ metadata: { unit_type }, chunkType }: Chunk): string =>
  typeof unit_type === 'string' ? unit_type : chunkType;

export interface Hit {
  readonly id: string;
  /** Larger is better; not comparable between searches. */
  readonly score: number;
}

/** A chunk found by keywords. */
export interface TextHit extends Hit {
  /** Score of its whole document, whose chunks may have one word each. */
  readonly document: number;
  /** The input of that score, if `statistics` were given: the length of the document, and its count of each scored term. */
  readonly documentTerms?: DocumentTerms;
}

/** A document as BM25 sees it. */
export interface DocumentTerms {
  readonly length: number;
  readonly counts: ReadonlyMap<number, number>;
}

/** What BM25 needs to know of all chunks: those of one store, or of all roots of a workspace. */
export interface TextStatistics {
  readonly chunks: number;
  /** Words in all chunks. */
  readonly words: number;
  /** The number of chunks that have each term (terms.ts). */
  readonly frequencies: ReadonlyMap<number, number>;
}

/** The fields of a chunk that tell which unit it belongs to. */
export type ChunkPlace = Pick<Chunk, 'id' | 'parentId' | 'partOf' | 'synthetic'>;

/** An index in a few figures; lists are sorted by count. */
export interface Overview {
  readonly sources: number;
  readonly tokens: number;
  readonly languages: readonly (readonly [language: string, sources: number])[];
  /** The first two folders of paths. */
  readonly areas: readonly (readonly [area: string, sources: number])[];
  /** Number of units by kind: classes, functions; models and controllers of an application. */
  readonly units: readonly (readonly [kind: string, units: number])[];
  /** From manifests: `rails 7.1.2`. Languages and frameworks first, those of the root before others. */
  readonly stack: readonly string[];
  /** The databases it uses: `PostgreSQL 16`. */
  readonly databases: readonly string[];
}

export interface UseRootOptions {
  /** The folder holds the same tree, at another path. */
  readonly sameTree?: boolean | undefined;
  /** Only check whether it would be refused; store nothing. */
  readonly dryRun?: boolean;
}

/** Options of opening a store. */
export interface StoreOptions {
  /** Artifacts above this level are not found, listed or counted. Writing is not limited. */
  readonly maxSensitivity?: Sensitivity | undefined;
}

/** The read side of a store. */
export type StoreReader = Omit<
  Store,
  'takesPacked' | 'write' | 'useRoot' | 'saveTreeScan' | 'useModel' | 'finishModel' | 'compact' | 'close'
>;

export interface Store {
  /** The names of the roots of a workspace, which paths begin with. */
  readonly roots?: readonly string[];
  /** Accepts sources that were packed in the thread that read them. */
  readonly takesPacked?: true;
  state(): Promise<IndexState>;
  overview(): Promise<Overview>;
  /** Every source of a tree, by path. */
  sources(tree: string): Promise<ReadonlyMap<string, SourceRow>>;
  source(docId: string): Promise<SourceRow | undefined>;
  write(change: IndexChange): Promise<void>;

  /** The folder of a tree; undefined if it is not set or gone, or if the index is shared. */
  root(tree: string): Promise<string | undefined>;
  /** Sets it. Another folder is refused, unless the old one is gone or `sameTree` is set. */
  useRoot(tree: string, root: string, options?: UseRootOptions): Promise<void>;
  /**
   * The last scan of a tree's files, as `saveTreeScan` stored it. Removed by the next write; never stored if the files
   * may be on another machine.
   */
  treeScan(tree: string): Promise<string | undefined>;
  saveTreeScan(tree: string, scan: string): Promise<void>;
  /**
   * Sets the model of the vectors. Another model is refused, unless `replace` is set or the old one is unfinished; then
   * all vectors are dropped, and the old model is returned.
   */
  useModel(model: IndexModel, replace?: boolean): Promise<IndexModel | undefined>;
  /** Marks the model as finished: a run has completed, and from now on it is only replaced on request. */
  finishModel(): Promise<void>;
  /** The hashes that have no vector, without duplicates. */
  missingVectors(hashes: readonly string[]): Promise<readonly string[]>;
  /** The vectors of those hashes that have one, as they are stored: of length 1, one byte per dimension. */
  vectors(hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  /** Chunks without a vector, whole sources at a time, in batches of at least `atLeast`. */
  pending(atLeast: number): AsyncIterable<readonly Chunk[]>;

  /** The context lines of those keys that have one. */
  contextLines(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /** `statistics`: of all roots that are searched together, so that their scores are comparable. Default: its own. */
  searchText(
    words: readonly string[],
    limit: number,
    filter?: ChunkFilter,
    statistics?: TextStatistics,
  ): Promise<readonly TextHit[]>;
  textStatistics(words: readonly string[]): Promise<TextStatistics>;
  /** The number of chunks that have each word, in the order of the words, without any filter. */
  documentFrequencies(words: readonly string[]): Promise<readonly number[]>;
  searchVector(vector: Float32Array, limit: number, filter?: ChunkFilter): Promise<readonly Hit[]>;

  /**
   * Sources with text, even if blank, that pass the filter on sources, by path. With `words`, sources are left out whose
   * text certainly has none of them, ignoring case.
   */
  listSources(filter?: ChunkFilter, words?: readonly string[]): Promise<readonly ListedSource[]>;
  /** All languages of its sources, sorted. */
  languages(): Promise<readonly string[]>;
  /** All types of its chunks, sorted. */
  types(): Promise<readonly string[]>;
  /** All chunks that can be found and pass the filter, by path and position; one source at a time. */
  searchableChunks(filter?: ChunkFilter): AsyncIterable<readonly Chunk[]>;
  /** The same with chunks that are never found: tables of contents, scripts and styles. */
  allChunks(filter?: ChunkFilter): AsyncIterable<readonly Chunk[]>;
  chunks(ids: readonly string[]): Promise<readonly Chunk[]>;
  /** The chunks of one source, in order; `from` and `to` are positions, inclusive. */
  chunksOf(docId: string, from?: number, to?: number): Promise<readonly Chunk[]>;
  units(docId: string): Promise<readonly Unit[]>;
  /** The ids of the chunks of a source and of their units, in order, without the chunks themselves. */
  chunkPlaces(docId: string): Promise<readonly ChunkPlace[]>;

  /** Units whose last name is one of these: `get` finds `Client.get`. With `languages`, only in those. */
  definitions(keys: readonly string[], languages?: readonly string[]): Promise<readonly UnitDefinition[]>;
  /** The last names of all units, without duplicates: what `definitions` can find. */
  names(): Promise<readonly string[]>;
  /** References with one of these keys, in the order of sources; at most `limit`. */
  referencesTo(keys: readonly string[], limit?: number): Promise<readonly IncomingReference[]>;
  /** The references in one source, in order. */
  referencesOf(docId: string): Promise<readonly Reference[]>;

  /**
   * The commits: a separate store, so that they neither rank among sources nor change how sources rank. Undefined if
   * there is none, unless `make` is set. It is closed with this one.
   */
  history(make?: boolean): Promise<Store | undefined>;

  /** Checks everything; returns what is wrong, in words. */
  check(): Promise<readonly string[]>;
  /** Frees the space of what was removed, including vectors without a chunk. */
  compact(): Promise<void>;
  close(): Promise<void>;
}
