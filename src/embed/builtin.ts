/**
 * The embedder that comes with froe: a table of vectors for terms of code and of
 * technical prose, summed (builtin/model.ts). No network, no key, no download;
 * about ten thousand chunks a second on one core. docs/model.md describes how it was
 * trained, how good it is, and its limits.
 */
import { readFileSync } from 'node:fs';
import { FroeError } from '../errors.js';
import { packageFile } from '../packageFile.js';
import { BuiltinModel, HINT, type Side } from './builtin/model.js';
import { QueryEncoder } from './builtin/queryEncoder.js';
import { type Embedder, embedFromSettle, type Settled } from './embedder.js';

/** Raised with the weights: vectors of two models are not comparable. */
export const BUILTIN = { id: 'froe/builtin-2', earlier: ['froe/builtin-1'] as readonly string[], dimensions: 256 };
const DIMENSIONS = BUILTIN.dimensions;
/** There is always a nearest vector. Of 1,735 known answers one was farther than this. */
const MIN_COSINE = 0.2;
/** Texts between two checks of the signal. */
const BATCH_TEXTS = 512;

let loaded: BuiltinModel | undefined;
let loadedEncoder: QueryEncoder | undefined;

/** The weights, read on first use, once per process. */
export function builtinModel(): BuiltinModel {
  loaded ??= new BuiltinModel(read('model/froe.bin'));
  return loaded;
}

function queryEncoder(): QueryEncoder {
  loadedEncoder ??= new QueryEncoder(read('model/query.bin'), builtinModel());
  return loadedEncoder;
}

function read(file: string): Uint8Array {
  try {
    return readFileSync(packageFile(file));
  } catch (cause) {
    throw new FroeError('bad-model', 'The built-in model is missing', HINT, cause);
  }
}

/** Synchronous: a vector of length 1 for a text. A text without a known word gets the first axis. */
export function embedNow(text: string, side: Side, dimensions = DIMENSIONS): Float32Array {
  const vector =
    side === 'query' ? queryEncoder().vector(text, dimensions) : builtinModel().vector(text, side, dimensions);
  if (vector !== undefined) return vector;
  const nothing = new Float32Array(dimensions);
  nothing[0] = 1;
  return nothing;
}

export function builtin(dimensions = DIMENSIONS): Embedder {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > DIMENSIONS) {
    throw new FroeError(
      'bad-option',
      `The built-in model does not support ${dimensions} dimensions`,
      `Use 1 to ${DIMENSIONS}.`,
    );
  }
  const settle: Embedder['settle'] = async (texts, purpose, { signal, arrived } = {}) => {
    const results: Settled[] = [];
    for (let start = 0; start < texts.length; start += BATCH_TEXTS) {
      signal?.throwIfAborted();
      const batch = texts.slice(start, start + BATCH_TEXTS).map((text) => settled(text, purpose, dimensions));
      arrived?.(batch.map((result, index) => ({ index: start + index, result })));
      results.push(...batch);
    }
    signal?.throwIfAborted();
    return results;
  };
  const fixed = {
    id: BUILTIN.id,
    minCosine: MIN_COSINE,
    prefixVersion: 0,
    maxTokens: 8192,
    local: true,
    supersedes: BUILTIN.earlier,
  } satisfies Partial<Embedder>;
  return { ...fixed, dimensions, settle, embed: embedFromSettle(settle) };
}

/** Unreadable weights fail each text, not the run. */
function settled(text: string, side: Side, dimensions: number): Settled {
  try {
    return embedNow(text, side, dimensions);
  } catch (error) {
    if (error instanceof FroeError) return error;
    throw error;
  }
}
