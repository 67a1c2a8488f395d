/** What every answer may have to add about the index it came from. */
import { z } from 'zod';
import {
  type Confidence,
  confidences,
  describeRerankFailure,
  type RerankStatus,
  UNANSWERED,
} from '../engine/results.js';
import type { Call } from './tool.js';

/** Fields of an answer's data: how far indexing has come, results left out because their file has changed, why there are none. */
export const caveats = {
  indexing: z.int().optional(),
  stale: z.int().optional(),
  nothing: z.string().optional(),
};

/** Of an answer to a question, beside these: whether anything here answers it, and why nobody else has ranked it. */
export const answerCaveats = {
  ...caveats,
  confidence: z.enum(confidences).optional(),
  not_reranked: z.string().optional(),
};

export interface Caveats {
  /** Percent. */
  readonly indexing?: number | undefined;
  readonly stale?: number | undefined;
  readonly confidence?: Confidence | undefined;
  readonly nothing?: string | undefined;
  /** Why the order is froe's own, though another was asked for. */
  readonly not_reranked?: string | undefined;
}

/** What an answer says of itself. */
type Said = Pick<Caveats, 'stale' | 'confidence' | 'nothing'> & RerankStatus;

export function caveatsOf({ workspace }: Call, { stale = 0, confidence, nothing, notReranked }: Said = {}): Caveats {
  const step = workspace.keeper.step;
  return {
    ...(step ? { indexing: step.percent } : {}),
    ...(stale > 0 ? { stale } : {}),
    ...(confidence ? { confidence } : {}),
    ...(nothing === undefined ? {} : { nothing }),
    ...(notReranked ? { not_reranked: describeRerankFailure(notReranked) } : {}),
  };
}

/** What stands where results would: why there are none, as far as that is known. */
export const nothingIn = ({ nothing }: Caveats): string =>
  nothing === undefined ? 'Nothing found.\n' : `Nothing found: ${nothing}.\n`;

export function inWords({ indexing, stale, confidence, nothing, not_reranked }: Caveats): string {
  const lines = [
    ...(confidence === 'low' && nothing === undefined ? [`(${UNANSWERED})`] : []),
    ...(not_reranked === undefined ? [] : [`(${not_reranked})`]),
    ...(indexing === undefined ? [] : [`(Indexing: ${indexing} %. There may be more results.)`]),
    ...(stale === undefined ? [] : [`(${stale} left out: their files have changed and are being indexed.)`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Milliseconds: a new index is waited for so long, and never until a client gives up. */
const PATIENCE = 20_000;

export const whenReady = ({ workspace: { keeper }, follow, signal }: Call): Promise<void> =>
  keeper.ready(PATIENCE, follow, signal);
