/** Settings → what a run over the root is told. */
import { availableParallelism } from 'node:os';
import ignore from 'ignore';
import type { Settings } from '../config/index.js';
import { defaults } from '../options.js';
import type { SyncOptions } from '../sync/sync.js';
import type { VectorSource } from '../sync/vectorSource.js';
import { contextHook } from './contextHook.js';
import type { IndexPlace } from './place.js';
import { embedderOf } from './usingVectors.js';

/** One thread writes what the others read: more than these would wait for it, each with a heap of its own. */
const MOST_THREADS = 4;
/** The most a unit takes, whatever the model: another model does not cut it anew. */
const UNIT = 7000;

export function syncOptions({ root, settings }: IndexPlace, vectors?: VectorSource): SyncOptions {
  const { preset, overlap, granularity, tokenizer } = settings;
  const { maxFileSize, jobs, exclude, include, 'hooks.context': command } = settings;
  const out = ignore().add([...exclude]);
  const taken = include.length > 0 ? ignore().add([...include]) : undefined;
  // By what is configured, not by what this run uses: a run without vectors must cut the same chunks.
  const window = embedderOf(settings)?.maxTokens ?? Number.MAX_SAFE_INTEGER;
  return {
    root,
    threads: jobs ?? Math.min(availableParallelism(), MOST_THREADS),
    maxFileSize,
    wants: (path) => !out.ignores(path) && (taken === undefined || taken.ignores(path)),
    wantsVersion: JSON.stringify([include, exclude]),
    cut: { preset, tokenizer, overlap, granularity, maxTokens: capOf(settings, window) },
    vectors,
    // Units of an application have sizes of their own, unless the user names one.
    unitTokens: Math.min(settings.maxTokens ?? window, window, UNIT),
    ...(command === undefined ? {} : { context: contextHook(command, root), contextVersion: command }),
  };
}

/** What was asked for, inside what the model takes; undefined leaves it to each format. */
const capOf = ({ maxTokens }: Settings, window: number): number | undefined =>
  window < (maxTokens ?? defaults.maxTokens) ? window : maxTokens;
