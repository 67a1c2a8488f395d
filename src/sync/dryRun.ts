/** What sync() would do, and what it would cost. Nothing is written or sent. */
import { estimate, specOf } from '../embed/index.js';
import { runAll } from '../jobs/pool.js';
import type { Chunk } from '../schema.js';
import { isSameModel } from '../store/mismatch.js';
import { ARTIFACTS, type IndexModel, type Store } from '../store/store.js';
import { tokenizer } from '../text/tokens/index.js';
import { textsOf } from './embeddingRun.js';
import { plan, realRoot } from './plan.js';
import { planOptions, taskOf } from './recipe.js';
import { surveyPlan } from './survey.js';
import type { SyncOptions } from './sync.js';
import { indexModelOf, mayReplaceModel } from './vectorSource.js';

export interface DryRunReport {
  readonly files: number;
  readonly removed: number;
  /** The model whose vectors would be replaced, which takes `replaceModel`. */
  readonly replaces?: string;
  /** Distinct texts that have a vector neither in the index nor in the cache. */
  readonly chunks: number;
  readonly tokens: number;
  /** US dollars, if the price is known. */
  readonly cost?: number;
  /** Reading as measured; embedding as a guess from the usual rate limits of providers. */
  readonly seconds: number;
}

/** Tokens per minute of the smallest paid plans. */
const TOKENS_PER_MINUTE = 1_000_000;

export async function dryRun(store: Store, options: SyncOptions): Promise<DryRunReport> {
  const { root, tree = 'main', threads = 1, vectors } = options;
  const started = performance.now();
  await store.useRoot(tree, realRoot(root), { sameTree: options.sameTree, dryRun: true });
  const rows = await store.sources(tree);
  const { jobs, gone } = await surveyPlan(plan(root, rows, planOptions(options)), rows, threads);
  const replaced = await replacedModel(store, options);
  const tally = new Tally(store, replaced === undefined);
  for await (const [, { result: { indexed } = {} }] of runAll(jobs, taskOf(options), threads))
    if (indexed && 'prepared' in indexed) await tally.add(indexed.prepared.chunks.map(({ chunk }) => chunk));
  await tally.addUnchanged(new Set([...jobs.map(({ path }) => `${tree}:${path}`), ...gone]));
  const chunks = [...tally.tokens].map(([hash, tokens]) => ({ hash, tokens }));
  const missing = vectors?.missing?.(chunks) ?? chunks;
  const sum = estimate(
    vectors?.embedder ?? {},
    missing.map(({ tokens }) => tokens),
  );
  const sending = vectors && !vectors.embedder.local ? (sum.tokens / TOKENS_PER_MINUTE) * 60 : 0;
  const isFree = !vectors || !replaced || replaced.unfinished || mayReplaceModel(vectors, replaced);
  const replaces = isFree ? {} : { replaces: specOf(replaced.id) };
  const seconds = (performance.now() - started) / 1000 + sending;
  return { files: jobs.length, removed: gone.length, ...replaces, ...sum, seconds };
}

/** The model of the index, if its vectors could not be used any more. */
async function replacedModel(store: Store, { vectors }: SyncOptions): Promise<IndexModel | undefined> {
  const { model } = await store.state();
  return !vectors || !model || isSameModel(model, indexModelOf(vectors)) ? undefined : model;
}

/** Tokens of each text that needs a vector, by hash. */
class Tally {
  readonly tokens = new Map<string, number>();
  readonly #store: Store;
  readonly #reusesVectors: boolean;
  readonly #counter = tokenizer('cl100k_base');

  constructor(store: Store, reusesVectors: boolean) {
    this.#store = store;
    this.#reusesVectors = reusesVectors;
  }

  async add(chunks: readonly Chunk[]): Promise<void> {
    const texts = textsOf(chunks.filter(({ metadata }) => metadata.weight !== 0));
    const hashes = [...texts.keys()];
    for (const hash of this.#reusesVectors ? await this.#store.missingVectors(hashes) : hashes)
      this.tokens.set(hash, this.#counter.count(texts.get(hash) ?? ''));
  }

  /** Unchanged sources that still need vectors: all of them if no vectors are kept. */
  async addUnchanged(replaced: ReadonlySet<string>): Promise<void> {
    if (this.#reusesVectors) {
      for await (const chunks of this.#store.pending(256))
        await this.add(chunks.filter(({ docId }) => !replaced.has(docId)));
      return;
    }
    for (const tree of ['main', ARTIFACTS])
      for (const { docId } of (await this.#store.sources(tree)).values())
        if (!replaced.has(docId)) await this.add(await this.#store.chunksOf(docId));
  }
}
