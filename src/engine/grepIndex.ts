/** Searches an index with a regular expression and the filters of a search; where nothing matches, explains why. */
import { FroeError } from '../errors.js';
import { explainNoResults } from '../search/explainNoResults.js';
import { plainQuery } from '../search/query.js';
import { type Result, scoredChunk, singleResult } from '../search/result.js';
import type { SearchOptions, SearchResults } from '../search/search.js';
import { type SearchFilter, storeFilter } from '../search/searchFilter.js';
import type { Store } from '../store/store.js';
import { DEADLINE_MS, type GrepOptions, type GrepResult, grep } from './grep.js';
import type { IndexPaths } from './indexPaths.js';

export interface GrepRequest extends Omit<GrepOptions, 'filter'> {
  readonly filter?: SearchFilter;
}

/** To explain an empty result: maximum number of matches outside of the filter that are counted, and time for it. */
const MAX_COUNTED = 1000;
const COUNT_TIMEOUT_MS = 2000;

export async function grepIndex(
  store: Store,
  locate: IndexPaths['locate'] | undefined,
  expression: string,
  { filter = {}, deadline = DEADLINE_MS, ...options }: GrepRequest,
): Promise<GrepResult> {
  const deadlineAt = performance.now() + deadline; // for all queries together
  const grepWith = async (otherFilter: SearchFilter, overrides: GrepOptions = {}): Promise<GrepResult> =>
    grep(store, locate, expression, {
      ...options,
      deadline,
      ...overrides,
      filter: await storeFilter(store, otherFilter),
    });
  const result = await grepWith(filter);
  if (result.count > 0) return result;
  const matches = async (otherFilter: SearchFilter): Promise<number | undefined> => {
    const remainingMs = Math.min(COUNT_TIMEOUT_MS, deadlineAt - performance.now());
    if (remainingMs <= 0) return undefined;
    try {
      return (await grepWith(otherFilter, { limit: MAX_COUNTED, deadline: remainingMs })).count;
    } catch (error) {
      if (error instanceof FroeError) return undefined; // it took too long
      throw error;
    }
  };
  return { ...result, nothing: await explainNoResults(store, filter, 'matches', matches) };
}

/** Default number of results; a chunk may have many matching lines. */
const DEFAULT_RESULTS = 10;
const LINES_PER_RESULT = 50;

/** Matching lines as search results: the chunks that contain them, by path. */
export async function grepResults(
  store: Store,
  typed: string,
  { limit = DEFAULT_RESULTS, filter = {}, signal, excludeIds = [], perSource }: SearchOptions,
  linesOf: (request: GrepRequest) => Promise<GrepResult>,
): Promise<SearchResults> {
  const maxLines = (limit + excludeIds.length) * LINES_PER_RESULT;
  const { files, nothing } = await linesOf({ limit: maxLines, signal, filter });
  const excluded = new Set(excludeIds);
  const results: Result[] = [];
  for (const { docId, lines } of files) {
    if (results.length >= limit) break;
    const chunks = (await store.chunksOf(docId)).filter(({ id, synthetic }) => !synthetic && !excluded.has(id));
    const matching = chunks.filter(({ startLine, endLine }) =>
      lines.some(({ line }) => line >= startLine && line <= endLine),
    );
    results.push(
      ...matching
        .slice(0, perSource)
        .map((chunk) => singleResult(scoredChunk(chunk.id, chunk, [{ reason: 'matches', kind: 'add', value: 1 }]))),
    );
  }
  const explanation = nothing === undefined ? {} : { nothing };
  return { query: plainQuery(typed), results: results.slice(0, limit), pending: 0, mode: 'regex', ...explanation };
}
