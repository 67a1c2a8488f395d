/**
 * Requests for single sources that are made in the same tick become one query: a
 * caller that needs the units of twenty sources requests all before awaiting any,
 * and there is one round trip instead of twenty:
 *
 *     units(a) units(b) units(c)   →   … WHERE doc_id = ANY ({a, b, c})   →   to each its own
 */
import { groupBy } from '../../text/groupBy.js';
import type { DbRow } from '../rows.js';

export class BatchLoader {
  readonly #ask: (docIds: readonly string[]) => Promise<readonly DbRow[]>;
  #docIds = new Set<string>();
  #found: Promise<ReadonlyMap<string, readonly DbRow[]>> | undefined;

  /** `ask`: rows in order, each with its `doc_id`. */
  constructor(ask: (docIds: readonly string[]) => Promise<readonly DbRow[]>) {
    this.#ask = ask;
  }

  async get(docId: string): Promise<readonly DbRow[]> {
    this.#docIds.add(docId);
    this.#found ??= this.#soon();
    return (await this.#found).get(docId) ?? [];
  }

  /** As soon as all who are asking now have asked. */
  async #soon(): Promise<ReadonlyMap<string, readonly DbRow[]>> {
    await undefined;
    const docIds = [...this.#docIds];
    this.#docIds = new Set();
    this.#found = undefined;
    return groupBy(await this.#ask(docIds), ({ doc_id }) => String(doc_id));
  }
}
