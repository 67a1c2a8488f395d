/**
 * Answers that know the tree as it is now. The index is brought up before a question; what an answer names may still
 * have changed since, or in a way that git does not tell. Then the tree is looked at file by file, and the question
 * asked once more:
 *
 *     catch up → answer ─nothing in it is stale→ done
 *                       └─something is→ catch up, in doubt of everything → answer
 */
import { FroeError } from '../errors.js';
import type { SearchResults } from '../search/search.js';
import type { Store } from '../store/store.js';
import { type AddressScope, type ResolvedAddress, resolveOne } from './address.js';
import type { AddressOptions, FreshnessOptions, IndexFreshness, SearchAnswer } from './engineOptions.js';
import type { IndexedFolders } from './indexedFolder.js';
import type { IndexPaths } from './indexPaths.js';
import { readSourceText, type SourceText } from './sourceText.js';
import { staleSources } from './stale.js';

/** What an address names, and the text of its source. */
interface SourceAt {
  readonly meant: ResolvedAddress;
  readonly whole: SourceText;
  readonly known: IndexFreshness;
}

interface FreshAnswer<T> {
  readonly answer: T;
  readonly known: IndexFreshness;
}

/** How long to wait for another process that writes when somebody wants to read a file: a watcher that has just seen it change is done at once. */
const READ_WAIT_SECONDS = 2;

export class FreshAnswers {
  readonly #store: Store;
  readonly #folders: IndexedFolders;
  readonly #locate: IndexPaths['locate'];
  /** Something else keeps the index true. */
  readonly #syncedElsewhere: boolean;

  constructor(store: Store, folders: IndexedFolders, locate: IndexPaths['locate'], syncedElsewhere = false) {
    this.#store = store;
    this.#folders = folders;
    this.#locate = locate;
    this.#syncedElsewhere = syncedElsewhere;
  }

  /** Before an answer. `question`: its words, where files that have them are read first. */
  async catchUp(options: FreshnessOptions, question?: string): Promise<IndexFreshness> {
    return this.#syncedElsewhere ? {} : this.#folders.catchUp(options, { question });
  }

  /** `isStale`: whether an answer names something that has changed. */
  async ask<T>(
    { sync = true, syncLimit }: FreshnessOptions,
    ask: () => Promise<T>,
    isStale: (answer: T) => boolean | Promise<boolean>,
    question?: string,
  ): Promise<FreshAnswer<T>> {
    const known = await this.catchUp({ sync, syncLimit }, question);
    const answer = await ask();
    if (!sync || known.unread || !(await isStale(answer))) return { answer, known };
    return { known: await this.#folders.catchUp({ syncLimit }, { doubt: true }), answer: await ask() };
  }

  /** Results, without those whose files have changed and could not be read again. */
  async search(
    options: FreshnessOptions,
    find: () => Promise<SearchResults>,
    question?: string,
  ): Promise<SearchAnswer> {
    const ask = async (): Promise<readonly [found: SearchResults, stale: ReadonlySet<string>]> => {
      const found = await find();
      return [
        found,
        await this.staleOf(
          found.results.flatMap(({ docId, copies = [] }) => [docId, ...copies.map((copy) => copy.docId)]),
        ),
      ];
    };
    const { answer, known } = await this.ask(options, ask, ([, stale]) => stale.size > 0, question);
    const [found, stale] = answer;
    const results = found.results
      .filter(({ docId }) => !stale.has(docId))
      .map((result) =>
        result.copies ? { ...result, copies: result.copies.filter(({ docId }) => !stale.has(docId)) } : result,
      );
    return { ...found, ...known, results, stale: found.results.length - results.length };
  }

  /** Those of the documents whose files have changed. Of an index that is shared none: the files may be on another machine. */
  async staleOf(docIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#folders.shared ? new Set() : staleSources(this.#store, this.#locate, docIds);
  }

  /** What an address names, with the text of its source. What is not there, or no longer so, is looked for again. */
  async sourceAt(scope: AddressScope, address: string, { offers: _, ...options }: AddressOptions): Promise<SourceAt> {
    const { shared } = this.#folders; // the files may be on another machine
    let known = await this.catchUp(options);
    const look = async (): Promise<SourceAt> => {
      const meant = await resolveOne(scope, address);
      const whole = await readSourceText(this.#store, this.#locate, meant.source);
      return { meant, whole: { ...whole, fresh: whole.fresh || shared }, known };
    };
    const first = await look().catch((error: unknown) => {
      if (error instanceof FroeError && error.code === 'not-found') return error;
      throw error;
    });
    const path = first instanceof FroeError ? undefined : first.meant.source.path;
    const found = !(first instanceof FroeError) && first.whole.fresh;
    if (!found && options.sync !== false && !shared) {
      known = await this.#folders.catchUp(options, {
        doubt: true,
        wait: READ_WAIT_SECONDS,
        priority: (one) => Number(one === path),
      });
      return look();
    }
    if (first instanceof FroeError) throw first;
    return first;
  }
}
