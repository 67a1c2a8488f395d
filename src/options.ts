/** All defaults in one object. The limits of models are in models.ts. */
import { FroeError } from './errors.js';

/** Presets: pipeline/presets.ts describes each. */
export const presetNames = ['units', 'heading-tree', 'token-windows', 'governed', 'unified-schema'] as const;
export type PresetName = (typeof presetNames)[number];

export type Granularity = 'pack' | 'node';

/** The sizes that the cutting loop works with. */
export interface Sizing {
  /** Hard limit of what is embedded: prefix, overlap and content together. */
  readonly maxTokens: number;
  /** Smaller chunks are merged with a neighbour if both fit. `auto`: max(50, 15 %), at most a quarter of the limit; 4 with granularity `node`. */
  readonly minTokens: number | 'auto';
  /**
   * Repeated at the start of a chunk where a unit itself is split; a number also applies between the blocks of a section.
   * `auto`: clamp(20 %, 50, 200), at most a quarter of the limit.
   */
  readonly overlap: number | 'auto';
  /** `pack`: small neighbours share a chunk. `node`: one chunk per unit. */
  readonly granularity: Granularity;
  /** A second limit, in UTF-16 code units. Infinity: none. */
  readonly maxChars: number;
}

export const defaults: Sizing = {
  maxTokens: 512,
  minTokens: 'auto',
  overlap: 'auto',
  granularity: 'pack',
  maxChars: Number.POSITIVE_INFINITY,
};

/** Smallest possible limit: a single character may need four tokens, and a prefix needs room, too. */
export const SMALLEST_CAP = 8;

/** Text and settings, by characters: up to so many are one chunk, whatever their tokens, within the limits of embedders. */
export const textSizes = { maxChars: 2000, maxTokens: 7000 } as const;

/** The token window of artifacts: up to `threshold` one chunk, else windows of `size` with `overlap`. */
export const windowDefaults = { threshold: 1200, size: 900, overlap: 100 } as const;

const windowVariables = {
  threshold: 'SINGLE_PIECE_MAX_TOKENS',
  size: 'CHUNK_TARGET_TOKENS',
  overlap: 'CHUNK_OVERLAP_TOKENS',
} as const;

/** The defaults, or the values of the environment; empty variables count as unset. */
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

/** Largest source that is read, in bytes. A JavaScript string is limited to about 512 Mi. */
export const MAX_SOURCE_BYTES = 256 * 1024 * 1024;

/** Default limit of an indexed file: everything stored of it is one string on its way there. */
export const MAX_INDEXED_BYTES = 64 * 1024 * 1024;

/** With one chunk per unit, only fragments without meaning are merged with a neighbour: `}`, `end`, `);`. */
const LONE_BRACKET = 4;

/** Sizing with every `auto` resolved. */
export interface Limits {
  readonly maxTokens: number;
  readonly minTokens: number;
  readonly overlap: number;
  /** Overlap between the blocks of a section that is split: only one that was set, not a computed one. */
  readonly between: number;
  readonly granularity: Granularity;
  readonly maxChars: number;
}

/** Limits with fewer tokens; overlap and minimum stay within them. */
export const withMaxTokens = (limits: Limits, maxTokens: number): Limits => ({
  ...limits,
  maxTokens,
  overlap: Math.min(limits.overlap, maxTokens >> 1),
  minTokens: Math.min(limits.minTokens, maxTokens),
});

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
