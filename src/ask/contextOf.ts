/** An answer → the context that it makes, in a format and counted by a tokenizer that are named. */
import { type Assembled, type AssembleOptions, assemble } from '../assemble/assemble.js';
import { type Formatter, formatter } from '../format/index.js';
import type { Found } from '../search/search.js';
import type { Store } from '../store/store.js';
import { tokenizer } from '../text/tokens/index.js';

interface Asked extends Pick<AssembleOptions, 'budget' | 'scope'> {
  readonly format: string | Formatter;
  readonly tokenizer: string;
}

export const contextOf = (store: Store, query: string, found: Found, asked: Asked): Promise<Assembled> =>
  assemble(store, query, found, {
    ...asked,
    formatter: formatter(asked.format),
    tokenizer: tokenizer(asked.tokenizer),
  });
