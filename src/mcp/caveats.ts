/** Notes in an answer about the state of its index. */
import { z } from 'zod';
import {
  type Confidence,
  type Correction,
  confidences,
  describeCorrection,
  describeRerankFailure,
  type RerankStatus,
  UNANSWERED,
} from '../engine/results.js';
import type { Call } from './tool.js';

/** Fields of an answer's data: the progress of indexing, results left out because their file has changed, why there are none. */
export const caveats = {
  indexing: z.int().optional(),
  stale: z.int().optional(),
  nothing: z.string().optional(),
};

/** For a search also: the confidence, the typos of the query, and why the reranker was not used. */
export const answerCaveats = {
  ...caveats,
  confidence: z.enum(confidences).optional(),
  corrections: z
    .array(z.object({ typed: z.string(), meant: z.string() }))
    .readonly()
    .optional(),
  not_reranked: z.string().optional(),
};

export interface Caveats {
  /** Percent. */
  readonly indexing?: number | undefined;
  readonly stale?: number | undefined;
  readonly confidence?: Confidence | undefined;
  readonly nothing?: string | undefined;
  readonly corrections?: readonly Correction[] | undefined;
  /** Why the requested reranker was not used. */
  readonly not_reranked?: string | undefined;
}

type AnswerStatus = Pick<Caveats, 'stale' | 'confidence' | 'nothing' | 'corrections'> & RerankStatus;

export function caveatsOf(
  { workspace }: Call,
  { stale = 0, confidence, nothing, corrections, notReranked }: AnswerStatus = {},
): Caveats {
  const step = workspace.keeper.step;
  // Without a total nobody knows yet whether anything has changed.
  return {
    ...(step && step.total > 0 ? { indexing: step.percent } : {}),
    ...(stale > 0 ? { stale } : {}),
    ...(confidence ? { confidence } : {}),
    ...(nothing === undefined ? {} : { nothing }),
    ...(corrections ? { corrections } : {}),
    ...(notReranked ? { not_reranked: describeRerankFailure(notReranked) } : {}),
  };
}

/** The text in place of results: why there are none, if that is known. */
export const nothingIn = ({ nothing }: Caveats): string =>
  nothing === undefined ? 'Nothing found.\n' : `Nothing found: ${nothing}.\n`;

export function describeCaveats({ indexing, stale, confidence, nothing, corrections, not_reranked }: Caveats): string {
  const lines = [
    ...(corrections ?? []).map((one) => `(${describeCorrection(one)}.)`),
    ...(confidence === 'low' && nothing === undefined ? [`(${UNANSWERED})`] : []),
    ...(not_reranked === undefined ? [] : [`(${not_reranked})`]),
    ...(indexing === undefined ? [] : [`(Indexing: ${indexing} %. There may be more results.)`]),
    ...(stale === undefined ? [] : [`(${stale} left out: their files have changed and are being indexed.)`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** How long a call waits for a new index: less than the timeout of any client. */
const READY_TIMEOUT_MS = 20_000;

export const whenReady = ({ workspace: { keeper }, follow, signal }: Call): Promise<void> =>
  keeper.ready(READY_TIMEOUT_MS, follow, signal);
