/**
 * An index one can talk to: made of a folder, kept true, asked questions.
 *
 *     const froe = await open('.');
 *     await froe.sync();
 *     const { text } = await froe.context('how is a source cut?', { budget: 4000 });
 */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Assembled, assemble } from './assemble/assemble.js';
import { textOf } from './assemble/segments.js';
import { type Embedder, embedder as embedderOf } from './embed/index.js';
import { FroeError } from './errors.js';
import { type Formatter, formatter } from './format/index.js';
import { type Affects, type AskedImpact, affects } from './graph/affects.js';
import { type Named, type Related, related } from './graph/related.js';
import type { Chunk } from './schema.js';
import type { Scope } from './search/scope.js';
import { type Found, type SearchOptions, search } from './search/search.js';
import { isShared, openStore } from './store/openStore.js';
import type { State, Store } from './store/store.js';
import { alone } from './sync/alone.js';
import { type SyncOptions, type SyncReport, sync } from './sync/sync.js';
import { uncached, type Vectors } from './sync/vectors.js';
import { tokenizer } from './text/tokens/index.js';

export interface OpenOptions {
  /** The file of the index, or `postgres://…`. Default `.froe/index.db` below the root. */
  readonly index?: string;
  /** What makes vectors: a name, or what was made of one. Default none. */
  readonly embedder?: string | Vectors;
  /** How folders are read. */
  readonly sync?: Partial<Omit<SyncOptions, 'root' | 'vectors'>>;
}

export interface AskOptions extends SearchOptions {
  /** Read files again that changed since, before they are cited. Default true; without it they are left out. */
  readonly refresh?: boolean;
}

export interface ContextOptions extends AskOptions {
  /** Tokens of the whole answer. Default 8,000. */
  readonly budget?: number;
  readonly format?: string | Formatter;
  readonly scope?: Scope;
  readonly tokenizer?: string;
}

export type ImpactOptions = AskedImpact & Pick<AskOptions, 'refresh'>;

export interface Answer extends Found {
  /** Results that were dropped because their file no longer reads so, and could not be read again. */
  readonly stale: number;
}

const BUDGET = 8000;
/** More are read than are asked for: how many fit is seen when they are written. */
const CONTEXT_RESULTS = 50;

export interface Got {
  readonly chunks: readonly Chunk[];
  readonly text: string;
}

export class Engine {
  readonly root: string;
  readonly store: Store;
  readonly #file: string;
  readonly #vectors: Vectors | undefined;
  readonly #options: OpenOptions;

  constructor(root: string, store: Store, file: string, vectors: Vectors | undefined, options: OpenOptions) {
    this.root = root;
    this.store = store;
    this.#file = file;
    this.#vectors = vectors;
    this.#options = options;
  }

