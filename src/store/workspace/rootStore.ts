/**
 * The store of one root as a workspace sees it: everything is in a folder with the name of the root.
 *
 *     main:src/app.py#App      of the root api      main:api/src/app.py#App
 *     src/app.py                                    api/src/app.py
 *     art_0123456789ab                              unchanged: artifacts and commits are in no folder
 *
 * The metadata of chunks and sources names their root. Read-only: a root is written through its own store.
 */
import type { RecordedOrigin } from '../../enrich/origins.js';
import type { Chunk } from '../../schema.js';
import { areaOf } from '../../text/fileKinds.js';
import type { Reference, Unit } from '../../types.js';
import type {
  ChunkFilter,
  ChunkPlace,
  Hit,
  IncomingReference,
  IndexState,
  ListedSource,
  Overview,
  SourceRow,
  Store,
  TextHit,
  TextStatistics,
  UnitDefinition,
} from '../store.js';

/** The tree that files are in, and how their ids begin. */
const TREE = 'main';
const TREE_PREFIX = `${TREE}:`;

/** It begins paths and is typed by users. */
const NAME = /^[\p{L}\p{N}_.@-]+$/u;

export const isRootName = (name: string): boolean => NAME.test(name) && !/^\.+$/.test(name);

export class RootStore {
  readonly name: string;
  readonly #store: Store;
  /** The prefix that replaces `main:`: `main:api/`. */
  readonly #prefix: string;
  readonly #under: string;
  #sources = new WeakMap<ReadonlyMap<string, SourceRow>, ReadonlyMap<string, SourceRow>>();

  /** `under`: the prefix of its paths for pattern matching. */
  constructor(name: string, store: Store, under = `${name}/`) {
    this.name = name;
    this.#store = store;
    this.#under = under;
    this.#prefix = `${TREE_PREFIX}${name}/`;
  }

