/**
 * The index of a folder: create it, keep it up to date, ask it.
 *
 *     const froe = await open('.');
 *     await froe.sync();
 *     const { text } = await froe.context('how is a source cut?', { budget: 4000 });
 */
import type { Assembled } from '../assemble/assemble.js';
import { checkArgument } from '../checkArgument.js';
import { checkOptions } from '../config/checkOptions.js';
import type { ImpactReport } from '../graph/impact.js';
import { type Reranker, rerankerOf } from '../rerankers/index.js';
import type { Chunk } from '../schema.js';
import { resolveMerging } from '../search/merge.js';
import { parseQuery } from '../search/query.js';
import { type SearchOptions, type SearchResults, search } from '../search/search.js';
import { relativeToRoot, type SearchFilter } from '../search/searchFilter.js';
import type { IndexState, Store } from '../store/store.js';
import type { Artifact } from '../sync/artifact.js';
import type { ArtifactWriter } from '../sync/artifactWriter.js';
import type { IngestResult } from '../sync/ingest.js';
import type { SyncOptions, SyncReport } from '../sync/sync.js';
import type { VectorSource } from '../sync/vectorSource.js';
import { type AddressScope, type ResolvedAddress, resolveAddress, titleOf } from './address.js';
import {
  type AddressOptions,
  type AskOptions,
  addressKinds,
  askKinds,
  type ContextOptions,
  checkQuestion,
  contextKinds,
  type FreshnessOptions,
  freshnessKinds,
  type GetOptions,
  type GrepAnswer,
  type GrepAskOptions,
  getKinds,
  grepKinds,
  type ImpactOptions,
  type IndexFreshness,
  impactKinds,
  type OpenOptions,
  type OutlineOptions,
  outlineKinds,
  type ReadOptions,
  type ReadResult,
  readKinds,
  type SearchAnswer,
  syncKinds,
  type WhyOptions,
  whyKinds,
} from './engineOptions.js';
import { FreshAnswers } from './freshAnswers.js';
import { type GetResult, getResult, readLinesAt } from './get.js';
import { GraphAnswers, type SymbolReferences } from './graphAnswers.js';
import type { GrepResult } from './grep.js';
import type { GrepRequest } from './grepIndex.js';
import { IndexedFolder, type IndexedFolders } from './indexedFolder.js';
import { type FilePlace, type IndexPaths, pathsOf } from './indexPaths.js';
import type { ListedArtifact } from './listArtifacts.js';
import { type OpenedRoots, openRoots } from './open.js';
import type { OutlineResult } from './outline.js';
import type { PendingChanges } from './pendingChanges.js';
import { type ChunkVector, storedChunks, storedVectors } from './readIndex.js';
import type { WhyReport } from './why.js';

export { type EmbedderOptions, embedder } from '../embed/index.js';
export { type RerankerOptions, reranker } from '../rerankers/index.js';
export type * from './engineTypes.js';
export type { OpenedRoots } from './open.js';

const BUDGET = 8000;

export class Engine {
  readonly store: Store;
  /** Where its files are, and how the index is kept up to date with them. */
  readonly folders: IndexedFolders;
  readonly reranker: Reranker | undefined;
  /** Makes the vectors of chunks and questions. */
  readonly vectorSource: VectorSource | undefined;
  readonly #options: OpenOptions;
  readonly #paths: IndexPaths;
  readonly #fresh: FreshAnswers;
  readonly #graph: GraphAnswers;

  /** `folders`: those of a workspace, if it is one. */
  constructor(
    root: string,
    store: Store,
    file: string,
    vectors: VectorSource | undefined,
    options: OpenOptions,
    folders: IndexedFolders = new IndexedFolder(root, store, file, vectors, options),
  ) {
    this.store = store;
    this.folders = folders;
    this.reranker = rerankerOf(options.reranker, process.env);
    this.vectorSource = vectors;
    this.#options = options;
    this.#paths = pathsOf({ ...folders, root, from: options.from });
    this.#fresh = new FreshAnswers(store, folders, this.#paths.locate, options.syncedElsewhere);
    this.#graph = new GraphAnswers(store, this.#fresh, (offers) => this.#scope(offers));
  }

  /** The folder; for a workspace, the one that it is asked from. */
  get root(): string {
    return this.folders.root;
  }

  /** Adds artifacts: one, files, an export. In a workspace they go to the first root. */
  get artifactWriter(): ArtifactWriter {
    return this.folders.artifactWriter;
  }

