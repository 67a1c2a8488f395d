/**
 * What puts the best chunks of a question into another order, by reading the
 * question and each of them together. Others' models do; yours may, too:
 *
 *     const mine: Reranker = { id: 'shortest', rerank: async (_, texts) => texts.map(({ length }) => -length) };
 *     const froe = await open('.', { reranker: mine });
 */
export interface Reranker {
  /** Who has ranked: shown with every result. */
  readonly id: string;
  /** How well each text answers, in the order of the texts: finite numbers on any scale, more is better. */
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
}
