/** The options of Engine's methods, the allowed values of each, and how current an answer is. TypeScript keeps the tables complete. */

import { inShort } from '../checkArgument.js';
import type { ChunkLog } from '../chunk/events.js';
import { checkOptions } from '../config/checkOptions.js';
import { mergeKinds } from '../config/keys.js';
import {
  anyText,
  callable,
  either,
  flag,
  group,
  listOf,
  number,
  type OptionKinds,
  oneOf,
  only,
  thing,
  type ValueKind,
  whole,
  word,
  words,
} from '../config/kinds.js';
import type { Embedder } from '../embed/index.js';
import { FroeError } from '../errors.js';
import type { Formatter } from '../format/index.js';
import type { ImpactLimits } from '../graph/impact.js';
import { parsersKind, presetKind, sizingKinds, strategyKind } from '../pipeline/chunkOptions.js';
import type { Reranker } from '../rerankers/index.js';
import { fusions } from '../search/fuse.js';
import type { MergeOptions, Merging } from '../search/merge.js';
import { type Scope, scopes } from '../search/scope.js';
import { modes, type SearchOptions, type SearchResults } from '../search/search.js';
import type { SearchFilter } from '../search/searchFilter.js';
import { sourceTypeNames } from '../search/typeNames.js';
import { sensitivities } from '../store/sensitivity.js';
import { type StoreOptions, sourceKinds } from '../store/store.js';
import type { SyncOptions } from '../sync/sync.js';
import type { VectorSource } from '../sync/vectorSource.js';
import { tokenizerNames } from '../text/tokens/index.js';
import type { AddressScope } from './address.js';
import type { ReadLines } from './get.js';
import type { GrepResult } from './grep.js';
import type { GrepRequest } from './grepIndex.js';
import type { NeighbourOptions } from './neighbours.js';

export interface OpenOptions extends StoreOptions {
  /** The file of the index, or `postgres://…`. Default `.froe/index.db` below the root. */
  readonly index?: string;
  /** Makes vectors: a name, or an embedder of your own. Default `builtin`; `none` for keywords only. */
  readonly embedder?: string | Embedder | VectorSource;
  /** Reorders the best chunks of a query: a name, or a reranker of your own. Default none. */
  readonly reranker?: string | Reranker | undefined;
  /** How many of the best chunks are sent to it. Default 40. */
  readonly rerankerDepth?: number | undefined;
  /** Rerank the best chunks with the built-in reader and bi-encoder, unless a query says otherwise. Default true. */
  readonly rerank?: boolean | undefined;
  /** How hits are merged into sections and units, unless a query says otherwise; false: single chunks. */
  readonly merge?: Merging | undefined;
  /** The current folder of the caller, which relative paths are relative to. Default the root. */
  readonly from?: string;
  /** How folders are read. */
  readonly sync?: Partial<Omit<SyncOptions, 'root' | 'vectors'>>;
  /** Files of a large new folder that search() and context() read before they answer, those with the words of the query first. Default all. */
  readonly newIndexFiles?: number | undefined;
  /** Something else keeps the index up to date (autoSync.ts): it is only updated if an answer turns out to be stale. */
  readonly syncedElsewhere?: boolean;
  /** Called for each ingested artifact: whether it is split, and into what. */
  readonly log?: ChunkLog | undefined;
}

/** How much is done to make an answer reflect the current tree. */
export interface FreshnessOptions {
  /** Check the tree first, and read what changed. Default true; without it, results from changed files are left out. */
  readonly sync?: boolean;
  /**
   * Maximum seconds of reading, files with the words of the query first; files that remain are counted as unread.
   * Default 2 for what changed, none for a new index (see `newIndexFiles`).
   */
  readonly syncLimit?: number | undefined;
}

export type AskOptions = SearchOptions & FreshnessOptions;

export interface ContextOptions extends AskOptions {
  /** Tokens of the whole answer. Default 8,000. */
  readonly budget?: number;
  readonly format?: string | Formatter;
  readonly scope?: Scope;
  readonly tokenizer?: string;
}

export type GrepAskOptions = GrepRequest & FreshnessOptions;

/** How an address is resolved. */
export interface AddressOptions extends Pick<AddressScope, 'offers'>, FreshnessOptions {
  /** Only matches at this path, or below it. */
  readonly below?: string;
  /** In a workspace: only matches in these roots. */
  readonly roots?: readonly string[] | undefined;
}

export type ImpactOptions = Omit<ImpactLimits, 'written'> & AddressOptions;

export interface WhyOptions extends AddressOptions {
  /** Tokens of the text. Default 2,000. */
  readonly budget?: number;
  readonly tokenizer?: string;
}

export interface GetOptions extends AddressOptions, NeighbourOptions {}

export interface ReadOptions extends AddressOptions {
  /** Number of lines before and after. */
  readonly contextLines?: number;
}

export interface OutlineOptions extends FreshnessOptions {
  /** Tokens of the text. Default 2,000. */
  readonly budget?: number;
  /** Which files are shown. */
  readonly wants?: (path: string) => boolean;
  readonly tokenizer?: string;
}

/** How current an answer is. */
export interface IndexFreshness {
  /** Files that were changed, added or removed, and not read. Undefined: not checked. */
  readonly unread?: number | undefined;
  /** Why they were not read, if not for lack of time: another process writes, the disk is full. */
  readonly hindered?: FroeError | undefined;
  /** For a shared index: the time of the last write. Queries do not update it. */
  readonly indexedAt?: Date | undefined;
}

