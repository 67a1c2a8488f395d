/** Pure string work: offsets, spans, slugs, tokens. */
import { checkArgument } from '../checkArgument.js';
import { insidePair as isInsidePair } from './offsets.js';

export { type Irregular, Offsets } from './offsets.js';
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

/** True if a cut would split a surrogate pair. */
export function insidePair(text: string, at: number): boolean {
  checkArgument('insidePair()', 'text', text);
  checkArgument('insidePair(): at', 'whole', at);
  return isInsidePair(text, at);
}
