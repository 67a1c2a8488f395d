/**
 * A folder with its settings: where its index is, and how it is cut, embedded, stored and
 * searched. Every surface opens its engine here, so that a setting means the same in
 * all of them.
 *
 *     Project.at('src', …)          the folder itself
 *     Project.answering('src', …)   the project whose index contains it: here or above
 *
 *     const project = Project.answering(undefined, options);
 *     await project.ask({}, (engine) => engine.search('how is a file cut?'));
 */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { ChunkLog } from '../chunk/events.js';
import type { Settings, Values } from '../config/keys.js';
import { load, type SettingOrigins } from '../config/load.js';
import { passingFlags } from '../config/passingFlags.js';
import {
  cached,
  cacheFile,
  type EmbedderOptions,
  embedder,
  type SettlingEmbedder,
  VectorCache,
} from '../embed/index.js';
import { FroeError } from '../errors.js';
import type { RerankerOptions } from '../rerankers/index.js';
import { isBelow, relativePosix } from '../sources/jail.js';
import { addressOfRoot, isDatabaseUrl, withoutPassword } from '../store/databaseUrl.js';
import { refuseOtherRoot } from '../store/mismatch.js';
import { isShared, makeStore, openStore, removeDamaged, storeExists } from '../store/openStore.js';
import type { Store, StoreOptions } from '../store/store.js';
import type { SyncOptions, SyncReport } from '../sync/sync.js';
import { uncached, type VectorSource } from '../sync/vectorSource.js';
import { withWriteLock } from '../sync/writeLock.js';
import type { Diagnostic } from '../types.js';
import { Engine } from './engine.js';
import { contextHookOf, type SearchDefaults, searchDefaultsOf, syncOptionsOf } from './projectOptions.js';
import { existingPath, indexAbove, indexInside, isEmptyFolder, markedAbove, projectRoot } from './projectRoot.js';
import { repairing } from './repair.js';
import { seedIndex } from './seedIndex.js';

export interface ProjectOptions {
  /** Settings given by the caller, such as command-line flags. */
  readonly values?: Values;
  /** Its name among the roots of a workspace: in a shared database each root has its own tree. */
  readonly rootName?: string;
  /** A folder whose index a new one is copied from. */
  readonly from?: string | undefined;
  /** Called with warnings for the user, one line each: an odd setting, an index that is rebuilt. */
  readonly warn?: (message: string) => void;
  /** Called with what is wrong with a file that is needed, such as the vector cache. */
  readonly diagnose?: (diagnostic: Diagnostic) => void;
}

/** Which vectors a run makes: all, none, or only those of a local model. */
export type EmbedMode = boolean | 'local';

export interface AskProjectOptions {
  readonly embed?: EmbedMode | undefined;
  /** The process ends with the answer. */
  readonly brief?: boolean;
  /** A new index is not completed first: the question reads the files with its words first. */
  readonly partial?: boolean;
  /** With `partial`: after the answer, the remaining files are read. */
  readonly finish?: boolean;
  /** Rebuild a damaged index. Default true. */
  readonly repair?: boolean;
  /** Creates a missing index. Default: a plain sync. */
  readonly build?: (store: Store, options: SyncOptions) => Promise<SyncReport>;
}

/** How long a question waits for another process that creates the index. */
const LOCK_WAIT_SECONDS = 60;
/** Files of a large new folder that are read before an answer: some seconds, and the same files on every machine. */
const NEW_INDEX_FILES = 300;

export class Project {
  readonly root: string;
  /** The index file, or the URL of its database. */
  readonly file: string;
  readonly settings: Settings;
  /** Where each setting comes from. */
  readonly origins: SettingOrigins;
  /** The requested folder or file, as a path of the index; empty for all of it. */
  readonly below: string;
  readonly #options: ProjectOptions;

  private constructor(root: string, options: ProjectOptions, requested?: string) {
    const flags = options.values ?? {};
    const { settings, origins, notes } = load({ flags, env: process.env, root, home: homedir() });
    this.root = root;
    this.file = indexOfRoot(settings.index, options.rootName, origins);
    this.settings = settings;
    this.origins = origins;
    this.below = requested !== undefined && isBelow(root, requested) ? relativePosix(root, requested) : '';
    this.#options = options;
    for (const note of notes) options.warn?.(note);
  }

