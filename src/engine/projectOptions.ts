/** The settings of a project as options of an Engine and of sync(). */
import { availableParallelism } from 'node:os';
import ignore from 'ignore';
import type { Settings } from '../config/keys.js';
import { defaults } from '../options.js';
import { type Reranker, type RerankerOptions, reranker } from '../rerankers/index.js';
import type { Merging } from '../search/merge.js';
import type { SyncOptions } from '../sync/sync.js';
import { contextHook } from './contextHook.js';
import type { OpenOptions } from './engineOptions.js';

/** One thread writes what the others read: more threads would wait for it, each with its own heap. */
const MAX_THREADS = 4;
/** Maximum tokens of a unit, whatever the model, so that another model does not cut it again. */
const MAX_UNIT_TOKENS = 7000;

/** The options of answers. */
export type SearchDefaults = Pick<OpenOptions, 'rerankerDepth' | 'rerank'> & {
  readonly reranker: Reranker | undefined;
  readonly merge: Merging;
};

export function searchDefaultsOf(
  settings: Settings,
  limits: Pick<RerankerOptions, 'attempts' | 'timeout'> = {},
): SearchDefaults {
  const { reranker: spec, rerankerBaseUrl: baseUrl, rerankerDepth, rerank } = settings;
  return {
    reranker: reranker(spec, { env: process.env, baseUrl, ...limits }),
    rerankerDepth,
    rerank,
    merge: mergingOf(settings),
  };
}

function mergingOf(settings: Settings): Merging {
  if (settings.merge === false) return false;
  const options = {
    threshold: settings['merge.threshold'],
    inclusive: settings['merge.inclusive'],
    least: settings['merge.least'],
    cap: settings['merge.cap'],
    combine: settings['merge.combine'],
    match: settings['merge.match'],
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** `window`: maximum tokens of the configured model. */
export function syncOptionsOf(settings: Settings, root: string, window = Number.MAX_SAFE_INTEGER): SyncOptions {
  const { preset, overlap, granularity, tokenizer, maxTokens, maxFileSize, jobs, exclude, include, history } = settings;
  const excluded = ignore().add([...exclude]);
  const included = include.length > 0 ? ignore().add([...include]) : undefined;
  // The requested limit, within that of the model; undefined leaves it to each format.
  const cap = window < (maxTokens ?? defaults.maxTokens) ? window : maxTokens;
  return {
    root,
    threads: jobs ?? Math.min(availableParallelism(), MAX_THREADS),
    maxFileSize,
    wants: (path) => !excluded.ignores(path) && (included === undefined || included.ignores(path)),
    wantsVersion: JSON.stringify([include, exclude]),
    cut: { preset, tokenizer, overlap, granularity, maxTokens: cap },
    ...(history === undefined ? {} : { history }),
    // Units of an application have their own sizes, unless the user sets one.
    unitTokens: Math.min(maxTokens ?? window, window, MAX_UNIT_TOKENS),
    ...contextHookOf(settings, root),
  };
}

export function contextHookOf(settings: Settings, root: string): Pick<SyncOptions, 'context' | 'contextVersion'> {
  const command = settings['hooks.context'];
  return command === undefined ? {} : { context: contextHook(command, root), contextVersion: command };
}
