/** A question → what the page shows of its answer: places, first lines, and where every score comes from. */
import type { Engine, SearchAnswer } from '../engine/engine.js';
import {
  artifactOf,
  type Confidence,
  describeRerankFailure,
  explanationEntries,
  queryWords,
  type Result,
  shownPath,
  UNANSWERED,
} from '../engine/results.js';
import { type ResultView, SCORE_DIGITS, type SearchView } from './api.js';

export interface SearchViewOptions {
  readonly limit: number;
  /** Files that changed since are read again first: that writes to the index. */
  readonly sync: boolean;
}

const PREVIEW_LINES = 8;
const PREVIEW_CHARS = 1200;

export async function found(engine: Engine, query: string, { limit, sync }: SearchViewOptions): Promise<SearchView> {
  const started = performance.now();
  const answer: SearchAnswer = await engine.search(query, { limit, sync });
  return {
    mode: answer.mode,
    words: queryWords(answer.query.text),
    ...confidenceView(answer),
    results: answer.results.map(resultOf),
    stale: answer.stale,
    pending: answer.pending,
    milliseconds: Math.round(performance.now() - started),
  };
}

function resultOf({ id, score, merged, chunks, explanation }: Result): ResultView {
  const [best] = chunks;
  return {
    id,
    chunk: best.id,
    path: shownPath(best),
    artifact: artifactOf(best),
    name: best.fullName,
    type: best.chunkType,
    ...linesOf(chunks),
    score,
    merged,
    chunks: chunks.length,
    preview: best.content.trim().split('\n').slice(0, PREVIEW_LINES).join('\n').slice(0, PREVIEW_CHARS),
    steps: explanationEntries(explanation, SCORE_DIGITS),
  };
}

/** What the page says of an answer as a whole. */
export const confidenceView = ({
  confidence,
  results,
  notReranked,
}: SearchAnswer): { readonly confidence: Confidence | null; readonly warning: string | null } => ({
  confidence: confidence ?? null,
  warning:
    [
      ...(confidence === 'low' && results.length > 0 ? [UNANSWERED] : []),
      ...(notReranked ? [describeRerankFailure(notReranked)] : []),
    ].join('. ') || null,
});

/** From the first line of any to the last line of any. */
export const linesOf = (chunks: Result['chunks']): { readonly startLine: number; readonly endLine: number } => ({
  startLine: Math.min(...chunks.map(({ startLine }) => startLine)),
  endLine: Math.max(...chunks.map(({ endLine }) => endLine)),
});
