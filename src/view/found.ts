/** A question → what the page shows of its answer: places, first lines, and where every score comes from. */
import type { Answer, Engine } from '../open.js';
import type { Result } from '../search/search.js';
import { queryWords } from '../text/words.js';
import type { ResultView, SearchView } from './api.js';
import { artifactOf } from './artifact.js';

export interface Asked {
  readonly limit: number;
  /** Files that changed since are read again first: that writes to the index. */
  readonly sync: boolean;
}

const PREVIEW_LINES = 8;
const PREVIEW_CHARS = 1200;

export async function found(engine: Engine, query: string, { limit, sync }: Asked): Promise<SearchView> {
  const started = performance.now();
  const answer: Answer = await engine.search(query, { limit, sync });
  // As search() has it: a question without words has no vector.
  const rankings = answer.mode === 'hybrid' && answer.query.text.trim() !== '' ? 2 : 1;
  return {
    mode: answer.mode,
    words: queryWords(answer.query.text),
    results: answer.results.map((result) => resultOf(result, rankings)),
    stale: answer.stale,
    pending: answer.pending,
    milliseconds: Math.round(performance.now() - started),
  };
}

function resultOf({ id, score, merged, chunks, explanation }: Result, rankings: number): ResultView {
  const [best] = chunks;
  const parts = Object.entries(explanation.parts).map(([name, part]) => ({
    name,
    ...part,
    share: part.share / rankings,
  }));
  const own = explanation.factors.reduce(
    (product, { factor }) => product * factor,
    parts.reduce((sum, { share }) => sum + share, 0),
  );
  return {
    id,
    piece: best.id,
    path: best.filePath,
    artifact: artifactOf(best),
    name: best.fullName,
    type: best.chunkType,
    ...linesOf(chunks),
    score,
    merged,
    pieces: chunks.length,
    preview: best.content.trim().split('\n').slice(0, PREVIEW_LINES).join('\n').slice(0, PREVIEW_CHARS),
    parts,
    factors: [...explanation.factors, ...restOf(score, own, merged, chunks.length)],
  };
}

/**
 * What is left to explain when the best piece has been: its neighbours' scores
 * add up in a unit, and where a sum goes beyond 1 all results are scaled down.
 */
function restOf(score: number, own: number, merged: boolean, pieces: number): ResultView['factors'] {
  const factor = own > 0 ? score / own : 1;
  if (Math.abs(factor - 1) < 1e-9) return [];
  return [{ factor, reason: merged ? `${pieces} pieces add up; the best result has 1` : 'the best result has 1' }];
}

/** From the first line of any to the last line of any. */
export const linesOf = (chunks: Result['chunks']): { readonly startLine: number; readonly endLine: number } => ({
  startLine: Math.min(...chunks.map(({ startLine }) => startLine)),
  endLine: Math.max(...chunks.map(({ endLine }) => endLine)),
});
