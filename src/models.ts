/**
 * Limits, vectors and prices of embedding models, in one table. The figures are their makers'. A model
 * that is not listed can be used, too, if its dimensions are given (embed/target.ts).
 */
import { checkArgument, inShort } from './checkArgument.js';
import { FroeError } from './errors.js';

/** The limits of a model. `effective` is its maker's or our own working maximum, below the window. */
export interface ModelCapability {
  /** Tokens. */
  readonly window: number;
  /** Tokens. */
  readonly effective?: number;
}

export interface EmbeddingModel extends ModelCapability {
  /** An entry of embed/providers.ts. */
  readonly provider: string;
  /** Size of its vectors, unless fewer are requested. */
  readonly dimensions: number;
  /** Other sizes that can be requested: these, or any below `dimensions`. Absent: none. */
  readonly sizes?: readonly number[] | 'any';
  /** US dollars per million tokens at its maker. */
  readonly price?: number;
  /** Prefixes that it was trained with. */
  readonly prefixes?: { readonly passage: string; readonly query: string };
  /** Raised when the prefixes change: vectors with other prefixes are not comparable. 0: no prefix. */
  readonly prefixVersion: number;
}

const openai = { provider: 'openai', window: 8191, effective: 7000, sizes: 'any', prefixVersion: 0 } as const;

export const models: Readonly<Record<string, EmbeddingModel>> = {
  'text-embedding-3-small': { ...openai, dimensions: 1536, price: 0.02 },
  'text-embedding-3-large': { ...openai, dimensions: 3072, price: 0.13 },
  // Voyage puts its own prefix before a text, chosen by `input_type`.
  'voyage-code-2': {
    provider: 'voyage',
    window: 16000,
    effective: 14000,
    dimensions: 1536,
    price: 0.12,
    prefixVersion: 1,
  },
  'voyage-code-3': {
    provider: 'voyage',
    window: 32000,
    effective: 30000,
    dimensions: 1024,
    sizes: [256, 512, 1024, 2048],
    price: 0.18,
    prefixVersion: 1,
  },
  'nomic-embed-text': {
    provider: 'ollama',
    window: 8192,
    effective: 7000,
    dimensions: 768,
    prefixes: { passage: 'search_document: ', query: 'search_query: ' },
    prefixVersion: 1,
  },
};

/** As they are typed: `openai/text-embedding-3-small`. */
export const modelSpecs: readonly string[] = Object.entries(models).map(
  ([model, { provider }]) => `${provider}/${model}`,
);

/**
 * The largest chunk that all of these models accept, less a margin.
 *
 *     govern([{ window: 8191, effective: 7000 }])  → 7000   min(7000, 0.9 × 8191)
 *     govern([{ window: 512 }, { window: 8192 }])  → 460    0.9 × the smallest window
 */
export function govern(capabilities: readonly ModelCapability[], margin = 0.1): number {
  checkArgument('govern()', 'list', capabilities);
  for (const one of capabilities) checkArgument('govern(): a model', 'object', one);
  if (capabilities.length === 0) throw new FroeError('bad-option', 'govern() needs at least one model');
  if (typeof margin !== 'number' || !(margin >= 0 && margin < 1))
    throw new FroeError('bad-option', `govern(): margin must be a share of the window, not ${inShort(margin)}`);
  for (const { window, effective = window } of capabilities) {
    positive('window', window);
    positive('effective', effective);
  }
  const smallest = Math.min(...capabilities.map((model) => model.window));
  const effective = Math.min(...capabilities.map((model) => model.effective ?? Number.POSITIVE_INFINITY));
  return Math.min(effective, smallest - Math.ceil(Number((smallest * margin).toFixed(6))));
}

function positive(name: string, value: number): void {
  if (Number.isInteger(value) && value >= 1) return;
  throw new FroeError('bad-option', `${name} must be a whole number of at least 1, not ${value}`);
}
