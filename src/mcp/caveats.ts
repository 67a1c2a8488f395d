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
import type { Call, ToolOutput } from './tool.js';

/** Fields of an answer's data: the progress of indexing, results left out because their file has changed, why there are none. */
export const caveats = {
  indexing: z.int().optional(),
  stale: z.int().optional(),
  nothing: z.string().optional(),
};

/** For an answer of the graph also: calls that may be of the symbol, one line for each name. */
export const graphCaveats = { ...caveats, unresolved: z.array(z.string()).readonly().optional() };

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

interface Caveats {
  /** Percent. */
  readonly indexing?: number | undefined;
  readonly stale?: number | undefined;
  readonly confidence?: Confidence | undefined;
  readonly nothing?: string | undefined;
  readonly corrections?: readonly Correction[] | undefined;
  readonly unresolved?: readonly string[] | undefined;
  /** Why the requested reranker was not used. */
  readonly not_reranked?: string | undefined;
}

/** What an answer of the engine says about itself. */
export type AnswerStatus = Omit<Caveats, 'indexing' | 'not_reranked'> & RerankStatus;

/** An answer with its caveats, in its data and after its text. */
export function withCaveats<D extends object>(
  call: Call,
  { text, data }: ToolOutput<D>,
  answer: AnswerStatus = {},
): ToolOutput<D & Caveats> {
  const caveats = caveatsOf(call, answer);
  return { text: text + describeCaveats(caveats), data: { ...data, ...caveats } };
}

function caveatsOf(
  { workspace }: Call,
  { stale = 0, confidence, nothing, corrections, unresolved = [], notReranked }: AnswerStatus,
): Caveats {
  const step = workspace.keeper.step;
  // Without a total nobody knows yet whether anything has changed.
  return {
    ...(step && step.total > 0 ? { indexing: step.percent } : {}),
    ...(stale > 0 ? { stale } : {}),
    ...(confidence ? { confidence } : {}),
    ...(nothing === undefined ? {} : { nothing }),
    ...(corrections ? { corrections } : {}),
    ...(unresolved.length > 0 ? { unresolved } : {}),
    ...(notReranked ? { not_reranked: describeRerankFailure(notReranked) } : {}),
  };
}

/** The text in place of results: why there are none, if that is known. */
export const nothingIn = ({ nothing }: Pick<Caveats, 'nothing'>): string =>
  nothing === undefined ? 'Nothing found.\n' : `Nothing found: ${nothing}.\n`;

function describeCaveats(caveats: Caveats): string {
  const { indexing, stale, confidence, nothing, corrections = [], unresolved = [], not_reranked } = caveats;
  const lines = [
    ...[...corrections.map(describeCorrection), ...unresolved].map((note) => `(${note}.)`),
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
