/** The tokenizers by name. Each is opened at its first use. */
import { checkArgument } from '../../checkArgument.js';
import { FroeError } from '../../errors.js';
import { BytePair } from './bytePair.js';
import { type NextPretoken, nextCl100k, nextO200k } from './pretokens.js';
import { readRanks } from './ranks.js';

export { BytePair } from './bytePair.js';
export { plainRuler } from './ruler.js';
export type { Ruler, TokenEdge as Edge, Tokenizer } from './tokenizer.js';

const encodings = {
  cl100k_base: nextCl100k,
  o200k_base: nextO200k,
} satisfies Record<string, NextPretoken>;

export type TokenizerName = keyof typeof encodings;
export const tokenizerNames = Object.keys(encodings) as TokenizerName[]; // keys() forgets the literal type

const opened = new Map<TokenizerName, BytePair>();

export function tokenizer(name: string): BytePair {
  checkArgument('tokenizer()', 'text', name);
  if (!Object.hasOwn(encodings, name)) {
    throw new FroeError('bad-option', `Unknown tokenizer '${name}'`, `Known: ${tokenizerNames.join(', ')}`);
  }
  const known = name as TokenizerName; // checked against the table above
  let instance = opened.get(known);
  if (!instance) {
    instance = new BytePair(known, readRanks(known), encodings[known]);
    opened.set(known, instance);
  }
  return instance;
}

/**
 * An estimate, for places where loading a rank table would take too long: from the
 * number of words and the length of the rest. Nothing that guarantees a limit may use it.
 */
export function estimateTokens(text: string): number {
  checkArgument('estimateTokens()', 'text', text);
  const words = text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  let tokens = 0;
  for (const word of words) tokens += /^[\x20-\x7e]/.test(word) ? Math.ceil(word.length / 6) : word.length;
  return tokens;
}
