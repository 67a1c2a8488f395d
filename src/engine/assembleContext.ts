/** Search results → a context, in a format and counted by a tokenizer that are given by name. */
import { type Assembled, type AssembleOptions, assemble } from '../assemble/assemble.js';
import { type Formatter, formatter, renderContext } from '../format/index.js';
import type { SearchOptions, SearchResults } from '../search/search.js';
import type { Store } from '../store/store.js';
import { tokenizer } from '../text/tokens/index.js';

interface ContextSettings extends Pick<AssembleOptions, 'budget' | 'staleOf' | 'partial'> {
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
  searchResults: SearchResults,
  settings: ContextSettings,
): Promise<Assembled> {
  const history = (searchResults.commits || searchResults.commitResults?.length) && (await store.history());
  if (!history) return assembleFrom(store, query, searchResults, settings);
  if (searchResults.commits) return assembleFrom(history, query, searchResults, settings);
  const commitBudget = Math.floor(settings.budget * COMMIT_SHARE);
  const files = await assembleFrom(store, query, searchResults, {
    ...settings,
    budget: settings.budget - commitBudget,
  });
  const { commitResults: results = [] } = searchResults;
  const commits = await assembleFrom(
    history,
    query,
    { ...searchResults, results },
    { ...settings, budget: commitBudget, scope: 'focused' },
  );
  return withPassages(files, commits, settings);
}

/** Both in one frame, without the last commits if they do not fit. */
function withPassages(files: Assembled, commits: Assembled, settings: ContextSettings): Assembled {
  const counter = tokenizer(settings.tokenizer);
  for (let shown = commits.context.passages.length; ; shown--) {
    const passages = [...files.context.passages, ...commits.context.passages.slice(0, shown)];
    const context = { ...files.context, passages };
    const rendered = renderContext(context, formatter(settings.format), (text) => counter.count(text));
    const omitted = files.left + commits.left + commits.context.passages.length - shown;
    if (shown === 0) return { ...files, left: omitted };
    if (rendered.tokens <= settings.budget) return { ...rendered, context, left: omitted };
  }
}

function assembleFrom(
  store: Store,
  query: string,
  searchResults: SearchResults,
  settings: ContextSettings,
): Promise<Assembled> {
  const { budget, format, scope, staleOf, partial = false, asked: searchOptions = {} } = settings;
  return assemble(store, query, searchResults, {
    budget,
    formatter: formatter(format),
    tokenizer: tokenizer(settings.tokenizer),
    only: isNarrow(searchOptions),
    partial,
    ...(scope ? { scope } : {}),
    ...(staleOf ? { staleOf } : {}),
  });
}

/** A search with a filter shows nothing that does not pass it. */
const isNarrow = ({ filter = {}, excludeIds = [], mode }: NonNullable<ContextSettings['asked']>): boolean =>
  Object.values(filter).some((value) => value !== undefined) || excludeIds.length > 0 || mode === 'regex';
