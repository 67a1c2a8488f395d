/**
 * Where an index is kept. A source goes in whole or not at all: what a reader
 * sees of it is at every instant all of the old state or all of the new.
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
/** The tree of commits, in the history of a store. A commit's path is its whole hash, so its id is `commit:{hash}`. */
export const COMMITS = 'commit';

export const sourceKinds = ['file', 'artifact', 'commit'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** What the index knows of a source as a whole. */
export interface SourceRow extends Stat {
  readonly docId: string;
  readonly tree: string;
  readonly path: string;
  readonly kind: SourceKind;
  readonly language: string;
  readonly title: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** How it was cut: another recipe, and it is cut anew. */
  readonly recipe: string;
  readonly tokens: number;
  readonly frequency?: Frequency | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Of a source's `metadata`, what its text is made of beside its chunks. */
export interface TextMetadata {
  /** Where text stands that no chunk holds, in UTF-16 code units, and the text. */
  readonly gaps?: readonly (readonly [start: number, text: string])[];
  /** Who took the text out of a file that is no text itself: a mail, a PDF. */
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

/** A source with all that is in it, ready to be written. */
export interface PreparedSource {
  readonly source: SourceRow;
  readonly chunks: readonly IndexedChunk[];
  readonly units: readonly Unit[];
  readonly references: readonly Reference[];
  /** Which runs of bytes its text has (text/trigrams.ts), in base64: it comes as JSON. Without it, any. */
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

/** One step of the index: all of it happens, or nothing. */
export interface IndexChange {
  readonly put?: readonly PreparedSource[];
  /** Sources that were packed where they were read, for a store that `takesPacked`. */
  readonly packed?: readonly PackedSource[];
  readonly codes?: readonly VectorCode[];
  /** Only their stat changed. */
  readonly touch?: readonly TouchedSource[];
  /** With everything that hangs on them. */
  readonly remove?: readonly string[];
  readonly vectors?: readonly TextVector[];
  readonly lines?: readonly ContextLine[];
}

/** A context line of a content, by a key of the hook and the content. */
export interface ContextLine {
  /** 64 hex digits. */
  readonly key: string;
  /** Empty: there was nothing to say. */
  readonly line: string;
}

/** A vector, by the hash of the text it stands for. */
export interface TextVector {
  readonly hash: string;
  readonly vector: Float32Array;
}

/** Whose vectors an index holds. Never those of two. */
export interface IndexModel {
  readonly id: string;
  readonly dimensions: number;
  /** Of the text put before a chunk; another one, and no vector fits any more. */
  readonly prefixVersion: number;
  /** No run with it has come to its end yet: a provider that failed at the first try does not keep an index to itself. */
  readonly unfinished?: true;
}

export interface IndexCounts {
  readonly sources: number;
  readonly chunks: number;
  readonly tokens: number;
  /** Chunks that have a vector, and that still want one. */
  readonly embedded: number;
  readonly pending: number;
}

export interface IndexState extends IndexCounts {
  readonly version: number;
  readonly model: IndexModel | undefined;
  readonly bytes: number;
  /** When sources were last written; undefined where none ever was. */
  readonly writtenAt: Date | undefined;
}

/** What must hold of a chunk before it may be among the best: each field that is there. Lists are alternatives. */
export interface ChunkFilter {
  readonly tree?: string;
  readonly notTree?: string;
  readonly kind?: SourceKind;
  readonly languages?: readonly string[];
  readonly notLanguages?: readonly string[];
  /** By `typeOf`. */
  readonly types?: readonly string[];
  readonly notTypes?: readonly string[];
  /** Patterns as text/pathPattern.ts has them. */
  readonly paths?: readonly string[];
  readonly notPaths?: readonly string[];
  /** Paths are matched as if they were below this folder: `api/`. */
  readonly under?: string;
  /** Names of roots of a workspace (workspaceStore.ts); a store of one root has none. */
  readonly roots?: readonly string[];
  readonly notRoots?: readonly string[];
  /** Of chunks; an empty list lets none through. */
  readonly ids?: readonly string[];
  readonly notIds?: readonly string[];
  /** Ids of sources; an empty list lets none through. */
  readonly docIds?: readonly string[];
  /** What must hold beside. */
  readonly also?: ChunkFilter;
  /** Nothing above this level; where the store itself has a limit, the lower of the two. */
  readonly maxSensitivity?: Sensitivity | undefined;
}

/** Whether a filter asks something that only a chunk can answer, and not its source. */
export const filtersChunks = ({ types, notTypes, ids, notIds, also }: ChunkFilter): boolean =>
  [types, notTypes, notIds].some((list) => list?.length) || ids !== undefined || (also ? filtersChunks(also) : false);

/** A source without a token has no text, unless it is as small as this, and blank. */
export const MAX_BLANK_BYTES = 65_536;

/** As much of a source as says where its text is. */
export type ListedSource = Pick<SourceRow, 'docId' | 'path' | 'kind' | 'hash' | keyof Stat>;

/** What `Filter.types` asks for: what an application's unit is, where a chunk stands for one; else its chunk type. */
export const chunkTypeOf = ({ metadata: { unit_type }, chunkType }: Chunk): string =>
  typeof unit_type === 'string' ? unit_type : chunkType;

export interface Hit {
  readonly id: string;
  /** Larger is better; of one search, never of two. */
  readonly score: number;
}

/** A chunk found by its words. */
export interface TextHit extends Hit {
  /** How well its document answers as a whole: chunks have one word each, and the document all of them. */
  readonly document: number;
  /** What that was computed from, if `statistics` were given: its words, and how often it has each term scored. */
  readonly documentTerms?: DocumentTerms;
}

/** A document in the terms of a query. */
export interface DocumentTerms {
  readonly length: number;
  readonly counts: ReadonlyMap<number, number>;
}

/** What BM25 must know of all chunks together: those of one store, or of every root of a workspace. */
export interface TextStatistics {
  readonly chunks: number;
  /** Of all chunks. */
  readonly words: number;
  /** How many chunks have each term (terms.ts). */
  readonly frequencies: ReadonlyMap<number, number>;
}

/** As much of a chunk as says whose it is. */
export type ChunkPlace = Pick<Chunk, 'id' | 'parentId' | 'partOf' | 'synthetic'>;

/** The whole, in a few numbers; the most numerous first. */
export interface Overview {
  readonly sources: number;
  readonly tokens: number;
  readonly languages: readonly (readonly [language: string, sources: number])[];
  /** The first two folders of paths. */
  readonly areas: readonly (readonly [area: string, sources: number])[];
  /** What was named, by kind: classes, functions; models and controllers where an application is known. */
  readonly units: readonly (readonly [kind: string, units: number])[];
  /** What manifests say it is built on: `rails 7.1.2`. Languages and frameworks first, those of the root before others. */
  readonly stack: readonly string[];
  /** What it keeps its data in: `PostgreSQL 16`. */
  readonly databases: readonly string[];
}

export interface UseRootOptions {
  /** The folder is what the tree is of, at another place. */
  readonly sameTree?: boolean | undefined;
  /** Nothing is kept: would it be refused? */
  readonly dryRun?: boolean;
}

/** How a store is opened. */
export interface StoreOptions {
  /** What is above this level is in no answer: neither found nor listed nor counted. Writing is not limited by it. */
  readonly maxSensitivity?: Sensitivity | undefined;
}

/** What may be asked of a store, without what changes it. */
export type StoreReader = Omit<
  Store,
  'takesPacked' | 'write' | 'useRoot' | 'saveTreeScan' | 'useModel' | 'finishModel' | 'compact' | 'close'
>;

export interface Store {
  /** Of a workspace: the names of its roots, which paths begin with. */
  readonly roots?: readonly string[];
  /** Sources may come packed: worked out in the thread that read them. */
  readonly takesPacked?: true;
  state(): Promise<IndexState>;
  overview(): Promise<Overview>;
  /** Every source of a tree, by path. */
  sources(tree: string): Promise<ReadonlyMap<string, SourceRow>>;
  source(docId: string): Promise<SourceRow | undefined>;
  write(change: IndexChange): Promise<void>;

  /** The folder that a tree is of; undefined if it is not set or gone, or if a team's clones lie anywhere. */
  root(tree: string): Promise<string | undefined>;
  /** Says so. Another one than before is refused, unless that is gone or `sameTree` says that both are the same. */
  useRoot(tree: string, root: string, options?: UseRootOptions): Promise<void>;
  /**
   * What was kept of the last look at the files of a tree, in the words of who looked. No longer there when sources
   * were written since; never there where files may be on another machine.
   */
  treeScan(tree: string): Promise<string | undefined>;
  saveTreeScan(tree: string, look: string): Promise<void>;
  /**
   * Says whose vectors these are. Another model than before is refused, unless `replace` or that one is unfinished;
   * then all vectors are dropped, and the model that they were of is given back.
   */
  useModel(model: IndexModel, replace?: boolean): Promise<IndexModel | undefined>;
  /** A run with the model has come to its end: from now on it is replaced on request only. */
  finishModel(): Promise<void>;
  /** Those of the hashes that have no vector, each once. */
  missingVectors(hashes: readonly string[]): Promise<readonly string[]>;
  /** Of those of the hashes that have one, as it is kept: of length 1, a byte a dimension. */
  vectors(hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  /** Chunks that want a vector, whole sources at a time, in batches of at least `atLeast`. */
  pending(atLeast: number): AsyncIterable<readonly Chunk[]>;

  /** Those of the keys that have a line. */
  contextLines(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /** `statistics`: of all roots that are asked together, so that their scores can be compared. Default its own. */
  searchText(
    words: readonly string[],
    limit: number,
    filter?: ChunkFilter,
    statistics?: TextStatistics,
  ): Promise<readonly TextHit[]>;
  textStatistics(words: readonly string[]): Promise<TextStatistics>;
  /** How many chunks have each of these words, in their order; whatever a filter would leave out. */
  documentFrequencies(words: readonly string[]): Promise<readonly number[]>;
  searchVector(vector: Float32Array, limit: number, filter?: ChunkFilter): Promise<readonly Hit[]>;

  /**
   * Sources with any text, be it blank, by path, of which holds what the filter asks of sources. With `words`, those
   * are left out that surely have none of them in their text, in whatever case.
   */
  listSources(filter?: ChunkFilter, words?: readonly string[]): Promise<readonly ListedSource[]>;
  /** Every language that a source here has, in the order of the alphabet. */
  languages(): Promise<readonly string[]>;
  /** Every type that a chunk here has, likewise. */
  types(): Promise<readonly string[]>;
  /** All that may be offered and passes the filter, by path and position; a source at a time. */
  searchableChunks(filter?: ChunkFilter): AsyncIterable<readonly Chunk[]>;
  /** The same with what is kept and never offered: summaries, outlines, tables of contents. */
  allChunks(filter?: ChunkFilter): AsyncIterable<readonly Chunk[]>;
  chunks(ids: readonly string[]): Promise<readonly Chunk[]>;
  /** Of one source, in order; `from` and `to` are positions, inclusive. */
  chunksOf(docId: string, from?: number, to?: number): Promise<readonly Chunk[]>;
  units(docId: string): Promise<readonly Unit[]>;
  /** Where the chunks of a source stand among each other, in order, without the chunks themselves. */
  chunkPlaces(docId: string): Promise<readonly ChunkPlace[]>;

  /** Units of which one of these is the last name: `get` finds `Client.get`. With `languages`, only in their sources. */
  definitions(keys: readonly string[], languages?: readonly string[]): Promise<readonly UnitDefinition[]>;
  /** The last names of all units, each once: what `definitions` can find. */
  names(): Promise<readonly string[]>;
  /** References with one of these keys, wherever they stand, in the order of sources; `limit` of them at most. */
  referencesTo(keys: readonly string[], limit?: number): Promise<readonly IncomingReference[]>;
  /** Those of one source, in order. */
  referencesOf(docId: string): Promise<readonly Reference[]>;

  /**
   * The commits: a store of their own beside this one, so that they neither rank among sources nor change how those
   * rank. Undefined where there is none, unless it is to be made. It is closed with this one.
   */
  history(make?: boolean): Promise<Store | undefined>;

  /** Goes over everything; what is wrong, in words. */
  check(): Promise<readonly string[]>;
  /** Gives back the room of what is gone, vectors without a chunk among it. */
  compact(): Promise<void>;
  close(): Promise<void>;
}
