/** How sources are chosen and cut, and the recipe that identifies it: a source with another recipe is cut again. */
import { PREFIX_VERSION } from '../enrich/prefix.js';
import type { Task } from '../jobs/job.js';
import type { PrepareTask } from '../jobs/prepare.js';
import { defaults, MAX_INDEXED_BYTES } from '../options.js';
import { PACKS_VERSION } from '../parse/pack.js';
import { sha256 } from '../text/hash.js';
import type { PlanOptions } from './plan.js';
import type { SyncOptions } from './sync.js';

/** Raise it with every change that results in other chunks. */
const CUT_VERSION = 23;

/** Tokens reserved for a context line: published recipes write 50 to 100. */
export const CONTEXT_ROOM = 100;

/** The task of a worker. `pack`: whether, and for which embedder, its results are packed. */
export function taskOf(options: SyncOptions, pack?: PrepareTask['pack']): Task {
  const { tree = 'main', cut, context, brief = false, parsers } = options;
  // A chunk that fills its limit has no room for a line.
  const maxTokens = context ? capOf(options) - contextTokens(capOf(options)) : cut?.maxTokens;
  return {
    output: 'index',
    colour: false,
    brief,
    prepare: { tree, recipe: recipeOf(options), unitTokens: context ? undefined : options.unitTokens, pack },
    options: { tokenizer: 'cl100k_base', ...cut, maxTokens },
    ...(parsers ? { local: { parsers } } : {}),
  };
}

/** Maximum tokens of what is embedded, a context line included. */
export const capOf = ({ cut }: SyncOptions): number => cut?.maxTokens ?? defaults.maxTokens;

/** At most a quarter. */
const contextTokens = (cap: number): number => Math.min(CONTEXT_ROOM, cap >> 2);

export function planOptions(options: SyncOptions): PlanOptions {
  const { maxFileSize = MAX_INDEXED_BYTES, wants = () => true } = options;
  return { recipe: recipeOf(options), maxFileSize, wants };
}

/**
 * For the update before an answer: only files that were changed, added or removed. An
 * unchanged file is not read, whatever its recipe: `froe index` does that.
 */
export function changesOnlyPlan(options: SyncOptions): PlanOptions {
  return { ...planOptions(options), recipe: undefined };
}

type CutOptions = NonNullable<SyncOptions['cut']>;

/** `9f86d081884c7d65 {"preset":"heading-tree"}`: a hash, and the options that were set, for display. */
function recipeOf({ cut = {}, unitTokens, context, contextVersion = '', parsers = [] }: SyncOptions): string {
  const options = Object.entries(cut)
    .filter(([, value]) => value !== undefined)
    .sort();
  const hook = context ? [contextVersion] : [];
  const customParsers = parsers.length > 0 ? [parsers.map(({ id, version = '' }) => [id, version])] : [];
  const all = JSON.stringify([
    CUT_VERSION,
    PREFIX_VERSION,
    PACKS_VERSION,
    unitTokens,
    options,
    ...hook,
    ...customParsers,
  ]);
  const cutOptions = JSON.stringify(Object.fromEntries(options));
  return `${sha256(all).slice(0, 16)} ${cutOptions}`;
}

/** The options in a recipe. */
export function cutIn(recipe: string): CutOptions {
  const cutOptions = /^\w+ (\{.*\})/.exec(recipe)?.[1];
  return cutOptions === undefined ? {} : (JSON.parse(cutOptions) as CutOptions); // written by recipeOf(), from that type
}
