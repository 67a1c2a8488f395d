/** Retrieval: keyword and vector hits, each list to a given depth. */
import type { ChunkFilter, Hit, Store, TextHit } from '../store/store.js';

/** Depth of each list for ranking; deeper hits are only appended (deeperResults.ts). */
export const RETRIEVAL_DEPTH = 200;

/** A query in the terms of a store. */
export interface RetrievalQuery {
  /** Undefined: no keyword search. */
  readonly words: readonly string[] | undefined;
  /** Undefined: no vector search. */
  readonly vector: Promise<Float32Array> | undefined;
  /** What is farther is no answer (`Embedder.minCosine`). */
  readonly minCosine: number | undefined;
  readonly filter: ChunkFilter;
}

export interface Retrieved {
  readonly keyword: readonly TextHit[] | undefined;
  /** In a hybrid search only those with at least `minCosine`. */
  readonly vector: readonly Hit[] | undefined;
  /** All vector hits, whatever their cosine. */
  readonly allVector: readonly Hit[];
  /** The list may go on behind its last hit. */
  readonly moreKeyword: boolean;
  readonly moreVector: boolean;
}

export async function retrieve(
  store: Store,
  { words, vector, minCosine = -1, filter }: RetrievalQuery,
  depth: number,
): Promise<Retrieved> {
  // In parallel: a server has a connection for each.
  const [keywordHits, allVectorHits] = await Promise.all([
    words && store.searchText(words, depth, filter),
    vector?.then((query) => store.searchVector(query, depth, filter)),
  ]);
  const vectorHits = keywordHits ? allVectorHits?.filter(({ score }) => score >= minCosine) : allVectorHits;
  return {
    keyword: keywordHits,
    vector: vectorHits,
    allVector: allVectorHits ?? [],
    moreKeyword: (keywordHits?.length ?? 0) >= depth,
    moreVector: (vectorHits?.length ?? 0) >= depth,
  };
}
