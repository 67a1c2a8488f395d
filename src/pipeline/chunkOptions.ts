/** The options of chunk() and parse(), and the allowed values of each. */

import { inShort } from '../checkArgument.js';
import type { Prefix } from '../chunk/chunkWriter.js';
import type { ChunkLog } from '../chunk/events.js';
import type { WindowSizing } from '../chunk/window.js';
import { checkOptions } from '../config/checkOptions.js';
import {
  anyText,
  callable,
  either,
  flag,
  group,
  number,
  type OptionKinds,
  oneOf,
  thing,
  type ValueKind,
  whole,
  word,
} from '../config/kinds.js';
import { FroeError } from '../errors.js';
import type { Language } from '../languages/language.js';
import { type PresetName, presetNames, type SizingLayer, SMALLEST_CAP } from '../options.js';
import type { CustomParser } from '../parse/customParser.js';
import { type ParserId, parserIds } from '../parse/parser.js';
import { type Tokenizer, type TokenizerName, tokenizerNames } from '../text/tokens/index.js';

/** `auto`: by format. A parser's name: as if it were that format. `window`: by tokens alone. */
export type Strategy = 'auto' | 'window' | ParserId;
export const strategies: readonly Strategy[] = ['auto', 'window', ...parserIds];

export interface ParseOptions {
  /** The path of the text; its name determines the format. Default `text.txt`. */
  readonly path?: string;
  /** The named root. Default `main`. */
  readonly tree?: string;
  /** Instead of `{tree}:{path}`: for artifacts. */
  readonly docId?: string;
  /** By id or common name: `python`, `py`. */
  readonly language?: string;
  readonly strategy?: Strategy;
  /** Whether to find references to other code. Default false. */
  readonly mentions?: boolean;
  /** Your own languages, by id; they override the built-in ones. */
  readonly languages?: Readonly<Record<string, Language>>;
  /** Your own parsers, for the files they name; they override the built-in ones. */
  readonly parsers?: readonly CustomParser[];
}

export interface ChunkOptions extends ParseOptions, SizingLayer {
  /** A complete configuration by name; other options override it. */
  readonly preset?: PresetName | undefined;
  readonly tokenizer?: TokenizerName | Tokenizer;
  readonly prefix?: Prefix;
  /** Context of a chunk that is not in the source; like the prefix, it counts towards the limit. */
  readonly notes?: Prefix;
  /**
   * The signatures of a class or module that was split: as a separate synthetic chunk (`true`, the default), as the
   * context of its head (`context`, with granularity `node`), or not at all.
   */
  readonly outlines?: boolean | 'context';
  readonly window?: Partial<WindowSizing>;
  /** With strategy `window`: called with whether the text is split, and into what. */
  readonly log?: ChunkLog | undefined;
}

export const sizingKinds = {
  maxTokens: whole(SMALLEST_CAP),
  minTokens: either(whole(0), oneOf('auto')),
  overlap: either(whole(0), oneOf('auto')),
  granularity: oneOf('pack', 'node'),
  maxChars: number(16),
} satisfies OptionKinds<SizingLayer>;

export const presetKind = oneOf(...presetNames);
export const strategyKind = oneOf(...strategies);

const windowKinds = { threshold: whole(1), size: whole(1), overlap: whole(0) } satisfies OptionKinds<WindowSizing>;

const isParser = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  word.takes(value.id) &&
  'parse' in value &&
  callable.takes(value.parse);

export const parsersKind: ValueKind<readonly CustomParser[]> = {
  takes: (value): value is readonly CustomParser[] => Array.isArray(value) && value.every(isParser),
  expected: 'a list of parsers, each with an id and parse()',
};

export const chunkKinds = {
  ...sizingKinds,
  preset: presetKind,
  path: anyText,
  tree: anyText,
  docId: anyText,
  language: word,
  strategy: strategyKind,
  mentions: flag,
  languages: thing('languages by their id'),
  parsers: parsersKind,
  tokenizer: either(oneOf(...tokenizerNames), thing('a tokenizer of your own', 'count')),
  prefix: callable,
  notes: callable,
  outlines: either(flag, oneOf('context')),
  window: group<Partial<WindowSizing>>(windowKinds),
  log: callable,
} satisfies OptionKinds<ChunkOptions>;

/** Refuses an input that is not text, and unknown options. `parse()` accepts the options of `chunk()`, so that one object serves both. */
export function checkChunking(where: string, input: unknown, options: unknown): void {
  if (typeof input !== 'string' && !(input instanceof Uint8Array))
    throw new FroeError(
      'bad-source',
      `${where} expects a string or the bytes of a file, not ${inShort(input)}`,
      input instanceof ArrayBuffer ? 'Pass new Uint8Array(buffer).' : 'Pass a string, a Buffer or a Uint8Array.',
    );
  checkOptions(where, options, chunkKinds);
}
