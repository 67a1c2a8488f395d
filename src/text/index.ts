/** Pure string work: offsets, spans, slugs, tokens. */
export { type Irregular, insidePair, Offsets } from './offsets.js';
export { Slugs, slug } from './slug.js';
export { complement, covers, intersect, subtract, union } from './span.js';
export {
  BytePair,
  type Edge,
  estimateTokens,
  type Ruler,
  type Tokenizer,
  type TokenizerName,
  tokenizer,
  tokenizerNames,
} from './tokens/index.js';
