/** What is searched, and how: the store, the mode, the words and the vector of a question. */
import type { Embedder } from '../embed/index.js';
import { FroeError } from '../errors.js';
import { hasSameVectors, modelMismatch } from '../store/mismatch.js';
import type { IndexModel, Store } from '../store/store.js';
import { queryWords } from '../text/words.js';
import { filterOf } from './commitFilter.js';
import { readQuestion, type TypedQuestion } from './commitQuestion.js';
import { type Correction, correctSpelling } from './correctSpelling.js';
import type { Fusion } from './fuse.js';
import type { Query } from './query.js';
import type { RetrievalQuery } from './retrieve.js';
import type { Mode, SearchOptions } from './search.js';
import type { SearchFilter } from './searchFilter.js';

export interface SearchPlan {
  /** The one that is searched: the history, where commits are asked for. */
  readonly store: Store;
  readonly commits: boolean;
  /** Without its typos. */
  readonly query: Query;
  readonly corrections: readonly Correction[];
  /** Of the query and the options. */
  readonly filter: SearchFilter;
  readonly words: readonly string[];
  readonly mode: Exclude<Mode, 'regex'>;
  /** Undefined: the learned ranker. */
  readonly fusion: Fusion | undefined;
  /** Why the vectors of the index cannot be searched. */
  readonly mismatch: FroeError | undefined;
  readonly state: Awaited<ReturnType<Store['state']>>;
  readonly retrieval: RetrievalQuery;
  /** The one whose vectors are searched. */
  readonly embedder: Embedder | undefined;
}

export async function searchPlan(
  requestedStore: Store,
  embedder: Embedder | undefined,
  question: TypedQuestion,
  options: SearchOptions,
): Promise<SearchPlan> {
  const { query: asked, filter, history } = await readQuestion(requestedStore, question, options.filter);
  const [store, commits] = [history ?? requestedStore, history !== undefined];
  const { query, corrections } = await correctSpelling(store, asked);
  const state = await store.state();
  const mismatch = options.mode === 'keyword' ? undefined : mismatchOf(state.model, embedder);
  if (mismatch && options.mode === 'vector') throw mismatch;
  const mode = resolveMode(options.mode, state.model !== undefined && embedder !== undefined && !mismatch);
  // Vectors alone give nothing but cosines to the ranker.
  const fusion = options.fusion ?? (options.weights || mode === 'vector' ? 'score' : undefined);
  const searched = mode !== 'keyword' && query.text.trim() !== '' ? embedder : undefined;
  const words = queryWords(query.text);
  const retrieval: RetrievalQuery = {
    filter: await filterOf(store, filter, commits),
    words: mode === 'vector' ? undefined : words,
    vector: searched?.embed([query.text], 'query', options.signal).then(([vector]) => vector),
    minCosine: embedder?.minCosine,
  };
  return {
    store,
    commits,
    query,
    corrections,
    filter,
    words,
    mode,
    fusion,
    mismatch,
    state,
    retrieval,
    embedder: searched,
  };
}

const mismatchOf = (stored: IndexModel | undefined, embedder: Embedder | undefined): FroeError | undefined =>
  stored && embedder && !hasSameVectors(embedder, stored) ? modelMismatch(stored, embedder) : undefined;

function resolveMode(requested: Mode | undefined, hasVectors: boolean): Exclude<Mode, 'regex'> {
  if (requested === 'vector' && !hasVectors)
    throw new FroeError('bad-option', 'The index has no vectors to search', 'Create them: froe index --embedder …');
  return hasVectors && requested !== 'regex' ? (requested ?? 'hybrid') : 'keyword';
}
