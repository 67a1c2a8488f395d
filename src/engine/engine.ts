/**
 * An index one can talk to: made of a folder, kept true, asked questions.
 *
 *     const froe = await open('.');
 *     await froe.sync();
 *     const { text } = await froe.context('how is a source cut?', { budget: 4000 });
 */
import type { Assembled } from '../assemble/assemble.js';
import { checkArgument } from '../checkArgument.js';
import { checkOptions } from '../config/checkOptions.js';
import { FroeError } from '../errors.js';
import type { ImpactReport } from '../graph/impact.js';
import type { GraphPlace } from '../graph/place.js';
import type { RelatedPlace, SymbolRelations } from '../graph/related.js';
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
import { type AddressScope, type ResolvedAddress, resolveAddress, resolveOne, titleOf } from './address.js';
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
  readKinds,
  type SearchAnswer,
  syncKinds,
  type WhyOptions,
  whyKinds,
} from './engineOptions.js';
import { type GetResult, getResult, graphPlaces, type ReadLines, readLinesAt } from './get.js';
import type { GrepResult } from './grep.js';
import type { GrepRequest } from './grepIndex.js';
import { IndexedFolder, type IndexedFolders } from './indexedFolder.js';
import { type FilePlace, type IndexPaths, pathsOf } from './indexPaths.js';
import type { ListedArtifact } from './listArtifacts.js';
import { type OpenedRoots, openRoots } from './open.js';
import type { OutlineResult } from './outline.js';
import type { PendingChanges } from './pendingChanges.js';
import { type ChunkVector, storedChunks, storedVectors } from './readIndex.js';
import { readSourceText, type SourceText } from './sourceText.js';
import { staleSources } from './stale.js';
import type { WhyReport } from './why.js';

export { type EmbedderOptions, embedder } from '../embed/index.js';
export { type RerankerOptions, reranker } from '../rerankers/index.js';
export type { OpenedRoots } from './open.js';

/** Lines, and how well they know the tree. */
export type GrepAnswer = GrepResult & IndexFreshness;
export type * from './engineTypes.js';

const BUDGET = 8000;

export type ReadResult = IndexFreshness & ReadLines;

interface SourceAt {
  readonly meant: ResolvedAddress;
  readonly whole: SourceText;
  readonly known: IndexFreshness;
}

/** How long to wait for another process that writes when somebody wants to read a file: a watcher that has just seen it change is done at once. */
const READ_WAIT_SECONDS = 2;

export class Engine {
  readonly store: Store;
  /** Where its files are, and how it is kept true of them. */
  readonly folders: IndexedFolders;
  readonly reranker: Reranker | undefined;
  /** What makes the vectors of chunks and questions. */
  readonly vectorSource: VectorSource | undefined;
  readonly #options: OpenOptions;
  readonly #paths: IndexPaths;

