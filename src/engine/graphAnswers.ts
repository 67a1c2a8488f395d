/** Answers from the graph: what refers to an address, and what depends on it. The graph is loaded on demand. */
import type { ImpactReport } from '../graph/impact.js';
import type { GraphPlace } from '../graph/place.js';
import type { RelatedPlace, SymbolRelations } from '../graph/related.js';
import type { Store } from '../store/store.js';
import { type AddressScope, resolveAddress } from './address.js';
import type { AddressOptions, FreshnessOptions, ImpactOptions, IndexFreshness } from './engineOptions.js';
import type { FreshAnswers } from './freshAnswers.js';
import { graphPlaces } from './graphPlaces.js';

/** What refers to each of the symbols at an address, and what each refers to. */
export interface SymbolReferences {
  readonly symbols: readonly SymbolRelations[];
}

export class GraphAnswers {
  readonly #store: Store;
  readonly #fresh: FreshAnswers;
  readonly #scope: (offers: AddressScope['offers']) => AddressScope;

  constructor(store: Store, fresh: FreshAnswers, scope: (offers: AddressScope['offers']) => AddressScope) {
    this.#store = store;
    this.#fresh = fresh;
    this.#scope = scope;
  }

  references(address: string, options: AddressOptions): Promise<SymbolReferences & IndexFreshness> {
    const placesIn = ({ symbols }: SymbolReferences): readonly RelatedPlace[] =>
      symbols.flatMap(({ symbol: own, callers, callees }) => [own, ...callers, ...callees]);
    const query = async (): Promise<SymbolReferences> => {
      const { symbolRelations } = await import('../graph/related.js');
      return { symbols: await symbolRelations(this.#store, await this.#places(address, options)) };
    };
    return this.#askFresh(query, placesIn, options);
  }

  impact(
    address: string,
    options: ImpactOptions,
    written: (path: string) => string,
  ): Promise<ImpactReport & IndexFreshness> {
    const { sync: _, syncLimit: __, offers: ___, below: ____, roots: _____, ...limits } = options;
    const placesIn = ({ symbols, dependents }: ImpactReport): readonly RelatedPlace[] => [...symbols, ...dependents];
    const query = async (): Promise<ImpactReport> => {
      const { impactReport } = await import('../graph/impact.js');
      return impactReport(this.#store, await this.#places(address, options), { ...limits, written });
    };
    return this.#askFresh(query, placesIn, options);
  }

  async #places(address: string, { offers, below = '', roots }: AddressOptions): Promise<readonly GraphPlace[]> {
    const scope = this.#scope(offers);
    return graphPlaces(scope, await resolveAddress(scope, address), below === '' ? roots : [below]);
  }

  /** Asks again if an answer names files that have changed. */
  async #askFresh<T>(
    query: () => Promise<T>,
    placesIn: (answer: T) => readonly RelatedPlace[],
    options: FreshnessOptions,
  ): Promise<T & IndexFreshness> {
    const isStale = async (answer: T): Promise<boolean> =>
      (await this.#fresh.staleOf(placesIn(answer).map(({ docId }) => docId))).size > 0;
    const { answer, freshness } = await this.#fresh.ask(options, query, isStale);
    return { ...answer, ...freshness };
  }
}
