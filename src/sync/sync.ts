/**
 * A folder → an index that is true of it.
 *
 *     walk, stat ─plan, survey→ jobs ─all cores→ prepared sources ─batches→ store
 *                                              └ vectors: with them, or behind them
 *
 * Whatever is done is done in transactions that leave each source whole:
 *
 *     a source that is new      words first, so that it is found at once; its vectors follow
 *     a source that changed     its vectors first, then all of it at once: until then the old state is served
 *     a local model             vectors at once, for both
 *
 * Stop anywhere, and the next run goes on from there: what is committed is seen
 * by its stat, and a text that has a vector is not embedded again.
 */
import type { Strategy } from '../engine.js';
import type { FroeError } from '../errors.js';
import type { Trouble } from '../jobs/job.js';
import type { SizingLayer } from '../options.js';
import type { Store } from '../store/store.js';
import type { Diagnostic } from '../types.js';
import type { ContextHook } from './contextLines.js';
import { Embedding } from './embedding.js';
import { Intake } from './intake.js';
import { plan } from './plan.js';
import { realRoot } from './realRoot.js';
import { planOptions } from './recipe.js';
import { survey } from './survey.js';
import { useModelOf, type Vectors } from './vectors.js';

export interface SyncOptions {
  readonly root: string;
  readonly tree?: string;
  readonly vectors?: Vectors | undefined;
  /** Vectors of another model are dropped and made anew. */
  readonly replaceModel?: boolean;
  readonly cut?: SizingLayer & { readonly tokenizer?: string; readonly strategy?: Strategy };
  /** The most tokens of a piece of an application's unit. Default: what `cut` says, else what suits the unit. */
  readonly unitTokens?: number;
  /** Adds a line of context to each piece. */
  readonly context?: ContextHook;
  /** Another version, and every piece is asked about anew. */
  readonly contextVersion?: string;
  readonly threads?: number;
  readonly maxFileSize?: number;
  readonly wants?: (path: string) => boolean;
  /** A transaction is committed when it has so many: often enough to be found soon, seldom enough to be fast. */
  readonly piecesPerCommit?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly stage: 'read' | 'embed';
  readonly done: number;
  readonly total: number;
}

export interface SyncReport {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Changed, but still served as they were: their vectors could not be made. */
  readonly held: number;
  readonly unchanged: number;
  readonly pieces: number;
  /** Texts embedded in this run. */
  readonly embedded: number;
  readonly troubles: readonly (Diagnostic | Trouble)[];
  /** Why vectors are missing: the provider failed. The words are in all the same. */
  readonly failure?: FroeError;
}

export async function sync(store: Store, options: SyncOptions): Promise<SyncReport> {
  const { root, tree = 'main', vectors, signal, onProgress } = options;
  await store.useRoot(tree, realRoot(root));
  const notes = vectors ? await useModelOf(store, vectors, options) : [];
  const rows = await store.sources(tree);
  const planned = await survey(plan(root, rows, planOptions(options)), rows, options.threads ?? 1);
  const { jobs, gone } = planned;
  if (gone.length > 0) await store.write({ remove: gone });
  const embedding = vectors && new Embedding(store, vectors, signal);
  const intake = new Intake(store, options, planned, embedding);
  await intake.read(jobs);
  signal?.throwIfAborted();
  await embedding?.fillIn((done, total) => onProgress?.({ stage: 'embed', done, total }));
  if (embedding && !embedding.failure) await store.finishModel();

  const { added, changed, held, same, pieces, troubles } = intake;
  return {
    added,
    changed,
    removed: gone.length,
    held,
    unchanged: planned.same.length + same,
    pieces,
    embedded: embedding?.count ?? 0,
    troubles: [...notes, ...planned.diagnostics, ...troubles],
    ...(embedding?.failure ? { failure: embedding.failure } : {}),
  };
}
