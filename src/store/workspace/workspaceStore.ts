/**
 * The stores of several roots as one. Each is searched, and the hits are one list: words are weighted by their
 * frequency in all roots together, so scores of different roots are comparable.
 *
 *     words ─of each root→ statistics ─sum→ each root searches with the sum ─merge→ the best of all
 *
 * A root with vectors of another model than the first is searched by keywords only.
 */
import { FroeError } from '../../errors.js';
import type { Chunk } from '../../schema.js';
import { groupBy } from '../../text/groupBy.js';
import type { Reference, Unit } from '../../types.js';
import { documentScores, idfOf } from '../bm25.js';
import { hasSameVectors } from '../mismatch.js';
import type {
  ChunkFilter,
  ChunkPlace,
  Hit,
  IncomingReference,
  IndexModel,
  IndexState,
  ListedSource,
  Overview,
  SourceRow,
  Store,
  TextHit,
  TextStatistics,
  UnitDefinition,
} from '../store.js';
import { termsOf } from '../terms.js';
import { mergedOverview, mergedState } from './merged.js';
import type { RootStore } from './rootStore.js';

export class WorkspaceStore implements Store {
  readonly roots: readonly string[];
  readonly #roots: readonly RootStore[];
  readonly #sources = new Map<string, MergedSources>();
  readonly #release: () => Promise<void>;

  /** At least one root. `release`: frees what they share, after they are closed. */
  constructor(roots: readonly RootStore[], release = async (): Promise<void> => {}) {
    this.#release = release;
    this.#roots = [...roots].sort((a, b) => (a.name < b.name ? -1 : 1));
    this.roots = this.#roots.map(({ name }) => name);
  }

