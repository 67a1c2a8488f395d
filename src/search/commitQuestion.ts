/** A question, and the store that answers it: the history if it asks for commits, else files and artifacts. */
import { FroeError } from '../errors.js';
import type { Store } from '../store/store.js';
import { asksByName, asksForCommits } from './commitFilter.js';
import { parseQuery, type Query } from './query.js';
import { andFilters, type SearchFilter } from './searchFilter.js';

export interface ReadQuestion {
  readonly query: Query;
  /** From the query and from the caller. */
  readonly filter: SearchFilter;
  /** Set if the question asks for commits. */
  readonly history?: Store;
}

/** What was typed, and the query parsed from it, with the operators for commits. */
export interface TypedQuestion {
  readonly typed: string;
  readonly query: Query;
}

/** In an index without commits, the operators for commits are plain words. */
export async function readQuestion(
  store: Store,
  { typed, query }: TypedQuestion,
  callerFilter: SearchFilter = {},
): Promise<ReadQuestion> {
  const filter = andFilters(callerFilter, query.filter);
  if (!asksForCommits(filter)) return { query, filter };
  const history = await store.history();
  if (history) return { query, filter, history };
  if (asksForCommits(callerFilter) || asksByName(query.filter)) throw noCommits();
  const withoutCommitOperators = parseQuery(typed, { commits: false, roots: store.roots });
  return { query: withoutCommitOperators, filter: andFilters(callerFilter, withoutCommitOperators.filter) };
}

export const noCommits = (): FroeError =>
  new FroeError('not-found', 'The index has no commits', 'Run: froe index --history');

/**
 * Why commits are shown beside other results: the words of a question that ask for them, or the option. The rule:
 *
 *     why was, were, did, have …      "why was the retry removed"; not "why does it fail"
 *     when was, did …; since when     "when did send() become async"
 *     who wrote, added, changed …     not "who calls send()", which code answers
 *     which commit, what changed, history of, regression, git blame
 */
export function commitReason(question: string, option: boolean | 'auto' | undefined): string | undefined {
  if (option === true) return 'asked for by an option';
  const words = option === 'auto' ? COMMIT_WORDS.exec(question)?.[0].toLowerCase() : undefined;
  return words === undefined ? undefined : `the question says "${words}"`;
}

const COMMIT_WORDS =
  /\b(?:why (?:was|were|did|has|have|had)|when (?:was|were|did)|since when|who (?:wrote|added|changed|removed|introduced|made|broke|fixed|touched|deleted|renamed|last)|(?:which|what) commits?|what (?:has )?changed|(?:commit )?history of|regression|git blame)\b/i;
