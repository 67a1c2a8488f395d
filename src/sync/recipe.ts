/** How sources are chosen and cut, and a word that names it: another recipe, and a source is cut anew. */
import { PREFIX_VERSION } from '../enrich/prefix.js';
import type { Task } from '../jobs/job.js';
import type { PrepareTask } from '../jobs/prepare.js';
import { defaults, MAX_INDEXED_BYTES } from '../options.js';
import { PACKS_VERSION } from '../parse/pack.js';
import { sha256 } from '../text/hash.js';
import type { PlanOptions } from './plan.js';
import type { SyncOptions } from './sync.js';

/** Another way of cutting makes other chunks: raise it with every change that shows in them. */
const CUT_VERSION = 19;

/** Tokens left free for a line of context: published recipes write 50 to 100. */
export const CONTEXT_ROOM = 100;

/** What a worker is told. `pack`: for whom its results are packed, if they are. */
export function taskOf(options: SyncOptions, pack?: PrepareTask['pack']): Task {
  const { tree = 'main', cut, context, brief = false, parsers } = options;
  // A chunk that fills its cap has no room for a line.
  const maxTokens = context ? capOf(options) - roomIn(capOf(options)) : cut?.maxTokens;
  return {
    output: 'index',
    colour: false,
    brief,
    prepare: { tree, recipe: recipeOf(options), unitTokens: context ? undefined : options.unitTokens, pack },
    options: { tokenizer: 'cl100k_base', ...cut, maxTokens },
    ...(parsers ? { local: { parsers } } : {}),
  };
}

/** The most tokens of what is embedded, a line of context included. */
export const capOf = ({ cut }: SyncOptions): number => cut?.maxTokens ?? defaults.maxTokens;

/** Never more than a quarter. */
const roomIn = (cap: number): number => Math.min(CONTEXT_ROOM, cap >> 2);

export function planOptions(options: SyncOptions): PlanOptions {
  const { maxFileSize = MAX_INDEXED_BYTES, wants = () => true } = options;
  return { recipe: recipeOf(options), maxFileSize, wants };
}

/**
 * What is asked of a tree before an answer: what changed, came or went. A file that
 * is as it was is not read, however it was cut: that is for `froe index` to do.
 */
export function changesOnlyPlan(options: SyncOptions): PlanOptions {
  return { ...planOptions(options), recipe: undefined };
}

type Asked = NonNullable<SyncOptions['cut']>;

/** `9f86d081884c7d65 {"preset":"heading-tree"}`: a name, and behind it what was asked for, so that an index can tell it. */
function recipeOf({ cut = {}, unitTokens, context, contextVersion = '', parsers = [] }: SyncOptions): string {
  const options = Object.entries(cut)
    .filter(([, value]) => value !== undefined)
    .sort();
  const hook = context ? [contextVersion] : [];
  const custom = parsers.length > 0 ? [parsers.map(({ id, version = '' }) => [id, version])] : [];
  const all = JSON.stringify([CUT_VERSION, PREFIX_VERSION, PACKS_VERSION, unitTokens, options, ...hook, ...custom]);
  const asked = JSON.stringify(Object.fromEntries(options));
  return `${sha256(all).slice(0, 16)} ${asked}`;
}

/** What was asked for when a source with this recipe was cut. */
export function cutIn(recipe: string): Asked {
  const asked = /^\w+ (\{.*\})/.exec(recipe)?.[1];
  return asked === undefined ? {} : (JSON.parse(asked) as Asked); // written by recipeOf(), from that type
}