  /** Makes the index true of the folder. One process at a time; others are told. */
  async sync(more: Partial<SyncOptions> = {}): Promise<SyncReport> {
    const run = (): Promise<SyncReport> =>
      sync(this.store, { ...this.#options.sync, ...more, root: this.root, vectors: this.#vectors });
    return alone({ file: this.#file }, 0, run);
  }

  /** What answers a question, best first. Files that changed since are read again first, unless the index is shared. */
  async search(query: string, { refresh = true, ...options }: AskOptions = {}): Promise<Answer> {
    const ask = (): Promise<Found> => search(this.store, this.#asker(), query, options);
    let found = await ask();
    let stale = await this.#staleOf(docsOf(found));
    if (refresh && stale.size > 0 && (await this.#refreshed())) {
      found = await ask();
      stale = await this.#staleOf(docsOf(found));
    }
    const results = found.results.filter(({ docId }) => !stale.has(docId));
    return { ...found, results, stale: found.results.length - results.length };
  }

  /** The answer as a string that fits the budget, tags and all. */
  async context(query: string, options: ContextOptions = {}): Promise<Assembled & { readonly answer: Answer }> {
    const { budget = BUDGET, format = 'generic', scope, tokenizer: counter = 'cl100k_base', ...asked } = options;
    const answer = await this.search(query, { limit: CONTEXT_RESULTS, ...asked });
    const settings = {
      budget,
      formatter: formatter(format),
      tokenizer: tokenizer(counter),
      ...(scope ? { scope } : {}),
    };
    return { ...(await assemble(this.store, query, answer, settings)), answer };
  }

  /** A piece by its id, a unit, a file, or the lines `path:from-to`: its pieces, and exactly its text. */
  async get(place: string): Promise<Got> {
    const [chunk] = await this.store.chunks([place]);
    if (chunk) return { chunks: [chunk], text: chunk.content };
    const lines = /^(.+):(\d+)(?:-(\d+))?$/.exec(place);
    const docId = await this.#docOf(lines ? lines[1] : place);
    const all = docId === undefined ? [] : (await this.store.chunksOf(docId)).filter(({ synthetic }) => !synthetic);
    if (lines) return linesOf(all, Number(lines[2]), Number(lines[3] ?? lines[2]));
    const unit = docId === undefined ? undefined : (await this.store.units(docId)).find(({ id }) => id === place);
    const chunks = unit
      ? all.filter(({ charStart, charEnd }) => charStart < unit.charEnd && charEnd > unit.charStart)
      : all;
    return { chunks, text: textOf({ chunks, score: 0 }) };
  }

  /** `src/app.py`, `main:src/app.py` and `main:src/app.py#App` are all of one document. */
  async #docOf(place: string): Promise<string | undefined> {
    const [document] = place.split('#');
    for (const docId of [document, `main:${document}`]) if (await this.store.source(docId)) return docId;
    return undefined;
  }

  /** Who leans on what a person calls so, and on whom that leans. */
  references(symbol: string, { refresh = true }: Pick<AskOptions, 'refresh'> = {}): Promise<readonly Related[]> {
    const ends = (all: readonly Related[]): readonly Named[] =>
      all.flatMap(({ symbol: own, callers, callees }) => [own, ...callers, ...callees]);
    return this.#fresh(() => related(this.store, symbol), ends, refresh);
  }

  /** What would feel a change of it, nearest first, as much as the budget takes. */
  impact(symbol: string, { refresh = true, ...asked }: ImpactOptions = {}): Promise<Affects> {
    const ends = ({ symbols, dependents }: Affects): readonly Named[] => [...symbols, ...dependents];
    return this.#fresh(() => affects(this.store, symbol, asked), ends, refresh);
  }

  /** An answer that names files which have changed since is looked for again. */
  async #fresh<T>(ask: () => Promise<T>, named: (answer: T) => readonly Named[], refresh: boolean): Promise<T> {
    const answer = await ask();
    if (!refresh) return answer;
    const stale = await this.#staleOf(named(answer).map(({ docId }) => docId));
    return stale.size > 0 && (await this.#refreshed()) ? ask() : answer;
  }

  state(): Promise<State> {
    return this.store.state();
  }

  close(): Promise<void> {
    return this.store.close();
  }

  #asker(): Embedder | undefined {
    return this.#vectors?.embedder;
  }

  /** Documents whose file is gone, or no longer the one that was read. */
  async #staleOf(docIds: readonly string[]): Promise<Set<string>> {
    const stale = new Set<string>();
    if (isShared(this.#file)) return stale; // the files may be on another machine
    for (const docId of new Set(docIds)) {
      const row = await this.store.source(docId);
      if (row?.kind !== 'file') continue;
      const stat = statSync(join(this.root, row.path), { throwIfNoEntry: false });
      if (!stat || stat.size !== row.size || (row.mtime >= 0 && stat.mtimeMs !== row.mtime)) stale.add(docId);
    }
    return stale;
  }

  async #refreshed(): Promise<boolean> {
    try {
      await this.sync();
      return true;
    } catch (error) {
      if (error instanceof FroeError) return false; // another process is at it, or the provider is down
      throw error;
    }
  }
}

export async function open(root: string, options: OpenOptions = {}): Promise<Engine> {
  const folder = resolve(root);
  const file = options.index ?? join(folder, '.froe', 'index.db');
  const { embedder } = options;
  const made = typeof embedder === 'string' ? embedderOf(embedder, { env: process.env }) : undefined;
  const vectors = typeof embedder === 'object' ? embedder : made && uncached(made);
  return new Engine(folder, openStore(file), file, vectors, options);
}

const docsOf = ({ results }: Found): readonly string[] => results.map(({ docId }) => docId);

/** Those lines of a document, out of the pieces that hold them. */
function linesOf(all: readonly Chunk[], from: number, to: number): Got {
  const chunks = all.filter(({ startLine, endLine }) => startLine <= to && endLine >= from);
  const [first] = chunks;
  if (!first) return { chunks: [], text: '' };
  const lines = textOf({ chunks, score: 0 }).split(/(?<=\n)/);
  return { chunks, text: lines.slice(Math.max(0, from - first.startLine), to - first.startLine + 1).join('') };
}