  async state(): Promise<IndexState> {
    return mergedState(await this.#all((root) => root.state()));
  }

  async overview(): Promise<Overview> {
    return mergedOverview(await this.#all((root) => root.overview()));
  }

  /** The same map until one of the roots returns another, so that results can be cached by it (graph/graph.ts). */
  async sources(tree: string): Promise<ReadonlyMap<string, SourceRow>> {
    const parts = await this.#all((root) => root.sources(tree));
    const cached = this.#sources.get(tree);
    if (cached?.parts.every((part, i) => part === parts[i])) return cached.rows;
    const rows = new Map(parts.flatMap((part) => [...part]));
    this.#sources.set(tree, { parts, rows });
    return rows;
  }

  async source(docId: string): Promise<SourceRow | undefined> {
    return (await this.#owner(docId))?.source(docId);
  }

  async vectors(hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    return new Map((await this.#all((root) => root.vectors(hashes))).flatMap((vectors) => [...vectors]));
  }

  async searchText(words: readonly string[], limit: number, filter?: ChunkFilter): Promise<readonly TextHit[]> {
    const statistics = await this.textStatistics(words);
    const hits = await this.#searchRoots(filter, (root) => root.searchText(words, limit, filter, statistics));
    return withDocuments(mergeTopK(hits, limit), statistics);
  }

  async textStatistics(words: readonly string[]): Promise<TextStatistics> {
    const all = await this.#all((root) => root.textStatistics(words));
    const frequencies = new Map<number, number>();
    for (const statistics of all)
      for (const [term, n] of statistics.frequencies) frequencies.set(term, (frequencies.get(term) ?? 0) + n);
    const sum = (of: (statistics: TextStatistics) => number): number =>
      all.reduce((total, statistics) => total + of(statistics), 0);
    return { chunks: sum(({ chunks }) => chunks), words: sum((statistics) => statistics.words), frequencies };
  }

  async documentFrequencies(words: readonly string[]): Promise<readonly number[]> {
    const { frequencies } = await this.textStatistics(words);
    return words.map((word) => {
      const counts = termsOf([word]).map((term) => frequencies.get(term) ?? 0);
      return counts.length === 0 ? 0 : Math.min(...counts);
    });
  }

  async searchVector(vector: Float32Array, limit: number, filter?: ChunkFilter): Promise<readonly Hit[]> {
    const models = await this.#all(async (root) => ({ root, model: (await root.state()).model }));
    const first = models.find(({ model }) => model)?.model;
    const comparable = new Set(models.filter(({ model }) => isSame(model, first)).map(({ root }) => root));
    const hits = await this.#searchRoots(filter, (root) =>
      comparable.has(root) ? root.searchVector(vector, limit, filter) : [],
    );
    return mergeTopK(hits, limit);
  }

  async listSources(filter?: ChunkFilter, words?: readonly string[]): Promise<readonly ListedSource[]> {
    return (await this.#searchRoots(filter, (root) => root.listSources(filter, words))).flat();
  }

  languages(): Promise<readonly string[]> {
    return this.#distinct((root) => root.languages());
  }

  types(): Promise<readonly string[]> {
    return this.#distinct((root) => root.types());
  }

  names(): Promise<readonly string[]> {
    return this.#distinct((root) => root.names());
  }

  async *searchableChunks(filter?: ChunkFilter): AsyncGenerator<readonly Chunk[]> {
    for (const root of this.#matchingRoots(filter)) yield* root.searchableChunks(filter);
  }

  async *allChunks(filter?: ChunkFilter): AsyncGenerator<readonly Chunk[]> {
    for (const root of this.#matchingRoots(filter)) yield* root.allChunks(filter);
  }

  async chunks(ids: readonly string[]): Promise<readonly Chunk[]> {
    const byRoot = groupBy(ids, (id) => this.#rootOf(id));
    const chunks = await Promise.all(
      // Artifacts and commits are in no folder: any root may have them.
      Array.from(byRoot, ([root, rootIds]) =>
        root ? root.chunks(rootIds) : this.#all((one) => one.chunks(rootIds)).then((all) => all.flat()),
      ),
    );
    const byId = new Map(chunks.flat().map((chunk) => [chunk.id, chunk]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async chunksOf(docId: string, from?: number, to?: number): Promise<readonly Chunk[]> {
    return (await this.#owner(docId))?.chunksOf(docId, from, to) ?? [];
  }

  async units(docId: string): Promise<readonly Unit[]> {
    return (await this.#owner(docId))?.units(docId) ?? [];
  }

  async chunkPlaces(docId: string): Promise<readonly ChunkPlace[]> {
    return (await this.#owner(docId))?.chunkPlaces(docId) ?? [];
  }

  async referencesOf(docId: string): Promise<readonly Reference[]> {
    return (await this.#owner(docId))?.referencesOf(docId) ?? [];
  }

  async definitions(keys: readonly string[], languages?: readonly string[]): Promise<readonly UnitDefinition[]> {
    return (await this.#all((root) => root.definitions(keys, languages))).flat();
  }

  async referencesTo(keys: readonly string[], limit?: number): Promise<readonly IncomingReference[]> {
    return (await this.#all((root) => root.referencesTo(keys, limit))).flat().slice(0, limit);
  }

  async check(): Promise<readonly string[]> {
    const all = await this.#all(async (root) => (await root.check()).map((problem) => `${root.name}: ${problem}`));
    return all.flat();
  }

  async close(): Promise<void> {
    await this.#all((root) => root.close());
    await this.#release();
  }

  /** The commits of all roots that have any. */
  async history(): Promise<Store | undefined> {
    const found = await this.#all((root) => root.history());
    const histories = found.flatMap((history) => history ?? []);
    return histories.length === 0 ? undefined : new WorkspaceStore(histories);
  }

  /** A workspace has no single folder, and no scan of one. */
  async root(): Promise<undefined> {}

  async treeScan(): Promise<undefined> {}

  // Roots are written one by one, each through its own engine.
  readonly write = refuseWrite;
  readonly useRoot = refuseWrite;
  readonly saveTreeScan = refuseWrite;
  readonly useModel = refuseWrite;
  readonly finishModel = refuseWrite;
  readonly missingVectors = refuseWrite;
  readonly pending = refuseWrite;
  readonly contextLines = refuseWrite;
  readonly compact = refuseWrite;

  #rootOf(id: string): RootStore | undefined {
    return this.#roots.find((root) => root.has(id));
  }

  async #owner(docId: string): Promise<RootStore | undefined> {
    const own = this.#rootOf(docId);
    if (own || docId.startsWith('main:')) return own;
    for (const root of this.#roots) if (await root.source(docId)) return root;
    return undefined;
  }

  #all<T>(query: (root: RootStore) => Promise<T>): Promise<T[]> {
    return Promise.all(this.#roots.map(query));
  }

  /** Asks the roots that pass the filter. */
  #searchRoots<T>(filter: ChunkFilter | undefined, query: (root: RootStore) => T | Promise<T>): Promise<T[]> {
    return Promise.all(this.#matchingRoots(filter).map(async (root) => query(root)));
  }

  #matchingRoots(filter: ChunkFilter = {}): readonly RootStore[] {
    const { roots, notRoots = [], also } = filter;
    const matching = this.#roots.filter(({ name }) => (roots?.includes(name) ?? true) && !notRoots.includes(name));
    return also ? this.#matchingRoots(also).filter((root) => matching.includes(root)) : matching;
  }

  async #distinct(query: (root: RootStore) => Promise<readonly string[]>): Promise<readonly string[]> {
    return [...new Set((await this.#all(query)).flat())].sort();
  }
}

interface MergedSources {
  readonly parts: readonly ReadonlyMap<string, SourceRow>[];
  readonly rows: ReadonlyMap<string, SourceRow>;
}

const isSame = (model: IndexModel | undefined, first: IndexModel | undefined): boolean =>
  model !== undefined && first !== undefined && hasSameVectors(model, first);

/** The best of several lists that are each sorted. */
const mergeTopK = <H extends Hit>(lists: readonly (readonly H[])[], limit: number): readonly H[] =>
  lists
    .flat()
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);

/** Scores documents again over all roots: each root knew only the lengths of its own documents. */
function withDocuments(hits: readonly TextHit[], { chunks, frequencies }: TextStatistics): readonly TextHit[] {
  const documents = new Map(hits.map(({ id, documentTerms }) => [documentOf(id), documentTerms]));
  const ids = [...documents.keys()];
  const documentTerms = ids.map((id) => documents.get(id));
  const terms = new Set(documentTerms.flatMap((document) => [...(document?.counts.keys() ?? [])]));
  const scores = documentScores(
    Array.from(terms, (term) => ({
      term,
      idf: idfOf(chunks, frequencies.get(term) ?? 0),
      counts: new Map(
        documentTerms.flatMap((document, i) =>
          document?.counts.get(term) ? [[i, document.counts.get(term) ?? 0]] : [],
        ),
      ),
    })),
    new Map(documentTerms.map((document, i) => [i, document?.length ?? 0])),
  );
  const byId = new Map(ids.map((id, i) => [id, scores.get(i) ?? 0]));
  return hits.map(({ id, score }) => ({ id, score, document: byId.get(documentOf(id)) ?? 0 }));
}

const documentOf = (chunkId: string): string => chunkId.replace(/(?:::chunk::|[#~]).*$/s, '');

const WRITE_ONE = 'Open the root by itself; in a database, with --root NAME=FOLDER or &root=NAME in the address.';

function refuseWrite(): never {
  throw new FroeError('bad-option', 'A workspace is written root by root', WRITE_ONE);
}
