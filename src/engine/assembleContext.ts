/** Search results → a context, in a format and counted by a tokenizer that are given by name. */
import { type Assembled, type AssembleOptions, assemble } from '../assemble/assemble.js';
import { type Formatter, formatter, renderContext } from '../format/index.js';
import type { SearchOptions, SearchResults } from '../search/search.js';
import type { Store } from '../store/store.js';
import { tokenizer } from '../text/tokens/index.js';

interface Asked extends Pick<AssembleOptions, 'budget' | 'staleOf' | 'partial'> {
  readonly format: string | Formatter;
  readonly tokenizer: string;
  readonly scope?: AssembleOptions['scope'] | undefined;
  /** The options of the search. */
  readonly asked?: Pick<SearchOptions, 'filter' | 'excludeIds' | 'mode'>;
}

/** More results than fit, since most chunks have at least a hundred tokens; and more of them in the close ranking. */
export const retrievalFor = (budget: number): Pick<SearchOptions, 'limit' | 'pool' | 'history'> => ({
  limit: Math.max(50, Math.ceil(budget / 100)),
  pool: 120,
  history: 'auto',
});

/** The share of the budget for commits, if they are shown beside files. */
const COMMIT_SHARE = 1 / 4;

/**
 * Commits found beside files follow them, within their own share of the budget. What one of the two leaves unused is
 * not given to the other.
 */
export async function assembleContext(
  store: Store,
  query: string,
  found: SearchResults,
  settings: Asked,
): Promise<Assembled> {
  const history = (found.commits || found.commitResults?.length) && (await store.history());
  if (!history) return assembleFrom(store, query, found, settings);
  if (found.commits) return assembleFrom(history, query, found, settings);
  const share = Math.floor(settings.budget * COMMIT_SHARE);
  const files = await assembleFrom(store, query, found, { ...settings, budget: settings.budget - share });
  const { commitResults: results = [] } = found;
  const commits = await assembleFrom(
    history,
    query,
    { ...found, results },
    { ...settings, budget: share, scope: 'focused' },
  );
  return withPassages(files, commits, settings);
}

/** Both in one frame, without the last commits if they do not fit. */
function withPassages(files: Assembled, commits: Assembled, settings: Asked): Assembled {
  const counter = tokenizer(settings.tokenizer);
  for (let shown = commits.context.passages.length; ; shown--) {
    const passages = [...files.context.passages, ...commits.context.passages.slice(0, shown)];
    const context = { ...files.context, passages };
    const rendered = renderContext(context, formatter(settings.format), (text) => counter.count(text));
    const left = files.left + commits.left + commits.context.passages.length - shown;
    if (rendered.tokens <= settings.budget || shown === 0) return { ...rendered, context, left };
  }
}

function assembleFrom(store: Store, query: string, found: SearchResults, settings: Asked): Promise<Assembled> {
  const { budget, format, scope, staleOf, partial = false, asked = {} } = settings;
  return assemble(store, query, found, {
    budget,
    formatter: formatter(format),
    tokenizer: tokenizer(settings.tokenizer),
    only: isNarrow(asked),
    partial,
    ...(scope ? { scope } : {}),
    ...(staleOf ? { staleOf } : {}),
  });
}

/** A search with a filter shows nothing that does not pass it. */
const isNarrow = ({ filter = {}, excludeIds = [], mode }: NonNullable<Asked['asked']>): boolean =>
  Object.values(filter).some((value) => value !== undefined) || excludeIds.length > 0 || mode === 'regex';
