/** Commits as results: the best beside other results, each by its message, and the newest of a filter without words. */
import type { ReadAttempt } from '../store/retryOnConcurrentWrite.js';
import { COMMITS, type Store } from '../store/store.js';
import { commitFacts } from './commitFilter.js';
import { type Result, scoredChunk, singleResult } from './result.js';
import { andFilters, type SearchFilter } from './searchFilter.js';
import type { SearchPlan } from './searchPlan.js';

/** What to search for, to show commits beside other results. */
export const commitsBeside = (filter: SearchFilter | undefined) => ({
  filter: andFilters({ kind: 'commit' }, filter),
  limit: 5,
  perSource: 1,
});

/** Each commit by its message, whichever of its hunks was found. */
export async function withMessages(history: Store, results: readonly Result[]): Promise<readonly Result[]> {
  return Promise.all(
    results.map(async (result) => {
      const [message] = await history.chunksOf(result.docId, 0, 0);
      return message ? { ...result, id: result.docId, chunks: [message], scores: [result.score] } : result;
    }),
  );
}

/** The commits that pass the filter, the newest first. */
export async function newestCommits(
  { store, retrieval }: SearchPlan,
  limit: number,
): Promise<ReadAttempt<readonly Result[]>> {
  const { docIds } = retrieval.filter;
  const passes = docIds && new Set(docIds);
  const rows = [...(await store.sources(COMMITS)).values()].filter(({ docId }) => passes?.has(docId) ?? true);
  const newest = rows.sort((a, b) => b.mtime - a.mtime || (a.docId < b.docId ? -1 : 1)).slice(0, limit);
  const results = await Promise.all(
    newest.map(async (row) => {
      const [message] = await store.chunksOf(row.docId, 0, 0);
      if (!message) return [];
      const reason = `written ${commitFacts(row).date}`;
      return [singleResult(scoredChunk(message.id, message, [{ reason, kind: 'add', value: 1 }]))];
    }),
  );
  const result = results.flat();
  return { result, stale: result.length < newest.length };
}
