/** A token a letter: what fits can be counted in the drawing. */
import type { Tokenizer } from '../../src/text/tokens/index.js';

export const letters: Tokenizer = { name: 'letters', count: (text) => text.length };
