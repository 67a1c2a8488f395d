/** What an expression matches as results of a search: the chunks that hold the lines, in the order of paths. */
import { plainQuery } from '../search/query.js';
import { type Result, scoredChunk, singleResult } from '../search/result.js';
import type { SearchResults } from '../search/search.js';
import type { Store } from '../store/store.js';
import type { GrepResult } from './grep.js';

interface Wanted {
  readonly limit: number;
  /** Of one file or artifact. */
  readonly perSource: number | undefined;
  /** Ids that are not wanted. */
  readonly without: ReadonlySet<string>;
}

export async function grepResults(
  store: Store,
  typed: string,
  { files, nothing }: GrepResult,
  { limit, perSource, without }: Wanted,
): Promise<SearchResults> {
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
