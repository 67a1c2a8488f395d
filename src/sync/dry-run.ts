/** What sync() would do, and what it would cost. Nothing is written and nothing sent. */
import { estimate } from '../embed/index.js';
import { embedText } from '../enrich/prefix.js';
import type { Store } from '../store/store.js';
import { tokenizer } from '../text/tokens/index.js';
import type { Task } from '../work/job.js';
import { runAll } from '../work/pool.js';
import type { PrepareResult } from '../work/prepare.js';
import { plan } from './plan.js';
import { planOptions, type SyncOptions } from './sync.js';

export interface Planned {
  readonly files: number;
  readonly removed: number;
  /** Texts that have no vector yet, each once. */
  readonly pieces: number;
  readonly tokens: number;
  /** US dollars, where the price is known. */
  readonly cost?: number;
  /** Reading took so long just now; embedding is a guess from what providers usually let through. */
  readonly seconds: number;
}

/** Tokens a minute that the smallest paid plans of the providers let through. */
const TOKENS_PER_MINUTE = 1_000_000;

export async function dryRun(store: Store, options: SyncOptions): Promise<Planned> {
  const { root, tree = 'main', cut = {}, threads = 1, vectors } = options;
  const started = performance.now();
  const { recipe, ...rest } = planOptions(options);
  const { jobs, gone } = plan(root, await store.sources(tree), { recipe, ...rest });
  const task: Task = {
    output: 'index',
    colour: false,
    prepare: { tree, recipe },
    options: { tokenizer: 'cl100k_base', ...cut },
  };
  const tokens = new Map<string, number>();
  const counter = tokenizer('cl100k_base');
  for await (const [, { text }] of runAll(jobs, task, threads)) {
    let json = '';
    for await (const block of text) json += block;
    if (json === '') continue;
    const result = JSON.parse(json) as PrepareResult; // made by our own worker, out of the very type
    if ('same' in result) continue;
    for (const { chunk } of result.prepared.pieces)
      if (chunk.metadata.weight !== 0) tokens.set(chunk.embedHash, counter.count(embedText(chunk)));
  }
  const missing = await store.withoutVector([...tokens.keys()]);
  const sum = estimate(
    vectors?.embedder ?? {},
    missing.map((hash) => tokens.get(hash) ?? 0),
  );
  const sending = vectors && !vectors.embedder.local ? (sum.tokens / TOKENS_PER_MINUTE) * 60 : 0;
  return { files: jobs.length, removed: gone.length, ...sum, seconds: (performance.now() - started) / 1000 + sending };
}
