/** A tokenizer with one token per letter, so that what fits can be counted by eye. */
import type { Tokenizer } from '../../src/text/tokens/index.js';

export const letters: Tokenizer = { name: 'letters', count: (text) => text.length };
