/**
 * A folder with its settings: where its index is, and how it is cut, embedded,
 * kept and asked. Every surface opens its engine here, so that a setting means
 * the same in all of them.
 *
 *     Project.at('src', …)          the folder itself
 *     Project.answering('src', …)   the project whose index has it: here or above
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
import { cached, cacheFile, type Embedder, type EmbedderOptions, embedder, VectorCache } from '../embed/index.js';
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
import { existingPath, indexAbove, indexInside, markedAbove, projectRoot } from './projectRoot.js';
import { seedIndex } from './seedIndex.js';

export interface ProjectOptions {
  /** What the caller says of settings, such as the flags of a command line. */
  readonly values?: Values;
  /** Its name among the roots of a workspace: in a database that several share, each has its own tree. */
  readonly rootName?: string;
  /** A folder whose index a new one starts from. */
  readonly from?: string | undefined;
  /** Told what the user should know, in a line each: an odd setting, an index that is made again. */
  readonly warn?: (message: string) => void;
  /** Told what is wrong with a file that is needed on the way, such as the cache of vectors. */
  readonly diagnose?: (diagnostic: Diagnostic) => void;
}

/** Which vectors a run makes: all it can, none, or only those of a model on this machine. */
export type EmbedMode = boolean | 'local';

export interface AskProjectOptions {
  readonly embed?: EmbedMode | undefined;
  /** The process ends with the answer. */
  readonly brief?: boolean;
  /** A new index is left to the question, which reads the files with its words first, instead of made first. */
  readonly partial?: boolean;
  /** With `partial`: what the question left unread is read after its answer. */
  readonly finish?: boolean;
  /** A damaged index is made again. Default true. */
  readonly repair?: boolean;
  /** Makes an index that is not there yet. Default: a plain sync. */
  readonly build?: (store: Store, options: SyncOptions) => Promise<SyncReport>;
}

/** How long a question waits for another process that makes the index. */
const LOCK_WAIT_SECONDS = 60;
/** Files of a large new folder that are read before a question is answered: some seconds, and the same ones on every machine. */
const NEW_INDEX_FILES = 300;

export class Project {
  readonly root: string;
  /** The file of the index, or the address of its database. */
  readonly file: string;
  readonly settings: Settings;
  /** Who said each of them. */
  readonly origins: SettingOrigins;
  /** The folder or file that is asked about, as the index has it; empty for all of it. */
  readonly below: string;
  readonly #options: ProjectOptions;

  private constructor(root: string, options: ProjectOptions, asked?: string) {
    const flags = options.values ?? {};
    const { settings, origins, notes } = load({ flags, env: process.env, root, home: homedir() });
    this.root = root;
    this.file = indexOfRoot(settings.index, options.rootName, origins);
    this.settings = settings;
    this.origins = origins;
    this.below = asked !== undefined && isBelow(root, asked) ? relativePosix(root, asked) : '';
    this.#options = options;
    for (const note of notes) options.warn?.(note);
  }

  static at(given: string | undefined, options: ProjectOptions = {}): Project {
    return new Project(projectRoot(given), options);
  }

  /**
   * The project that answers for a path. A folder below an index is asked about in
   * that one. Of which folder an index is, is never taken from the index: whoever
   * opens it compares.
   *
   *     ~/app/.froe/index.db     froe search q src         ~/app, below src
   *     ~/app/src                froe search q .           the same, from inside
   *                              froe search q             ~/app, all of it
   */
  static answering(given: string | undefined, options: ProjectOptions = {}): Project {
    const at = given === undefined ? process.cwd() : existingPath(given);
    const from = statSync(at).isDirectory() ? at : dirname(at);
    const asked = given === undefined ? undefined : at;
    const nearest = new Project(markedAbove(from), options, asked);
    const outer = nearest.#outer();
    return outer === undefined ? nearest : new Project(outer, options, asked);
  }

  /** The files of its index may be on another machine. */
  get shared(): boolean {
    return isShared(this.file);
  }

  /** The folder whose index answers for this one: its own, or that of a folder above, which has its files already. */
  get answeringRoot(): string {
    return this.#outer() ?? this.root;
  }

  /** An index inside of what another one is of would have the same files again, and be asked instead of it. */
  refuseNested(isMeant = false): void {
    const outer = isMeant ? undefined : this.#outer();
    if (outer === undefined) return;
    throw new FroeError(
      'bad-option',
      `${this.root} is inside ${outer}, which has an index`,
      `Search it with: froe search QUERY --path ${relativePosix(outer, this.root)}. To create a separate index, add --nested.`,
    );
  }