export interface SearchAnswer extends SearchResults, IndexFreshness {
  /** Results that were dropped because their file has changed and could not be read again. */
  readonly stale: number;
}

/** Matching lines, and how current they are. */
export type GrepAnswer = GrepResult & IndexFreshness;
export type ReadResult = ReadLines & IndexFreshness;

const signal = thing('an AbortSignal', 'addEventListener');
const tokenizer = oneOf(...tokenizerNames);
const mergingKind = either(only(false), group<Partial<MergeOptions>>(mergeKinds));

type CutOptions = NonNullable<SyncOptions['cut']>;
type ConfiguredSync = NonNullable<OpenOptions['sync']>;
type SyncCallOptions = Partial<SyncOptions> & { readonly wait?: number };

const configuredKinds = {
  tree: word,
  replaceModel: flag,
  sameTree: flag,
  cut: group<CutOptions>({ ...sizingKinds, preset: presetKind, tokenizer, strategy: strategyKind }),
  parsers: parsersKind,
  unitTokens: whole(1),
  context: callable,
  contextVersion: anyText,
  threads: whole(0, 256), // 0: in this thread
  maxFileSize: whole(1),
  wants: callable,
  wantsVersion: anyText,
  brief: flag,
  chunksPerCommit: whole(1),
  history: whole(0),
  signal,
  onProgress: callable,
} satisfies OptionKinds<ConfiguredSync>;

export const openKinds = {
  index: word,
  embedder: either(word, thing('an embedder of your own')),
  reranker: either(word, thing('a reranker of your own', 'rerank')),
  rerankerDepth: whole(1),
  rerank: flag,
  merge: mergingKind,
  from: word,
  sync: group<ConfiguredSync>(configuredKinds),
  syncedElsewhere: flag,
  newIndexFiles: number(1),
  log: callable,
  maxSensitivity: oneOf(...sensitivities),
} satisfies OptionKinds<OpenOptions>;

export const syncKinds = {
  ...configuredKinds,
  root: word,
  vectors: thing('an embedder', 'embedTexts'),
  wait: number(0),
} satisfies OptionKinds<SyncCallOptions>;

export const filterKinds = {
  tree: word,
  notTree: word,
  kind: oneOf(...sourceKinds),
  languages: words,
  notLanguages: words,
  types: words,
  notTypes: words,
  paths: words,
  notPaths: words,
  symbols: words,
  notSymbols: words,
  sourceTypes: listOf(...sourceTypeNames),
  ids: words,
  notIds: words,
  docIds: words,
  since: word,
  before: word,
  authors: words,
  notAuthors: words,
  roots: words,
  notRoots: words,
  maxSensitivity: oneOf(...sensitivities),
  also: thing('a filter'),
} satisfies OptionKinds<SearchFilter>;

const searchKinds = {
  limit: whole(1),
  pool: whole(1),
  mode: oneOf(...modes),
  filter: group<SearchFilter>(filterKinds),
  weights: group<NonNullable<SearchOptions['weights']>>({ words: number(0), vectors: number(0) }),
  fusion: oneOf(...fusions),
  merge: mergingKind,
  reranker: either(only(false), thing('a reranker of your own', 'rerank')),
  rerankerDepth: whole(1),
  rerank: flag,
  perSource: whole(1),
  elbow: number(0, 1),
  minScore: number(0, 1),
  excludeIds: words,
  history: either(flag, oneOf('auto')),
  signal,
} satisfies OptionKinds<SearchOptions>;

export const freshnessKinds = { sync: flag, syncLimit: number(0) } satisfies OptionKinds<FreshnessOptions>;

export const askKinds = { ...searchKinds, ...freshnessKinds } satisfies OptionKinds<AskOptions>;

export const contextKinds = {
  ...askKinds,
  budget: whole(1),
  format: either(word, thing('a formatter of your own', 'format')),
  scope: oneOf(...scopes),
  tokenizer,
} satisfies OptionKinds<ContextOptions>;

export const grepKinds = {
  ...freshnessKinds,
  filter: group<SearchFilter>(filterKinds),
  ignoreCase: flag,
  context: whole(0),
  limit: whole(1),
  deadline: whole(1),
  signal,
} satisfies OptionKinds<GrepAskOptions>;

export const addressKinds = {
  ...freshnessKinds,
  offers: callable,
  below: anyText,
  roots: words,
} satisfies OptionKinds<AddressOptions>;
export const whyKinds = { ...addressKinds, budget: whole(1), tokenizer } satisfies OptionKinds<WhyOptions>;
export const getKinds = { ...addressKinds, expand: whole(0), seamless: flag } satisfies OptionKinds<GetOptions>;
export const readKinds = { ...addressKinds, contextLines: whole(0) } satisfies OptionKinds<ReadOptions>;
export const outlineKinds = {
  ...freshnessKinds,
  wants: callable,
  tokenizer,
  budget: number(0),
} satisfies OptionKinds<OutlineOptions>;
export const impactKinds = {
  ...freshnessKinds,
  budget: whole(1),
  limit: whole(1),
  tokenizer,
  ...addressKinds,
} satisfies OptionKinds<ImpactOptions>;

/** Checks a query and its options: refuses a query that is not a string, and unknown options. */
export function checkQuestion(
  where: string,
  question: unknown,
  options: unknown = {},
  kinds: Readonly<Record<string, ValueKind<unknown>>> = {},
): void {
  if (typeof question !== 'string')
    throw new FroeError('bad-option', `${where} expects a string, not ${inShort(question)}`);
  checkOptions(where, options, kinds);
}
