/** Every default, in one documented object. What models take is in models.ts. */
import { FroeError } from './errors.js';

/** Whole ways of cutting: pipeline/presets.ts says what each is. */
export const presetNames = ['units', 'heading-tree', 'token-windows', 'governed', 'unified-schema'] as const;
export type PresetName = (typeof presetNames)[number];

export type Granularity = 'pack' | 'node';

/** What the cutting loop needs to know about size. */
export interface Sizing {
  /** Hard cap on what is embedded: prefix, overlap and content together. */
  readonly maxTokens: number;
  /** Chunks below this join a neighbour when they fit. `auto`: max(50, 15 %), a quarter of the cap at most; 4 with granularity `node`. */
  readonly minTokens: number | 'auto';
  /**
   * Repeated at the head of a chunk when a unit itself had to be cut; a number holds between the blocks of a section
   * as well. `auto`: clamp(20 %, 50, 200), a quarter of the cap at most.
   */
  readonly overlap: number | 'auto';
  /** `pack`: small neighbours share a chunk. `node`: every leaf of the tree is its own. */
  readonly granularity: Granularity;
  /** A second cap, in UTF-16 code units. Infinity: none. */
  readonly maxChars: number;
}

export const defaults: Sizing = {
  maxTokens: 512,
  minTokens: 'auto',
  overlap: 'auto',
  granularity: 'pack',
  maxChars: Number.POSITIVE_INFINITY,
};

/** Smallest cap that can be kept: a single character may need four tokens, and a prefix wants room too. */
export const SMALLEST_CAP = 8;

/** Text and settings, by characters: up to so many are one chunk, whatever their tokens, inside what embedders take. */
export const textSizes = { maxChars: 2000, maxTokens: 7000 } as const;

/** The token window of artifacts: at most `threshold` stays whole, else windows of `size` that share `overlap`. */
export const windowDefaults = { threshold: 1200, size: 900, overlap: 100 } as const;

const windowVariables = {
  threshold: 'SINGLE_PIECE_MAX_TOKENS',
  size: 'CHUNK_TARGET_TOKENS',
  overlap: 'CHUNK_OVERLAP_TOKENS',
} as const;

/** The defaults, or what the environment says instead; a variable set to nothing is not set. */
export function windowSizing(env: Readonly<Record<string, string | undefined>>): {
  readonly [K in keyof typeof windowVariables]: number;
} {
  const read = (key: keyof typeof windowVariables): number => {
    const name = windowVariables[key];
    const value = env[name];
    if (value === undefined || value === '') return windowDefaults[key];
    if (/^\d+$/.test(value)) return Number(value);
    throw new FroeError('bad-option', `${name} must be a whole number, not '${value}'`);
  };
  return { threshold: read('threshold'), size: read('size'), overlap: read('overlap') };
}

/** Largest source that is read, in bytes. A JavaScript string ends near 512 Mi. */
export const MAX_SOURCE_BYTES = 256 * 1024 * 1024;

/** Largest file that an index takes unless it is told otherwise: all that it keeps of one is one string on its way there. */
export const MAX_INDEXED_BYTES = 64 * 1024 * 1024;

/** With a chunk for every unit, only what says nothing by itself joins a neighbour: `}`, `end`, `);`. */
const LONE_BRACKET = 4;

/** Sizing with every `auto` worked out. */
export interface Limits {
  readonly maxTokens: number;
  readonly minTokens: number;
  readonly overlap: number;
  /** Repeated between the blocks of a section that had to be cut: an overlap that was named, not one worked out. */
  readonly between: number;
  readonly granularity: Granularity;
  readonly maxChars: number;
}

/** Some of the sizing; what is absent or undefined is left to the layer below. */
export type SizingLayer = { readonly [K in keyof Sizing]?: Sizing[K] | undefined };

/** Later layers win: a format's preset, then what the caller says. */
export function limits(...layers: readonly SizingLayer[]): Limits {
  const pick = <K extends keyof Sizing>(key: K): Sizing[K] => {
    for (let i = layers.length - 1; i >= 0; i--) {
      const value = layers[i][key];
      if (value !== undefined) return value;
    }
    return defaults[key];
  };
  const sizing: Sizing = {
    maxTokens: pick('maxTokens'),
    minTokens: pick('minTokens'),
    overlap: pick('overlap'),
    granularity: pick('granularity'),
    maxChars: pick('maxChars'),
  };
  const cap = whole('maxTokens', sizing.maxTokens, SMALLEST_CAP);
  const quarter = Math.floor(cap / 4);
  const overlap =
    sizing.overlap === 'auto' ? Math.min(simpleOverlap(cap), quarter) : whole('overlap', sizing.overlap, 0);
  const least = sizing.granularity === 'node' ? LONE_BRACKET : Math.max(50, Math.floor(cap * 0.15));
  const minTokens = sizing.minTokens === 'auto' ? Math.min(least, quarter) : whole('minTokens', sizing.minTokens, 0);
  if (overlap > cap / 2) {
    throw new FroeError('bad-option', `overlap ${overlap} is more than half of maxTokens ${cap}`, 'Lower the overlap.');
  }
  if (minTokens > cap) {
    throw new FroeError('bad-option', `minTokens ${minTokens} is more than maxTokens ${cap}`, 'Lower minTokens.');
  }
  const maxChars =
    sizing.maxChars === Number.POSITIVE_INFINITY ? sizing.maxChars : whole('maxChars', sizing.maxChars, 16);
  const between = sizing.overlap === 'auto' ? 0 : overlap;
  return { maxTokens: cap, minTokens, overlap, between, granularity: sizing.granularity, maxChars };
}

function whole(name: string, value: number, least: number): number {
  if (Number.isInteger(value) && value >= least) return value;
  throw new FroeError('bad-option', `${name} must be a whole number of at least ${least}, not ${value}`);
}

/** A fifth of the limit, but 50 at least and 200 at most. */
export const simpleOverlap = (limit: number): number => Math.min(Math.max(Math.floor(limit * 0.2), 50), 200);