  /** The folder above whose index has these files, where this one has none and would get it inside itself. */
  #outer(): string | undefined {
    const isUnmade = this.file === indexInside(this.root) && !storeExists(this.file);
    return isUnmade ? indexAbove(this.root) : undefined;
  }

  /** The index with all that is in it, made when there is none. */
  async openStore(options?: StoreOptions): Promise<Store> {
    const from = await seedIndex(this.root, this.file, this.#options.from);
    if (from !== undefined) this.#warn(`starting from the index of ${from}`);
    return makeStore(this.file, options, () =>
      this.#warn(`${this.file} was not created by you on this machine: it is rebuilt`),
    );
  }

  /** The index as it answers: what is above the limit of the settings is not there. It has to exist. */
  async openExisting(): Promise<Store> {
    if (!storeExists(this.file))
      throw new FroeError('not-found', `No index at ${withoutPassword(this.file)}`, 'Run: froe index');
    return openStore(this.file, this.#limit());
  }

  /** Runs with an engine of an index that exists, without vectors. */
  async inspect<T>(run: (engine: Engine) => Promise<T>): Promise<T> {
    const store = await this.openExisting();
    try {
      const { vectors: _, ...sync } = this.syncOptions();
      return await run(new Engine(this.root, store, this.file, undefined, { sync }));
    } finally {
      await store.close();
    }
  }

  /** Runs with an engine that answers; makes the index first where there is none. */
  async ask<T>(options: AskProjectOptions, run: (engine: Engine) => Promise<T>): Promise<T> {
    const { embed = true, repair = true } = options;
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
    const store = await this.openStore(this.#limit());
    try {
      refuseOtherRoot(await store.root('main'), this.root, this.file);
      const { sources, model } = await store.state();
      const make = async (): Promise<void> => {
        const run = build ?? (await import('../sync/sync.js')).sync; // with every parser, which an answer does not need
        await this.withWriteLock(LOCK_WAIT_SECONDS, () => run(store, this.syncOptions(vectors)));
      };
      if (sources === 0) this.#warn(`indexing ${this.root}`);
      if (sources === 0 && !partial) await make();
      const used = embed === 'local' && sources > 0 && !model ? undefined : vectors; // it was made without
      const { vectors: _, ...sync } = this.syncOptions();
      const newIndexFiles = partial ? NEW_INDEX_FILES : undefined;
      const asked = { sync: { ...sync, brief }, from: process.cwd(), newIndexFiles, ...this.searchDefaults() };
      const engine = new Engine(this.root, store, this.file, used, asked);
      const answer = await run(engine);
      if (sources === 0 && finish && (await engine.behind()).unread > 0) await make();
      return answer;
    } finally {
      await store.close();
    }
  }

  /** An engine for as long as a server runs, which something else keeps fresh. */
  async serve<T>(
    { embed = true, log }: { readonly embed?: EmbedMode | undefined; readonly log?: ChunkLog | undefined },
    run: (engine: Engine) => Promise<T>,
  ): Promise<T> {
    return this.withVectors(embed, async (vectors) => {
      const store = await this.openStore(this.#limit());
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

  /** Runs with an engine that takes in artifacts: all of the index, made where there is none. */
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

  /** Runs while no other process writes the index; waits up to so many seconds for its turn. */
  withWriteLock<T>(waitSeconds: number, run: () => Promise<T>): Promise<T> {
    return withWriteLock(this, waitSeconds, run);
  }

  /** Runs with what makes vectors, which is closed afterwards; with nothing when only words are wanted. */
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

  /** Undefined for `none`. Nothing is sent before it is used. */
  embedder(limits: Pick<EmbedderOptions, 'attempts' | 'timeout'> = {}): Embedder | undefined {
    const { embedder: spec, baseUrl, dimensions, maxTokens } = this.settings;
    return embedder(spec, { env: process.env, baseUrl, dimensions, maxTokens, ...limits });
  }

  /**
   * A damaged index is made again, whoever met the damage first: the run begins
   * anew, and if it meets the damage again, the index goes and is made from the
   * files. Where it holds what cannot be made again, that is for the user to do.
   */
  async repairing<T>(run: () => Promise<T>): Promise<T> {
    const first = await untilDamage(run);
    const { done, damage } = first.damage ? await untilDamage(run) : first;
    if (!damage) return done as T; // there is one or the other
    if (!(await removeDamaged(this.file))) throw damage;
    this.#warn(`${damage.message}: ${this.file} is rebuilt`);
    return run();
  }

  /** How the settings have answers ranked and merged. Nothing is sent before a question is asked. */
  searchDefaults(limits?: Pick<RerankerOptions, 'attempts' | 'timeout'>): SearchDefaults {
    return searchDefaultsOf(this.settings, limits);
  }

  /** How the settings have the folder cut, read and embedded. */
  syncOptions(vectors?: VectorSource): SyncOptions {
    // By what is configured, not by what this run uses: a run without vectors must cut the same chunks.
    const window = this.embedder()?.maxTokens;
    return { ...syncOptionsOf(this.settings, this.root, window), vectors };
  }

  #limit(): StoreOptions {
    return { maxSensitivity: this.settings.maxSensitivity };
  }

  #warn(message: string): void {
    this.#options.warn?.(message);
  }
}

/** What a project says itself is of its own folder, whoever asks; what the user says is for all roots. */
function indexOfRoot(index: string, name: string | undefined, { index: { from } }: SettingOrigins): string {
  return name === undefined || from === 'project' || !isDatabaseUrl(index) ? index : addressOfRoot(index, name);
}

async function untilDamage<T>(run: () => Promise<T>): Promise<{ readonly done?: T; readonly damage?: FroeError }> {
  try {
    return { done: await run() };
  } catch (error) {
    if (error instanceof FroeError && error.code === 'damaged') return { damage: error };
    throw error;
  }
}