  /** The given flags that choose what is indexed in this run only: the next command goes by the configuration. */
  get passingFlags(): readonly string[] {
    return passingFlags({ flags: this.#options.values ?? {}, env: process.env, root: this.root, home: homedir() });
  }

  static at(given: string | undefined, options: ProjectOptions = {}): Project {
    return new Project(projectRoot(given), options);
  }

  /**
   * The project that answers for a path. For a folder below an indexed one, that is the
   * indexed one. The folder of an index is never taken from the index itself: opening it
   * compares the two.
   *
   *     ~/app/.froe/index.db     froe search q src         ~/app, below src
   *     ~/app/src                froe search q .           the same, from inside
   *                              froe search q             ~/app, all of it
   */
  static answering(given: string | undefined, options: ProjectOptions = {}): Project {
    const path = given === undefined ? process.cwd() : existingPath(given);
    const from = statSync(path).isDirectory() ? path : dirname(path);
    const requested = given === undefined ? undefined : path;
    return new Project(markedAbove(from), options, requested);
  }

  /** The files of its index may be on another machine. */
  get shared(): boolean {
    return isShared(this.file);
  }

  /** The folder whose index answers for this one: its own, or that of a parent, which contains its files. */
  get answeringRoot(): string {
    return this.#outer() ?? this.root;
  }

  /** An index inside an indexed folder would hold the same files again, and be asked instead of it. */
  refuseNested(allowNested = false): void {
    const outer = allowNested ? undefined : this.#outer();
    if (outer === undefined) return;
    throw new FroeError(
      'bad-option',
      `${this.root} is inside ${outer}, which has an index`,
      `Search it with: froe search QUERY --path ${relativePosix(outer, this.root)}. To create a separate index, add --nested.`,
    );
  }

  /** A folder without files gets no index: nearly always another one was meant. A root of a workspace was named. */
  refuseEmpty(): void {
    const isMeant = this.#options.rootName !== undefined || Boolean(this.settings.history);
    if (isMeant || this.shared || storeExists(this.file) || !isEmptyFolder(this.root)) return;
    throw new FroeError('not-found', `There is nothing to index in ${this.root}`, 'The folder has no files.');
  }

  /** The parent whose index contains these files, if this folder has no index and would get its own inside itself. */
  #outer(): string | undefined {
    const hasNoIndex = this.file === indexInside(this.root) && !storeExists(this.file);
    return hasNoIndex ? indexAbove(this.root) : undefined;
  }

  /** The whole index, created if there is none. */
  async openStore(options?: StoreOptions): Promise<Store> {
    const from = await seedIndex(this.root, this.file, this.#options.from);
    if (from !== undefined) this.#warn(`starting from the index of ${from}`);
    return makeStore(this.file, options, () =>
      this.#warn(`${this.file} was not created by you on this machine: it is rebuilt`),
    );
  }

  /** The index for answers: without what the sensitivity limit hides. It must exist. */
  async openExisting(): Promise<Store> {
    if (!storeExists(this.file))
      throw new FroeError('not-found', `No index at ${withoutPassword(this.file)}`, 'Run: froe index');
    return openStore(this.file, this.#sensitivityLimit());
  }

  /** Runs with an engine of an existing index, without vectors. */
  async inspect<T>(run: (engine: Engine) => Promise<T>): Promise<T> {
    const store = await this.openExisting();
    try {
      const { vectors: _, ...sync } = this.syncOptions();
      return await run(new Engine(this.root, store, this.file, undefined, { sync }));
    } finally {
      await store.close();
    }
  }

  /** Runs with an engine that answers; creates the index first if there is none. */
  async ask<T>(options: AskProjectOptions, run: (engine: Engine) => Promise<T>): Promise<T> {
    const { embed = true, repair = true } = options;
    this.refuseEmpty();
    return this.withVectors(embed, (vectors) => {
      const answer = (): Promise<T> => this.#answer(vectors, options, run);
      return repair ? this.repairing(answer) : answer();
    });
  }

  async #answer<T>(
    vectors: VectorSource | undefined,
    { embed, brief = false, build, partial = false, finish = false }: AskProjectOptions,
    run: (engine: Engine) => Promise<T>,
  ): Promise<T> {
    const store = await this.openStore(this.#sensitivityLimit());
    try {
      refuseOtherRoot(await store.root('main'), this.root, this.file);
      const { sources, model } = await store.state();
      const buildIndex = async (): Promise<void> => {
        const run = build ?? (await import('../sync/sync.js')).sync; // loads every parser, which an answer does not need
        await this.withWriteLock(LOCK_WAIT_SECONDS, (signal) => run(store, { ...this.syncOptions(vectors), signal }));
      };
      if (sources === 0) this.#warn(`indexing ${this.root}`);
      if (sources === 0 && !partial) await buildIndex();
      const usedVectors = embed === 'local' && sources > 0 && !model ? undefined : vectors; // the index has no vectors
      const { vectors: _, ...sync } = this.syncOptions();
      const newIndexFiles = partial ? NEW_INDEX_FILES : undefined;
      const engineOptions = { sync: { ...sync, brief }, from: process.cwd(), newIndexFiles, ...this.searchDefaults() };
      const engine = new Engine(this.root, store, this.file, usedVectors, engineOptions);
      const answer = await run(engine);
      if (sources === 0 && finish && (await engine.behind()).unread > 0) await buildIndex();
      return answer;
    } finally {
      await store.close();
    }
  }

  /** An engine for a server, which something else keeps up to date. */
  async serve<T>(
    { embed = true, log }: { readonly embed?: EmbedMode | undefined; readonly log?: ChunkLog | undefined },
    run: (engine: Engine) => Promise<T>,
  ): Promise<T> {
    return this.withVectors(embed, async (vectors) => {
      const store = await this.openStore(this.#sensitivityLimit());
      try {
        refuseOtherRoot(await store.root('main'), this.root, this.file);
        const { vectors: _, ...sync } = this.syncOptions();
        const options = { sync, syncedElsewhere: true, log, ...this.searchDefaults() };
        return await run(new Engine(this.root, store, this.file, vectors, options));
      } finally {
        await store.close();
      }
    });
  }

  /** Runs with an engine that ingests artifacts: the whole index, created if there is none. */
  async write<T>(
    { embed = true, log }: { readonly embed?: EmbedMode | undefined; readonly log?: ChunkLog | undefined },
    run: (engine: Engine) => Promise<T>,
  ): Promise<T> {
    this.refuseNested();
    return this.withVectors(embed, async (vectors) => {
      const store = await this.openStore();
      try {
        return await run(
          new Engine(this.root, store, this.file, vectors, { sync: contextHookOf(this.settings, this.root), log }),
        );
      } finally {
        await store.close();
      }
    });
  }

  /** Runs with the write lock; waits up to so many seconds for it. The signal fires if the lock is lost. */
  withWriteLock<T>(waitSeconds: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withWriteLock(this, waitSeconds, run);
  }

  /** Runs with a vector source, which is closed afterwards; without one if only keywords are wanted. */
  async withVectors<T>(embed: EmbedMode, run: (vectors?: VectorSource) => Promise<T>): Promise<T> {
    const chosen = embed ? this.embedder() : undefined;
    if (!chosen || (embed === 'local' && !chosen.local)) return run();
    if (chosen.local) return run(uncached(chosen));
    const cache = new VectorCache(cacheFile(process.env, homedir()));
    try {
      return await run(cached(chosen, cache));
    } finally {
      cache.close();
      for (const diagnostic of cache.diagnostics) this.#options.diagnose?.(diagnostic);
    }
  }

  /** Undefined for `none`. Nothing is sent before its first use. */
  embedder(limits: Pick<EmbedderOptions, 'attempts' | 'timeout'> = {}): SettlingEmbedder | undefined {
    const { embedder: spec, baseUrl, dimensions, maxTokens } = this.settings;
    return embedder(spec, { env: process.env, baseUrl, dimensions, maxTokens, ...limits });
  }

  /** Rebuilds a damaged index (repair.ts). */
  repairing<T>(run: () => Promise<T>): Promise<T> {
    return repairing(run, (damage) => this.removeDamaged(damage));
  }

  /** Removes the damaged index, and says so; false if it cannot be rebuilt from the files. */
  async removeDamaged(damage: FroeError): Promise<boolean> {
    const removed = await removeDamaged(this.file);
    if (removed) this.#warn(`${damage.message}: ${this.file} is rebuilt`);
    return removed;
  }

  /** How answers are ranked and merged, by the settings. Nothing is sent before a query. */
  searchDefaults(limits?: Pick<RerankerOptions, 'attempts' | 'timeout'>): SearchDefaults {
    return searchDefaultsOf(this.settings, limits);
  }

  /** How the folder is read, cut and embedded, by the settings. */
  syncOptions(vectors?: VectorSource): SyncOptions {
    // By the configured embedder, not by that of this run: a run without vectors must cut the same chunks.
    const window = this.embedder()?.maxTokens;
    return { ...syncOptionsOf(this.settings, this.root, window), vectors };
  }

  #sensitivityLimit(): StoreOptions {
    return { maxSensitivity: this.settings.maxSensitivity };
  }

  #warn(message: string): void {
    this.#options.warn?.(message);
  }
}

/** An `index` set by the project is for its own folder; one set by the user is shared by all roots. */
function indexOfRoot(index: string, name: string | undefined, { index: { from } }: SettingOrigins): string {
  return name === undefined || from === 'project' || !isDatabaseUrl(index) ? index : addressOfRoot(index, name);
}
