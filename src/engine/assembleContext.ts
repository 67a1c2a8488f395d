/** An answer → the context that it makes, in a format and counted by a tokenizer that are named. */
import { type Assembled, type AssembleOptions, assemble } from '../assemble/assemble.js';
import { type Formatter, formatter } from '../format/index.js';
import type { SearchOptions, SearchResults } from '../search/search.js';
import type { Store } from '../store/store.js';
import { tokenizer } from '../text/tokens/index.js';

interface Asked extends Pick<AssembleOptions, 'budget' | 'staleOf'> {
  readonly format: string | Formatter;
  readonly tokenizer: string;
  readonly scope?: AssembleOptions['scope'] | undefined;
  /** What the question was asked with. */
  readonly asked?: Pick<SearchOptions, 'filter' | 'excludeIds' | 'mode'>;
}

/** More are read than will fit: a chunk has a hundred tokens at least, mostly. And more are looked at closely. */
export const retrievalFor = (budget: number): Pick<SearchOptions, 'limit' | 'pool'> => ({
  limit: Math.max(50, Math.ceil(budget / 100)),
  pool: 120,
});

export const assembleContext = (
  store: Store,
  query: string,
  found: SearchResults,
  settings: Asked,
): Promise<Assembled> => {
  const { budget, format, scope, staleOf, asked = {} } = settings;
  return assemble(store, query, found, {
    budget,
    formatter: formatter(format),
    tokenizer: tokenizer(settings.tokenizer),
    only: isNarrow(asked),
    ...(scope ? { scope } : {}),
    ...(staleOf ? { staleOf } : {}),
  });
};

/** Whoever says what may be found is shown nothing else. */
const isNarrow = ({ filter = {}, excludeIds = [], mode }: NonNullable<Asked['asked']>): boolean =>
  Object.values(filter).some((value) => value !== undefined) || excludeIds.length > 0 || mode === 'regex';
