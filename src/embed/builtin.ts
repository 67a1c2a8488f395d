/**
 * The embedder that comes with froe. A vector has two halves: a sum of vectors of terms of code and of technical prose
 * (builtin/model.ts), and a second sum, which a query meets with what the bi-encoder makes of it (builtin/passageTable.ts).
 * The first knows the words, the second what they mean in a sentence. No network, no key, no download; about ten
 * thousand chunks a second on one core. docs/model.md describes how it was trained, how good it is, and its limits.
 */
import { readFileSync } from 'node:fs';
import { FroeError } from '../errors.js';
import { packageFile } from '../packageFile.js';
import { biEncoderQuery } from './biEncoder.js';
import { BuiltinModel } from './builtin/model.js';
import { PassageTable } from './builtin/passageTable.js';
import { QueryEncoder } from './builtin/queryEncoder.js';
import { embedFromSettle, type Purpose, type Settled, type SettlingEmbedder } from './embedder.js';
import { REINSTALL_HINT } from './modelFile.js';
import { unitVector } from './vectors.js';

/** Raised with the weights: vectors of two models are not comparable. */
export const BUILTIN = {
  id: 'froe/builtin-3',
  earlier: ['froe/builtin-1', 'froe/builtin-2'] as readonly string[],
  dimensions: 512,
};
const DIMENSIONS = BUILTIN.dimensions;
/** The share of the first half in the square of a passage's length; the rest is that of the second. */
const FIRST_SHARE = 1 / 3;
/** There is always a nearest vector. 7 % of known answers are farther than this, and 91 % of what answers something else. */
const MIN_COSINE = 0.2;
/**
 * A query that counts the first half for less is in people's own words, which the second half understands: a second
 * reading of the best chunks then only costs time (docs/model.md).
 */
const PLAIN_WORDS = 0.8;
/** Texts between two checks of the signal. */
const BATCH_TEXTS = 512;

let loaded: BuiltinModel | undefined;
let loadedEncoder: QueryEncoder | undefined;
let loadedPassages: PassageTable | undefined;

/** The weights, read on first use, once per process. */
export function builtinModel(): BuiltinModel {
  loaded ??= new BuiltinModel(read('model/froe.bin'));
  return loaded;
}

function queryEncoder(): QueryEncoder {
  loadedEncoder ??= new QueryEncoder(read('model/query.bin'), builtinModel());
  return loadedEncoder;
}

function passageTable(): PassageTable {
  loadedPassages ??= new PassageTable(read('model/passages.bin'), builtinModel().logs);
  return loadedPassages;
}

function read(file: string): Uint8Array {
  try {
    return readFileSync(packageFile(file));
  } catch (cause) {
    throw new FroeError('bad-model', 'The built-in model is missing', REINSTALL_HINT, cause);
  }
}

/** Synchronous: a vector of length 1 for a text. A text without a known word gets the first axis. */
export function embedNow(text: string, purpose: Purpose, dimensions = DIMENSIONS): Float32Array {
  const vector = purpose === 'query' ? queryVector(text, dimensions) : passageVector(text, dimensions);
  if (vector !== undefined) return vector;
  const nothing = new Float32Array(dimensions);
  nothing[0] = 1;
  return nothing;
}

function queryVector(text: string, dimensions: number): Float32Array | undefined {
  const width = Math.min(dimensions, builtinModel().dimensions);
  const first = queryEncoder().vector(text, width);
  if (first === undefined || dimensions === width) return first;
  const asked = biEncoderQuery(text);
  const table = passageTable();
  if (asked === undefined) return joined(first, undefined, FIRST_SHARE, dimensions);
  return joined(first, table.query(asked), shareOf(table.balance(asked)), dimensions);
}

/** Whether the second half counts for more than the first: a question in people's own words. */
function inPlainWords(query: string): boolean {
  const asked = biEncoderQuery(query);
  return asked !== undefined && passageTable().balance(asked) < PLAIN_WORDS;
}

/** The share of a query's first half, if its cosines with passages are to count so much beside those of the second. */
function shareOf(balance: number): number {
  const square = balance * balance * (1 - FIRST_SHARE);
  return square / (FIRST_SHARE + square);
}

function passageVector(text: string, dimensions: number): Float32Array | undefined {
  const model = builtinModel();
  const terms = model.read(text);
  const width = Math.min(dimensions, model.dimensions);
  const first = model.vectorOf(terms, 'passage', width);
  if (first === undefined || dimensions === width) return first;
  return joined(first, passageTable().passage(terms), FIRST_SHARE, dimensions);
}

/** Both halves by their shares, cut to so many dimensions, at length 1. */
function joined(
  first: Float32Array,
  second: Float32Array | undefined,
  firstShare: number,
  dimensions: number,
): Float32Array | undefined {
  const both = new Float64Array(dimensions);
  const [a, b] = [Math.sqrt(firstShare), Math.sqrt(1 - firstShare)];
  for (let i = 0; i < first.length; i++) both[i] = a * first[i];
  if (second) for (let i = first.length; i < dimensions; i++) both[i] = b * second[i - first.length];
  return unitVector(both);
}

export function builtin(dimensions = DIMENSIONS): SettlingEmbedder {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > DIMENSIONS) {
    throw new FroeError(
      'bad-option',
      `The built-in model does not support ${dimensions} dimensions`,
      `Use 1 to ${DIMENSIONS}.`,
    );
  }
  const settle: SettlingEmbedder['settle'] = async (texts, purpose, { signal, arrived } = {}) => {
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
  } satisfies Partial<SettlingEmbedder>;
  const understands = (query: string): boolean => dimensions > builtinModel().dimensions && inPlainWords(query);
  return { ...fixed, dimensions, settle, understands, embed: embedFromSettle(settle) };
}

/** Unreadable weights fail each text, not the run. */
function settled(text: string, purpose: Purpose, dimensions: number): Settled {
  try {
    return embedNow(text, purpose, dimensions);
  } catch (error) {
    if (error instanceof FroeError) return error;
    throw error;
  }
}
