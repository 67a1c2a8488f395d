/** A query → the results as the page shows them: locations, excerpts, and the steps of each score. */
import type { Engine, SearchAnswer } from '../engine/engine.js';
import { COMMITS } from '../engine/indexes.js';
import {
  artifactOf,
  type Confidence,
  describeCorrection,
  describeRerankFailure,
  explanationEntries,
  queryWords,
  type Result,
  type SearchFilter,
  shownPath,
  UNANSWERED,
  workspaceRootOf,
} from '../engine/results.js';
import { type ResultView, SCORE_DIGITS, type SearchView } from './api.js';
import { excerptOf, wordsToMark } from './colouredText.js';

export interface SearchViewOptions {
  readonly limit: number;
  /** Changed files are read again first, which writes to the index. */
  readonly sync: boolean;
  readonly filter?: SearchFilter;
}

export async function found(
  engine: Engine,
  query: string,
  { limit, sync, filter = {} }: SearchViewOptions,
): Promise<SearchView> {
  const started = performance.now();
  const answer: SearchAnswer = await engine.search(query, { limit, sync, filter });
  const milliseconds = Math.round(performance.now() - started);
  const words = wordsToMark(answer.query.text);
  return {
    mode: answer.mode,
    words: queryWords(answer.query.text),
    ...confidenceView(answer),
    results: await Promise.all(answer.results.map((result) => resultOf(result, words))),
    stale: answer.stale,
    pending: answer.pending,
    milliseconds,
  };
}

async function resultOf(
  { id, score, merged, chunks, copies = [], explanation }: Result,
  words: readonly string[],
): Promise<ResultView> {
  const [best] = chunks;
  return {
    id,
    chunk: best.id,
    path: shownPath(best),
    language: best.language,
    root: workspaceRootOf(best) ?? null,
    artifact: artifactOf(best) ?? (best.tree === COMMITS ? best.docId : null),
    // Of a commit its subject, and the file: `Retry requests › src/client.py`.
    name: best.tree === COMMITS ? best.breadcrumb.replace(/^> /, '') : best.fullName,
    type: best.chunkType,
    ...linesOf(chunks),
    score,
    merged,
    chunks: chunks.length,
    copies: copies.map(shownPath),
    excerpt: await excerptOf(best, words),
    steps: explanationEntries(explanation, SCORE_DIGITS),
  };
}

/** The note on the whole answer. */
export const confidenceView = ({
  confidence,
  corrections = [],
  results,
  notReranked,
}: SearchAnswer): { readonly confidence: Confidence | null; readonly warning: string | null } => ({
  confidence: confidence ?? null,
  warning:
    [
      ...corrections.map(describeCorrection),
      ...(confidence === 'low' && results.length > 0 ? [UNANSWERED] : []),
      ...(notReranked ? [describeRerankFailure(notReranked)] : []),
    ].join('. ') || null,
});

/** From the first line of all chunks to the last. */
export const linesOf = (chunks: Result['chunks']): { readonly startLine: number; readonly endLine: number } => ({
  startLine: Math.min(...chunks.map(({ startLine }) => startLine)),
  endLine: Math.max(...chunks.map(({ endLine }) => endLine)),
});