  /** Whether it is the id of a file in this root. */
  has(id: string): boolean {
    return id.startsWith(this.#prefix);
  }

  state(): Promise<IndexState> {
    return this.#store.state();
  }

  async overview(): Promise<Overview> {
    const overview = await this.#store.overview();
    const areas = new Map<string, number>();
    for (const [area, count] of overview.areas) {
      const renamedArea = areaOf(`${this.name}/${area === '.' ? '' : `${area}/`}file`);
      areas.set(renamedArea, (areas.get(renamedArea) ?? 0) + count);
    }
    return { ...overview, areas: [...areas] };
  }

  /** The same map as long as the store returns the same one. */
  async sources(tree: string): Promise<ReadonlyMap<string, SourceRow>> {
    const rows = await this.#store.sources(tree);
    const cached = this.#sources.get(rows);
    if (cached) return cached;
    const renamed = new Map(Array.from(rows.values(), (row) => this.#row(row)).map((row) => [row.path, row]));
    this.#sources.set(rows, renamed);
    return renamed;
  }

  async source(docId: string): Promise<SourceRow | undefined> {
    const row = await this.#store.source(this.#inner(docId));
    return row && this.#row(row);
  }

  vectors(hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    return this.#store.vectors(hashes);
  }

  async searchText(
    words: readonly string[],
    limit: number,
    filter: ChunkFilter | undefined,
    statistics: TextStatistics,
  ): Promise<readonly TextHit[]> {
    const hits = await this.#store.searchText(words, limit, this.#filter(filter), statistics);
    return hits.map((hit) => ({ ...hit, id: this.#outer(hit.id) }));
  }

  textStatistics(words: readonly string[]): Promise<TextStatistics> {
    return this.#store.textStatistics(words);
  }

  async searchVector(vector: Float32Array, limit: number, filter?: ChunkFilter): Promise<readonly Hit[]> {
    const hits = await this.#store.searchVector(vector, limit, this.#filter(filter));
    return hits.map(({ id, score }) => ({ id: this.#outer(id), score }));
  }

  async listSources(filter?: ChunkFilter, words?: readonly string[]): Promise<readonly ListedSource[]> {
    const rows = await this.#store.listSources(this.#filter(filter), words);
    return rows.map((row) => ({ ...row, ...this.#place(row) }));
  }

  languages(): Promise<readonly string[]> {
    return this.#store.languages();
  }

  types(): Promise<readonly string[]> {
    return this.#store.types();
  }

  names(): Promise<readonly string[]> {
    return this.#store.names();
  }

  async *searchableChunks(filter?: ChunkFilter): AsyncGenerator<readonly Chunk[]> {
    for await (const chunks of this.#store.searchableChunks(this.#filter(filter)))
      yield chunks.map((chunk) => this.#chunk(chunk));
  }

  async *allChunks(filter?: ChunkFilter): AsyncGenerator<readonly Chunk[]> {
    for await (const chunks of this.#store.allChunks(this.#filter(filter)))
      yield chunks.map((chunk) => this.#chunk(chunk));
  }

  async chunks(ids: readonly string[]): Promise<readonly Chunk[]> {
    return (await this.#store.chunks(ids.map((id) => this.#inner(id)))).map((chunk) => this.#chunk(chunk));
  }

  async chunksOf(docId: string, from?: number, to?: number): Promise<readonly Chunk[]> {
    return (await this.#store.chunksOf(this.#inner(docId), from, to)).map((chunk) => this.#chunk(chunk));
  }

  async units(docId: string): Promise<readonly Unit[]> {
    return (await this.#store.units(this.#inner(docId))).map((unit) => this.#unit(unit));
  }

  async chunkPlaces(docId: string): Promise<readonly ChunkPlace[]> {
    const places = await this.#store.chunkPlaces(this.#inner(docId));
    return places.map(({ id, parentId, ...rest }) => ({
      ...rest,
      id: this.#outer(id),
      parentId: parentId === null ? null : this.#outer(parentId),
    }));
  }

  async definitions(keys: readonly string[], languages?: readonly string[]): Promise<readonly UnitDefinition[]> {
    const all = await this.#store.definitions(keys, languages);
    return all.map((unit) => ({ ...this.#unit(unit), docId: this.#outer(unit.docId) }));
  }

  async referencesTo(keys: readonly string[], limit?: number): Promise<readonly IncomingReference[]> {
    const all = await this.#store.referencesTo(keys, limit);
    return all.map((reference) => ({
      ...reference,
      from: this.#outer(reference.from),
      docId: this.#outer(reference.docId),
    }));
  }

  async referencesOf(docId: string): Promise<readonly Reference[]> {
    const all = await this.#store.referencesOf(this.#inner(docId));
    return all.map((reference) => ({ ...reference, from: this.#outer(reference.from) }));
  }

  async history(): Promise<RootStore | undefined> {
    const history = await this.#store.history();
    return history && new RootStore(this.name, history, ''); // commits are in no folder
  }

  check(): Promise<readonly string[]> {
    return this.#store.check();
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #outer(id: string): string {
    return id.startsWith(TREE_PREFIX) ? this.#prefix + id.slice(TREE_PREFIX.length) : id;
  }

  #inner(id: string): string {
    return this.has(id) ? TREE_PREFIX + id.slice(this.#prefix.length) : id;
  }

  #path(path: string): string {
    return `${this.name}/${path}`;
  }

  #place({ docId, path, kind }: Pick<ListedSource, 'docId' | 'path' | 'kind'>): Pick<ListedSource, 'docId' | 'path'> {
    return { docId: this.#outer(docId), path: kind === 'file' ? this.#path(path) : path };
  }

  #row(row: SourceRow): SourceRow {
    return { ...row, ...this.#place(row), metadata: { ...row.metadata, root: this.name } };
  }

  #unit<U extends Unit>(unit: U): U {
    return { ...unit, id: this.#outer(unit.id), parentId: this.#outer(unit.parentId) };
  }

  #chunk(chunk: Chunk): Chunk {
    const { id, docId, parentId, tree, filePath } = chunk;
    const metadata = { ...chunk.metadata, root: this.name };
    if (tree !== TREE) return { ...chunk, metadata };
    const { origins } = chunk.metadata as { readonly origins?: readonly RecordedOrigin[] }; // written by enrich/unitChunks.ts, from that type
    const originsInRoot = origins?.map((origin) => ({ ...origin, file: this.#path(origin.file) }));
    return {
      ...chunk,
      id: this.#outer(id),
      docId: this.#outer(docId),
      parentId: parentId === null ? null : this.#outer(parentId),
      filePath: this.#path(filePath),
      metadata: originsInRoot ? { ...metadata, origins: originsInRoot } : metadata,
    };
  }

  /** Without the ids of other roots. */
  #filter(filter: ChunkFilter = {}): ChunkFilter {
    const { roots: _, notRoots: __, ids, notIds, also, ...rest } = filter;
    const toInner = (all: readonly string[]): readonly string[] => all.map((id) => this.#inner(id));
    return {
      ...rest,
      under: this.#under,
      ...(ids ? { ids: toInner(ids.filter((id) => this.has(id) || !id.startsWith(TREE_PREFIX))) } : {}),
      ...(notIds ? { notIds: toInner(notIds) } : {}),
      ...(also ? { also: this.#filter(also) } : {}),
    };
  }
}
