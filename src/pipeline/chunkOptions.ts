/** What chunk() and parse() take, and what each option may be. */

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

/** `auto`: by what the text is. A parser's name: as if it were that. `window`: by tokens alone. */
export type Strategy = 'auto' | 'window' | ParserId;
export const strategies: readonly Strategy[] = ['auto', 'window', ...parserIds];

export interface ParseOptions {
  /** Where the text comes from; its name says what it is. Default `text.txt`. */
  readonly path?: string;
  /** The named root. Default `main`. */
  readonly tree?: string;
  /** Instead of `{tree}:{path}`: for artifacts. */
  readonly docId?: string;
  /** By its id or by what people call it: `python`, `py`. */
  readonly language?: string;
  readonly strategy?: Strategy;
  /** Whether to find out what the source speaks of. Default false. */
  readonly mentions?: boolean;
  /** Languages of your own, by id; they win over those froe knows. */
  readonly languages?: Readonly<Record<string, Language>>;
  /** Parsers of your own, for the files they name; they win over those froe has. */
  readonly parsers?: readonly CustomParser[];
}

export interface ChunkOptions extends ParseOptions, SizingLayer {
  /** A whole way of cutting by one word; what else is said here wins. */
  readonly preset?: PresetName | undefined;
  readonly tokenizer?: TokenizerName | Tokenizer;
  readonly prefix?: Prefix;
  /** What a chunk is read under and the source does not say; like the prefix, it counts inside the cap. */
  readonly notes?: Prefix;
  /**
   * What a class or a module that was cut offers, by the signatures of its members: as a synthetic chunk of its own
   * (`true`, the default), as the context of its head (`context`, with granularity `node`), or not at all.
   */
  readonly outlines?: boolean | 'context';
  readonly window?: Partial<WindowSizing>;
  /** With strategy `window`: hears whether the text is cut, and into what. */
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

/** Refuses what is no text, and options that there are not. `parse()` takes what `chunk()` takes, so that one object serves both. */
export function checkChunking(where: string, input: unknown, options: unknown): void {
  if (typeof input !== 'string' && !(input instanceof Uint8Array))
    throw new FroeError(
      'bad-source',
      `${where} expects a string or the bytes of a file, not ${inShort(input)}`,
      input instanceof ArrayBuffer ? 'Pass new Uint8Array(buffer).' : 'Pass a string, a Buffer or a Uint8Array.',
    );
  checkOptions(where, options, chunkKinds);
}
