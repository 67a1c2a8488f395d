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
  const until = performance.now() + deadline; // for all queries together
  const ask = async (behind: SearchFilter, more: GrepOptions = {}): Promise<GrepResult> =>
    grep(store, locate, expression, { ...options, deadline, ...more, filter: await storeFilter(store, behind) });
  const found = await ask(filter);
  if (found.count > 0) return found;
  const matches = async (behind: SearchFilter): Promise<number | undefined> => {
    const left = Math.min(COUNT_TIMEOUT_MS, until - performance.now());
    if (left <= 0) return undefined;
    try {
      return (await ask(behind, { limit: MAX_COUNTED, deadline: left })).count;
    } catch (error) {
      if (error instanceof FroeError) return undefined; // it took too long
      throw error;
    }
  };
  return { ...found, nothing: await explainNoResults(store, filter, 'matches', matches) };
}

/** Default number of results; a chunk may have many matching lines. */
const RESULTS = 10;
const LINES_PER_RESULT = 50;

/** Matching lines as search results: the chunks that contain them, by path. */
export async function grepResults(
  store: Store,
  typed: string,
  { limit = RESULTS, filter = {}, signal, excludeIds = [], perSource }: SearchOptions,
  linesOf: (request: GrepRequest) => Promise<GrepResult>,
): Promise<SearchResults> {
  const most = (limit + excludeIds.length) * LINES_PER_RESULT;
  const { files, nothing } = await linesOf({ limit: most, signal, filter });
  const without = new Set(excludeIds);
  const results: Result[] = [];
  for (const { docId, lines } of files) {
    if (results.length >= limit) break;
    const chunks = (await store.chunksOf(docId)).filter(({ id, synthetic }) => !synthetic && !without.has(id));
    const holds = chunks.filter(({ startLine, endLine }) =>
      lines.some(({ line }) => line >= startLine && line <= endLine),
    );
    results.push(
      ...holds
        .slice(0, perSource)
        .map((chunk) => singleResult(scoredChunk(chunk.id, chunk, [{ reason: 'matches', kind: 'add', value: 1 }]))),
    );
  }
  const why = nothing === undefined ? {} : { nothing };
  return { query: plainQuery(typed), results: results.slice(0, limit), pending: 0, mode: 'regex', ...why };
}
