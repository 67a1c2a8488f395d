/** What words and vectors find, each for itself, down to some depth. */
import type { ChunkFilter, Hit, Store, TextHit } from '../store/store.js';

/** So deep both are read for whatever is ranked; what lies deeper is only shown (deeperResults.ts). */
export const RETRIEVAL_DEPTH = 200;

/** A question as a store is asked it. */
export interface RetrievalQuery {
  /** Undefined where words are not asked. */
  readonly words: readonly string[] | undefined;
  /** Undefined where vectors are not asked. */
  readonly vector: Promise<Float32Array> | undefined;
  /** What is farther is no answer (`Embedder.minCosine`). */
  readonly minCosine: number | undefined;
  readonly filter: ChunkFilter;
}

export interface Retrieved {
  readonly keyword: readonly TextHit[] | undefined;
  /** With words beside them only those that are near enough to be an answer. */
  readonly vector: readonly Hit[] | undefined;
  /** All the nearest, near enough or not. */
  readonly allVector: readonly Hit[];
  /** There may be more behind the last of them. */
  readonly moreKeyword: boolean;
  readonly moreVector: boolean;
}

export async function retrieve(
  store: Store,
  { words, vector, minCosine: far = -1, filter }: RetrievalQuery,
  depth: number,
): Promise<Retrieved> {
  // Side by side: a server has a connection for each.
  const [text, hits] = await Promise.all([
    words && store.searchText(words, depth, filter),
    vector?.then((asked) => store.searchVector(asked, depth, filter)),
  ]);
  const near = text ? hits?.filter(({ score }) => score >= far) : hits;
  return {
    keyword: text,
    vector: near,
    allVector: hits ?? [],
    moreKeyword: (text?.length ?? 0) >= depth,
    moreVector: (near?.length ?? 0) >= depth,
  };
}
