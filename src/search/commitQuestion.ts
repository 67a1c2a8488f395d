/** A question, and which store it is asked of: commits are asked for, or nothing but files and artifacts is searched. */
import { FroeError } from '../errors.js';
import type { Store } from '../store/store.js';
import { asksByName, asksForCommits } from './commitFilter.js';
import { parseQuery, type Query } from './query.js';
import { andFilters, type SearchFilter } from './searchFilter.js';

export interface ReadQuestion {
  readonly query: Query;
  /** Of the query and of who asks. */
  readonly filter: SearchFilter;
  /** Where commits are asked for. */
  readonly history?: Store;
}

/** Without commits in the index, operators that only commits have are words. */
export async function readQuestion(store: Store, typed: string, given: SearchFilter = {}): Promise<ReadQuestion> {
  const query = parseQuery(typed);
  const filter = andFilters(given, query.filter);
  if (!asksForCommits(filter)) return { query, filter };
  const history = await store.history();
  if (history) return { query, filter, history };
  if (asksForCommits(given) || asksByName(query.filter)) throw noCommits();
  const plain = parseQuery(typed, false);
  return { query: plain, filter: andFilters(given, plain.filter) };
}

const noCommits = (): FroeError => new FroeError('not-found', 'The index has no commits', 'Run: froe index --history');
