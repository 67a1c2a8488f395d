/**
 * What embedding models take, in one table: windows, vectors, prices. The figures are their makers' own. A model
 * that is not here can be used all the same, with its dimensions given (embed/target.ts).
 */
import { checkArgument, inShort } from './checkArgument.js';
import { FroeError } from './errors.js';

/** What a model can take. `effective` is its maker's or our own working maximum, below the window. */
export interface ModelCapability {
  /** Tokens. */
  readonly window: number;
  /** Tokens. */
  readonly effective?: number;
}

export interface EmbeddingModel extends ModelCapability {
  /** An entry of embed/providers.ts. */
  readonly provider: string;
  /** Of its vectors, unless fewer are requested. */
  readonly dimensions: number;
  /** Other sizes that can be requested: these, or any below `dimensions`. Absent: none. */
  readonly sizes?: readonly number[] | 'any';
  /** US dollars per million tokens at its maker. */
  readonly price?: number;
  /** Text that it was trained to see before each text. */
  readonly prefixes?: { readonly passage: string; readonly query: string };
  /** Raised when the prefixes change: vectors made with others do not compare. 0: no prefix. */
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

/** As they are chosen: `openai/text-embedding-3-small`. */
export const modelSpecs: readonly string[] = Object.entries(models).map(
  ([model, { provider }]) => `${provider}/${model}`,
);

/**
 * The largest chunk that every one of these models takes, less a margin.
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
