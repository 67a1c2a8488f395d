/**
 * Answers that reflect the current tree. The index is updated before a query; a file may still have changed since, or
 * in a way that git does not report. Then every file is checked, and the query repeated once:
 *
 *     catch up → answer ─nothing in it is stale→ done
 *                       └─something is→ catch up, checking every file → answer
 *
 * A query that costs nothing but time is answered while git looks at the tree, and again only if that changed the index.
 */
import { FroeError } from '../errors.js';
import type { SearchResults } from '../search/search.js';
import type { IndexState, Store } from '../store/store.js';
import { type AddressScope, type ResolvedAddress, resolveOne } from './address.js';
import type { AddressOptions, FreshnessOptions, IndexFreshness, SearchAnswer } from './engineOptions.js';
import type { CatchUpHints, IndexedFolders } from './indexedFolder.js';
import type { IndexPaths } from './indexPaths.js';
import { readSourceText, type SourceText } from './sourceText.js';
import { staleSources } from './stale.js';

/** What an address names, and the text of its source. */
interface SourceAt {
  readonly resolved: ResolvedAddress;
  readonly whole: SourceText;
  readonly freshness: IndexFreshness;
}

interface AskedQuestion {
  /** Files with its words are read first. */
  readonly question?: string;
  /** Asking twice costs nothing but time: nothing is sent anywhere. */
  readonly repeatable?: boolean;
}

type QuestionHints = Pick<CatchUpHints, 'question' | 'meanwhile'>;

interface FreshAnswer<T> {
  readonly answer: T;
  readonly freshness: IndexFreshness;
}

/** How long a read waits for another writing process: a watcher that has just seen the file change is done soon. */
const READ_WAIT_SECONDS = 2;

export class FreshAnswers {
  readonly #store: Store;
  readonly #folders: IndexedFolders;
  readonly #locate: IndexPaths['locate'];
  /** Something else keeps the index up to date. */
  readonly #syncedElsewhere: boolean;

  constructor(store: Store, folders: IndexedFolders, locate: IndexPaths['locate'], syncedElsewhere = false) {
    this.#store = store;
    this.#folders = folders;
    this.#locate = locate;
    this.#syncedElsewhere = syncedElsewhere;
  }

  /** Before an answer. */
  async catchUp(options: FreshnessOptions, hints: QuestionHints = {}): Promise<IndexFreshness> {
    return this.#syncedElsewhere ? {} : this.#folders.catchUp(options, hints);
  }

  /** `isStale`: whether an answer is from a file that has changed. */
  async ask<T>(
    { sync = true, syncLimit }: FreshnessOptions,
    query: () => Promise<T>,
    isStale: (answer: T) => boolean | Promise<boolean>,
    { question, repeatable = false }: AskedQuestion = {},
  ): Promise<FreshAnswer<T>> {
    let early: { readonly answer: T; readonly state: IndexState } | undefined;
    const answerEarly = async (): Promise<void> => {
      try {
        const state = await this.#store.state();
        early = { answer: await query(), state };
      } catch {} // asked again below, which throws
    };
    const meanwhile = repeatable ? answerEarly : undefined;
    const freshness = await this.catchUp({ sync, syncLimit }, { question, meanwhile });
    // A store gives the same state as long as nobody has written.
    const isCurrent = early !== undefined && early.state === (await this.#store.state());
    const answer = early && isCurrent ? early.answer : await query();
    if (!sync || freshness.unread || !(await isStale(answer))) return { answer, freshness };
    return { freshness: await this.#folders.catchUp({ syncLimit }, { checkAllFiles: true }), answer: await query() };
  }

  /** Results, without those whose file has changed and could not be read again. */
  async search(
    options: FreshnessOptions,
    find: () => Promise<SearchResults>,
    asked?: AskedQuestion,
  ): Promise<SearchAnswer> {
    const queryWithStale = async (): Promise<readonly [searchResults: SearchResults, stale: ReadonlySet<string>]> => {
      const searchResults = await find();
      return [
        searchResults,
        await this.staleOf(
          searchResults.results.flatMap(({ docId, copies = [] }) => [docId, ...copies.map((copy) => copy.docId)]),
        ),
      ];
    };
    const { answer, freshness } = await this.ask(options, queryWithStale, ([, stale]) => stale.size > 0, asked);
    const [searchResults, stale] = answer;
    const results = searchResults.results
      .filter(({ docId }) => !stale.has(docId))
      .map((result) =>
        result.copies ? { ...result, copies: result.copies.filter(({ docId }) => !stale.has(docId)) } : result,
      );
    return { ...searchResults, ...freshness, results, stale: searchResults.results.length - results.length };
  }

  /** The documents whose files have changed. Empty for a shared index, whose files may be on another machine. */
  async staleOf(docIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#folders.shared ? new Set() : staleSources(this.#store, this.#locate, docIds);
  }

  /** What an address names, with the text of its source. If it is not found or stale, the index is updated first. */
  async sourceAt(scope: AddressScope, address: string, { offers: _, ...options }: AddressOptions): Promise<SourceAt> {
    const { shared } = this.#folders; // the files may be on another machine
    let freshness = await this.catchUp(options);
    const resolve = async (): Promise<SourceAt> => {
      const resolved = await resolveOne(scope, address);
      const sourceText = await readSourceText(this.#store, this.#locate, resolved.source);
      return { resolved, whole: { ...sourceText, fresh: sourceText.fresh || shared }, freshness };
    };
    const first = await resolve().catch((error: unknown) => {
      if (error instanceof FroeError && error.code === 'not-found') return error;
      throw error;
    });
    const path = first instanceof FroeError ? undefined : first.resolved.source.path;
    const isFresh = !(first instanceof FroeError) && first.whole.fresh;
    if (!isFresh && options.sync !== false && !shared) {
      freshness = await this.#folders.catchUp(options, {
        checkAllFiles: true,
        wait: READ_WAIT_SECONDS,
        priority: (filePath) => Number(filePath === path),
      });
      return resolve();
    }
    if (first instanceof FroeError) throw first;
    return first;
  }
}