  /** The file on disk of a path in the index. */
  locate(path: string): FilePlace {
    return this.#paths.locate(path);
  }

  /** Makes the index equal to the folder. One process writes at a time; another is refused, or waits for `wait` seconds. */
  async sync(options: Partial<SyncOptions> & { readonly wait?: number } = {}): Promise<SyncReport> {
    checkOptions('sync()', options, syncKinds);
    return this.folders.sync(options);
  }

  /**
   * Updates the index, as every question does first: reads what was changed, added or removed, the newest first, until
   * the time is up. A new index is completed, unless a question limits the time. A shared index is not updated: its
   * files may be on another machine.
   */
  async catchUp(options: FreshnessOptions = {}): Promise<IndexFreshness> {
    checkOptions('catchUp()', options, freshnessKinds);
    return this.#fresh.catchUp(options);
  }

  /** The results of a query, best first. Results whose file has changed and could not be read again are left out. */
  async search(query: string, asked: AskOptions = {}): Promise<SearchAnswer> {
    checkQuestion('search()', query, asked, askKinds);
    const { sync = true, syncLimit, ...options } = asked;
    const filter = relativeToRoot(this.#paths.pattern, options.filter ?? {});
    const { reranker = this.reranker, rerankerDepth = this.#options.rerankerDepth } = options;
    const { rerank = this.#options.rerank } = options;
    const { embedder } = this.vectorSource ?? {};
    const merge = resolveMerging(options.merge, this.#options.merge);
    if (options.mode === 'regex') {
      const find = (): Promise<SearchResults> => this.#matching(query, { ...options, filter });
      return this.#fresh.search({ sync, syncLimit }, find);
    }
    const parsed = parseQuery(query, { roots: this.store.roots });
    const settings = { ...options, merge, rerank, reranker, rerankerDepth, filter };
    const find = (): Promise<SearchResults> => search(this.store, embedder, query, settings, parsed);
    const repeatable = reranker === undefined && (embedder === undefined || embedder.local === true);
    return this.#fresh.search({ sync, syncLimit }, find, { question: parsed.text, repeatable });
  }

  /** The lines that a regular expression matches, by path: grep over the files of the index. */
  async grep(expression: string, asked: GrepAskOptions = {}): Promise<GrepAnswer> {
    checkQuestion('grep()', expression, asked, grepKinds);
    const { sync = true, syncLimit, ...options } = asked;
    const { answer, freshness } = await this.#fresh.ask(
      { sync, syncLimit },
      () => this.#lines(expression, options),
      ({ changed }) => changed > 0,
    );
    return { ...answer, ...freshness };
  }

  /** The answer as a string within the budget, markup included. */
  async context(query: string, options: ContextOptions = {}): Promise<Assembled & { readonly answer: SearchAnswer }> {
    checkQuestion('context()', query, options, contextKinds);
    const { budget = BUDGET, format = 'generic', scope, tokenizer = 'cl100k_base', ...asked } = options;
    const { assembleContext: assemble, retrievalFor: retrievalOptions } = await import('./assembleContext.js');
    const answer = await this.search(query, { ...retrievalOptions(budget), ...asked });
    const staleOf = (docIds: readonly string[]) => this.#fresh.staleOf(docIds);
    const settings = { budget, format, scope, tokenizer, asked, staleOf, partial: Boolean(answer.unread) };
    return { ...(await assemble(this.store, query, answer, settings)), answer };
  }

  /** Everything that an address names, at least one: several definitions may have one name. */
  async resolve(address: string, options: Pick<AddressOptions, 'offers'> = {}): Promise<readonly ResolvedAddress[]> {
    checkQuestion('resolve()', address, options, addressKinds);
    return resolveAddress(this.#scope(options.offers), address);
  }

  /** What is at an address: its exact text and bytes, and the chunks that contain it; or those chunks with their neighbours. */
  async get(address: string, options: GetOptions = {}): Promise<GetResult & IndexFreshness> {
    checkQuestion('get()', address, options, getKinds);
    const { resolved, whole, freshness } = await this.#fresh.sourceAt(this.#scope(options.offers), address, options);
    return { ...(await getResult(this.store, resolved, whole, options)), ...freshness };
  }

  /** The lines at an address, with their numbers. */
  async read(address: string, options: ReadOptions = {}): Promise<ReadResult> {
    checkQuestion('read()', address, options, readKinds);
    const { resolved, whole, freshness } = await this.#fresh.sourceAt(this.#scope(options.offers), address, options);
    return { ...freshness, ...(await readLinesAt(this.store, resolved, whole, options.contextLines ?? 0)) };
  }

  /** A path of the index, or `path:lines`, as seen from the current folder (`from`). */
  written(path: string): string {
    checkArgument('written()', 'text', path);
    return this.#paths.written(path);
  }

  /** The path of a chunk's file as seen from the current folder, or its artifact's title: the start of an address. */
  async addressOf(chunk: Pick<Chunk, 'docId' | 'filePath'>): Promise<string> {
    checkArgument('addressOf()', 'object', chunk);
    const row = await this.store.source(chunk.docId);
    return row?.kind === 'artifact' ? titleOf(this.#scope(), row, row.title) : this.written(chunk.filePath);
  }

  /** What the files below a path define: an outline within the budget. */
  async outline(path: string, options: OutlineOptions = {}): Promise<OutlineResult & IndexFreshness> {
    checkQuestion('outline()', path, options, outlineKinds);
    const freshness = await this.#fresh.catchUp(options);
    const { outlineBelow } = await import('./outline.js');
    return { ...(await outlineBelow(this.store, this.#paths, path, options)), ...freshness };
  }

  /** Every chunk in the index that passes the filter, by path and position; one source at a time is in memory. */
  chunks(filter: SearchFilter = {}): AsyncIterable<Chunk> {
    return storedChunks(this.store, this.#paths.pattern, filter);
  }

  /** The vectors of those chunks that have one, in the same way. */
  vectors(filter: SearchFilter = {}): AsyncIterable<ChunkVector> {
    return storedVectors(this.store, this.#paths.pattern, filter);
  }

  /** The ingested artifacts, the newest first. */
  async artifacts(): Promise<readonly ListedArtifact[]> {
    return (await import('./listArtifacts.js')).listArtifacts(this.store);
  }

  /** Ingests one artifact with its attachments, in one transaction. */
  ingest(artifact: Artifact): Promise<IngestResult> {
    return this.artifactWriter.ingest(artifact);
  }

  /** Removes sources with all their chunks and attachments; returns the ids that existed. */
  forget(docIds: readonly string[]): Promise<readonly string[]> {
    return this.folders.forget(docIds);
  }

  /** How far the index is behind its folder, by stat alone. */
  behind(): Promise<PendingChanges> {
    return this.folders.behind();
  }

  /** What refers to the symbol at an address, and what it refers to. */
  async references(address: string, options: AddressOptions = {}): Promise<SymbolReferences & IndexFreshness> {
    checkQuestion('references()', address, options, addressKinds);
    return this.#graph.references(address, options);
  }

  /** What depends on it, directly and indirectly, nearest first, within the budget. */
  async impact(address: string, options: ImpactOptions = {}): Promise<ImpactReport & IndexFreshness> {
    checkQuestion('impact()', address, options, impactKinds);
    return this.#graph.impact(address, options, (path) => this.written(path));
  }

  /** The commits that made what is at an address what it is, best first, with their reasons. Asks git, not the index. */
  async why(address: string, options: WhyOptions = {}): Promise<WhyReport & IndexFreshness> {
    checkQuestion('why()', address, options, whyKinds);
    return (await import('./why.js')).whyReport(this, address, options);
  }

  #scope(offers?: AddressScope['offers']): AddressScope {
    const { root, roots } = this.folders;
    return { store: this.store, root, roots, from: this.#options.from, offers };
  }

  async #lines(expression: string, { filter = {}, ...options }: GrepRequest): Promise<GrepResult> {
    const { grepIndex: grep } = await import('./grepIndex.js');
    const { locate, pattern } = this.#paths;
    const filterBelowRoot = relativeToRoot(pattern, filter);
    return grep(this.store, this.folders.shared ? undefined : locate, expression, {
      ...options,
      filter: filterBelowRoot,
    });
  }

  async #matching(expression: string, options: SearchOptions): Promise<SearchResults> {
    const { grepResults: toResults } = await import('./grepIndex.js');
    return toResults(this.store, expression, options, (request) => this.#lines(expression, request));
  }

  /** Throws if the index belongs to another folder. */
  refuseOtherRoot(): Promise<void> {
    return this.folders.refuseOtherRoot();
  }

  state(): Promise<IndexState> {
    return this.store.state();
  }

  close(): Promise<void> {
    return this.store.close();
  }
}

/** Opens a folder, or several as one: a list of them, or folders by name. */
export const open = async (root: OpenedRoots, options: OpenOptions = {}): Promise<Engine> =>
  openRoots(Engine, root, options);