  /** `folders`: those of a workspace, where it is one. */
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
  }

  /** The folder; of a workspace, the one that it is asked from. */
  get root(): string {
    return this.folders.root;
  }

  /** Artifacts: one, files, an export. Of a workspace they go to its first root. */
  get artifactWriter(): ArtifactWriter {
    return this.folders.artifactWriter;
  }

  /** The file of a path of the index. */
  locate(path: string): FilePlace {
    return this.#paths.locate(path);
  }

  /** Makes the index true of the folder. One process at a time; others are told, or wait for so many seconds. */
  async sync(options: Partial<SyncOptions> & { readonly wait?: number } = {}): Promise<SyncReport> {
    checkOptions('sync()', options, syncKinds);
    return this.folders.sync(options);
  }

  /**
   * Brings the index up to its tree, as every question does first: what changed, came or went is read, the newest
   * first, until time is up. A new index is made whole, unless a question limits the time. A shared one is left alone: its files may be on another machine.
   */
  async catchUp(options: FreshnessOptions = {}): Promise<IndexFreshness> {
    checkOptions('catchUp()', options, freshnessKinds);
    return this.#before(options);
  }

  async #before(options: FreshnessOptions, question?: string): Promise<IndexFreshness> {
    return this.#options.kept ? {} : this.folders.catchUp(options, { question });
  }

  /** What answers a question, best first. What has changed and could not be read again is left out. */
  async search(query: string, asked: AskOptions = {}): Promise<SearchAnswer> {
    checkQuestion('search()', query, asked, askKinds);
    const { sync = true, syncLimit, ...options } = asked;
    const filter = relativeToRoot(this.#paths.pattern, options.filter ?? {});
    const { reranker = this.reranker, rerankerDepth = this.#options.rerankerDepth } = options;
    const { rerank = this.#options.rerank } = options;
    const { embedder } = this.vectorSource ?? {};
    const merge = resolveMerging(options.merge, this.#options.merge);
    const ask = (): Promise<SearchResults> =>
      options.mode === 'regex'
        ? this.#matching(query, { ...options, filter })
        : search(this.store, embedder, query, { ...options, merge, rerank, reranker, rerankerDepth, filter });
    const words = options.mode === 'regex' ? undefined : parseQuery(query, { roots: this.store.roots }).text;
    let known = await this.#before({ sync, syncLimit }, words);
    let found = await ask();
    let stale = await this.#staleOf(docsOf(found));
    if (stale.size > 0 && sync && !known.unread) {
      // It changed since the look, or in a way that git does not tell.
      known = await this.folders.catchUp({ syncLimit }, { doubt: true });
      found = await ask();
      stale = await this.#staleOf(docsOf(found));
    }
    const results = found.results.filter(({ docId }) => !stale.has(docId));
    return { ...found, ...known, results, stale: found.results.length - results.length };
  }

  /** The lines that a regular expression matches, in the order of paths: grep over the files of the index. */
  async grep(expression: string, asked: GrepAskOptions = {}): Promise<GrepAnswer> {
    checkQuestion('grep()', expression, asked, grepKinds);
    const { sync = true, syncLimit, ...options } = asked;
    let known = await this.#before({ sync, syncLimit });
    let found = await this.#lines(expression, options);
    if (found.changed > 0 && sync && !known.unread) {
      known = await this.folders.catchUp({ syncLimit }, { doubt: true });
      found = await this.#lines(expression, options);
    }
    return { ...found, ...known };
  }

  /** The answer as a string that fits the budget, tags and all. */
  async context(query: string, options: ContextOptions = {}): Promise<Assembled & { readonly answer: SearchAnswer }> {
    checkQuestion('context()', query, options, contextKinds);
    const { budget = BUDGET, format = 'generic', scope, tokenizer = 'cl100k_base', ...asked } = options;
    const { assembleContext: contextOf, retrievalFor: readFor } = await import('./assembleContext.js');
    const answer = await this.search(query, { ...readFor(budget), ...asked });
    const staleOf = (docIds: readonly string[]) => this.#staleOf(docIds);
    const settings = { budget, format, scope, tokenizer, asked, staleOf, partial: Boolean(answer.unread) };
    return { ...(await contextOf(this.store, query, answer, settings)), answer };
  }

  /** Everything that an address names, at least one: several things may have one name. */
  async resolve(address: string, options: Pick<AddressOptions, 'offers'> = {}): Promise<readonly ResolvedAddress[]> {
    checkQuestion('resolve()', address, options, addressKinds);
    return resolveAddress(this.#standing(options.offers), address);
  }

  /** What is at an address: exactly its text and bytes, and the chunks it is in; or those with their neighbours. */
  async get(address: string, options: GetOptions = {}): Promise<GetResult & IndexFreshness> {
    checkQuestion('get()', address, options, getKinds);
    const { meant, whole, known } = await this.#look(address, options);
    return { ...(await getResult(this.store, meant, whole, options)), ...known };
  }

  /** The lines at an address, by number. */
  async read(address: string, options: ReadOptions = {}): Promise<ReadResult> {
    checkQuestion('read()', address, options, readKinds);
    const { meant, whole, known } = await this.#look(address, options);
    return { ...known, ...(await readLinesAt(this.store, meant, whole, options.contextLines ?? 0)) };
  }

  /** A path of the root, or `path:lines`, as it is written from where one stands. */
  written(path: string): string {
    checkArgument('written()', 'text', path);
    return this.#paths.written(path);
  }

  /** The path of a chunk's file from where one stands, or its artifact's title: what addresses begin with. */
  async addressOf(chunk: Pick<Chunk, 'docId' | 'filePath'>): Promise<string> {
    checkArgument('addressOf()', 'object', chunk);
    const row = await this.store.source(chunk.docId);
    return row?.kind === 'artifact' ? titleOf(this.#standing(), row, row.title) : this.written(chunk.filePath);
  }

  /** What the files below a path define: a map that never exceeds its budget. */
  async outline(path: string, budget: number, options: OutlineOptions = {}): Promise<OutlineResult> {
    checkQuestion('outline()', path, options, outlineKinds);
    checkOptions('outline()', { budget }, outlineKinds);
    const { wants = () => true, tokenizer: counter = 'cl100k_base', ...freshness } = options;
    await this.#before(freshness);
    const [below = path] = this.#paths.meant(path);
    const isBelow = (one: string): boolean => below === '' || one === below || one.startsWith(`${below}/`);
    const known = [...(await this.store.sources('main')).values()];
    const sources = known.filter((row) => isBelow(row.path) && wants(row.path));
    const [{ outlineSources: outline }, { tokenizer }] = await Promise.all([
      import('./outline.js'),
      import('../text/tokens/index.js'),
    ]);
    const tokens = tokenizer(counter);
    return outline(this.store, this.#paths.locate, sources, budget, (text) => tokens.count(text));
  }

  /** Every chunk that the index holds and the filter lets through, by path and position; never all in memory at once. */
  chunks(filter: SearchFilter = {}): AsyncIterable<Chunk> {
    return storedChunks(this.store, this.#paths.pattern, filter);
  }

  /** The vectors of those chunks that have one, likewise. */
  vectors(filter: SearchFilter = {}): AsyncIterable<ChunkVector> {
    return storedVectors(this.store, this.#paths.pattern, filter);
  }

  /** What was taken in, the newest first. */
  async artifacts(): Promise<readonly ListedArtifact[]> {
    return (await import('./listArtifacts.js')).listArtifacts(this.store);
  }

  /** Takes in one artifact with what is attached to it, whole or not at all. */
  ingest(artifact: Artifact): Promise<IngestResult> {
    return this.artifactWriter.ingest(artifact);
  }

  /** Takes sources out again, with all their chunks and what is attached to them; says which of them there were. */
  forget(docIds: readonly string[]): Promise<readonly string[]> {
    return this.folders.forget(docIds);
  }

  /** How far the index is behind its folder, by stat alone. */
  behind(): Promise<PendingChanges> {
    return this.folders.behind();
  }

  /** Who leans on what is at an address, and on whom that leans. */
  async references(address: string, options: AddressOptions = {}): Promise<readonly SymbolRelations[]> {
    checkQuestion('references()', address, options, addressKinds);
    const ends = (all: readonly SymbolRelations[]): readonly RelatedPlace[] =>
      all.flatMap(({ symbol: own, callers, callees }) => [own, ...callers, ...callees]);
    const ask = async (): Promise<readonly SymbolRelations[]> =>
      (await import('../graph/related.js')).symbolRelations(this.store, await this.#places(address, options));
    return this.#fresh(ask, ends, options);
  }

  /** What depends on it, directly and indirectly, nearest first, within the budget. */
  async impact(address: string, options: ImpactOptions = {}): Promise<ImpactReport> {
    checkQuestion('impact()', address, options, impactKinds);
    const { sync: _, syncLimit: __, offers: ___, below: ____, roots: _____, ...asked } = options;
    const ends = ({ symbols, dependents }: ImpactReport): readonly RelatedPlace[] => [...symbols, ...dependents];
    const written = (path: string): string => this.written(path);
    const ask = async (): Promise<ImpactReport> =>
      (await import('../graph/impact.js')).impactReport(this.store, await this.#places(address, options), {
        ...asked,
        written,
      });
    return this.#fresh(ask, ends, options);
  }

  /** The commits that made what is at an address what it is, best first, with their reasons. Asks git, not the index. */
  async why(address: string, options: WhyOptions = {}): Promise<WhyReport> {
    checkQuestion('why()', address, options, whyKinds);
    return (await import('./why.js')).whyReport(this, address, options);
  }

  async #places(address: string, { offers, below = '', roots }: AddressOptions): Promise<readonly GraphPlace[]> {
    const within = below === '' ? roots : [below];
    return graphPlaces(this.#standing(offers), await this.resolve(address, { offers }), within);
  }

  #standing(offers?: AddressScope['offers']): AddressScope {
    const { root, roots } = this.folders;
    return { store: this.store, root, roots, from: this.#options.from, offers };
  }

  /** What an address names, with the text of its source. What is not there, or no longer so, is looked for again. */
  async #look(address: string, { offers, ...options }: AddressOptions): Promise<SourceAt> {
    const { shared } = this.folders; // the files may be on another machine
    let known = await this.#before(options);
    const look = async (): Promise<SourceAt> => {
      const meant = await resolveOne(this.#standing(offers), address);
      const whole = await readSourceText(this.store, this.#paths.locate, meant.source);
      return { meant, whole: { ...whole, fresh: whole.fresh || shared }, known };
    };
    const first = await look().catch((error: unknown) => {
      if (error instanceof FroeError && error.code === 'not-found') return error;
      throw error;
    });
    const path = first instanceof FroeError ? undefined : first.meant.source.path;
    const found = !(first instanceof FroeError) && first.whole.fresh;
    if (!found && options.sync !== false && !shared) {
      known = await this.folders.catchUp(options, {
        doubt: true,
        wait: READ_WAIT_SECONDS,
        priority: (one) => Number(one === path),
      });
      return look();
    }
    if (first instanceof FroeError) throw first;
    return first;
  }

  /** An answer that names files which have changed since the look is looked for again. */
  async #fresh<T>(
    ask: () => Promise<T>,
    named: (answer: T) => readonly RelatedPlace[],
    options: FreshnessOptions,
  ): Promise<T> {
    const { unread } = await this.#before(options);
    const answer = await ask();
    if (options.sync === false || unread) return answer;
    const stale = await this.#staleOf(named(answer).map(({ docId }) => docId));
    if (stale.size === 0) return answer;
    await this.folders.catchUp(options, { doubt: true });
    return ask();
  }

  async #lines(expression: string, { filter = {}, ...options }: GrepRequest): Promise<GrepResult> {
    const { grepIndex: grepAsked } = await import('./grepIndex.js');
    const { locate, pattern } = this.#paths;
    const within = relativeToRoot(pattern, filter);
    return grepAsked(this.store, this.folders.shared ? undefined : locate, expression, { ...options, filter: within });
  }

  async #matching(expression: string, options: SearchOptions): Promise<SearchResults> {
    const { grepResults: grepFound } = await import('./grepIndex.js');
    return grepFound(this.store, expression, options, (request) => this.#lines(expression, request));
  }

  /** An index is of one folder: one of another is refused. */
  refuseOtherRoot(): Promise<void> {
    return this.folders.refuseOtherRoot();
  }

  state(): Promise<IndexState> {
    return this.store.state();
  }

  close(): Promise<void> {
    return this.store.close();
  }

  /** Of an index that is shared none: the files may be on another machine. */
  async #staleOf(docIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.folders.shared ? new Set() : staleSources(this.store, this.#paths.locate, docIds);
  }
}

/** A folder, or several that are asked as one: a list of them, or where each is by its name. */
export const open = async (root: OpenedRoots, options: OpenOptions = {}): Promise<Engine> =>
  openRoots(Engine, root, options);

const docsOf = ({ results }: SearchResults): readonly string[] => results.map(({ docId }) => docId);
