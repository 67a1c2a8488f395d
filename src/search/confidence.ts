/**
 * Does anything in the index answer the query? A search always finds something, and
 * a score relative to the other results does not tell whether it is any good.
 *
 *     terms of the query ─frequency here and elsewhere→  ─┐
 *     ten best chunks ─which terms they have→             ├→ figures ─weights→ a score ─marks→ high, fair, low
 *     vectors ─cosines of the nearest and the first 200→  │
 *     reader ─score of the best chunk→                   ─┘
 *
 * The strongest figure is whether the best chunks have the terms that are more
 * frequent here than elsewhere: every code base has something about a cache, but only
 * one about proxies has ten chunks with `upstream`.
 *
 * Weights and marks are fitted for each mode (calibration.ts, by eval/confidence.mjs).
 * Cosines differ from model to model: for vectors of another model than the
 * calibrated one, only terms are used. Without the reader its score is not weighed.
 */
import type { Hit } from '../store/store.js';
import { backgroundIdf } from './backgroundIdf.js';
import { type Calibrated, calibration } from './calibration.js';
import type { ScoredChunk } from './result.js';
import { searchableText, wordRanges } from './wordRanges.js';

export const confidences = ['high', 'fair', 'low'] as const;
export type Confidence = (typeof confidences)[number];

/** The note for low confidence; results are shown all the same. */
export const UNANSWERED = 'nothing here answers this well';

/** What the confidence is computed from. */
export interface Evidence {
  readonly figures: Figures;
  /** Distinct terms of the query. */
  readonly words: number;
  /** A result has a name or phrase of the query. */
  readonly named: boolean;
}

export interface Figures {
  /** Share of the query covered by one of the ten best, terms weighed by background IDF; 0 to 1. */
  readonly covered: number;
  /** The same of the three best, on average. */
  readonly coveredFirst: number;
  /** ln of how much more frequent its terms are here than elsewhere; −3 to 3. */
  readonly topic: number;
  /** The same, weighed by background IDF. */
  readonly topicRare: number;
  /** Coverage by one of the ten best, terms weighed by how specific they are to this index. */
  readonly onTopic: number;
  /** The same of the three best, on average. */
  readonly onTopicFirst: number;
  /** Log odds against the covered terms meeting in one of so many chunks by chance, by background IDF … */
  readonly meeting: number;
  /** … and by IDF in this index. */
  readonly meetingHere: number;
  /** ln of the chunks in the index. */
  readonly size: number;
  /** Cosine of the nearest vector, mean of the ten nearest and of the first two hundred; 0 without vectors. */
  readonly nearest: number;
  readonly nearestTen: number;
  readonly nearestAll: number;
  /** ln of the odds of the best after the reader, −9.2 to 4.6; 0 without the reader. */
  readonly score: number;
}

export interface AnsweredQuery {
  readonly words: readonly string[];
  /** The number of chunks that have each of them. */
  readonly frequencies: readonly number[];
  /** The number of chunks in the index. */
  readonly chunks: number;
  /** Best first. */
  readonly best: readonly ScoredChunk[];
  readonly near: readonly Hit[];
  /** The odds of the best after the reader; absent without it. */
  readonly score?: number;
  readonly named: boolean;
}

const BEST_CHUNKS = 10;
const FIRST_CHUNKS = 3;
/** Cap of `topic`: e³ times as frequent. */
const MAX_TOPIC = 3;
/** `size` is clamped to the sizes used in calibration. */
const SIZE_RANGE = { least: 7, most: 11 };
/** `score` is clamped to these odds: outside of them all are equally bad, or equally good. */
const ODDS_RANGE = { least: 1e-4, most: 1e2 };

export const evidenceOf = (answered: AnsweredQuery): Evidence => ({
  figures: figuresOf(answered),
  words: answered.words.length,
  named: answered.named,
});

function figuresOf({ words, frequencies, chunks, best, near, score }: AnsweredQuery): Figures {
  const weights = words.map(backgroundIdf);
  const totalWeight = sum(weights) || 1;
  const topics = frequencies.map((n, i) => {
    const logRatio = Math.log((n + 0.25) / (chunks + 0.5)) + weights[i];
    return Math.max(-MAX_TOPIC, Math.min(MAX_TOPIC, logRatio));
  });
  const rarities = frequencies.map((n) => Math.log((chunks + 1) / (n + 1)));
  /** For each chunk and term, 1 if the chunk has it. */
  const hasTerm = best
    .slice(0, BEST_CHUNKS)
    .map(({ chunk }) => wordRanges(searchableText(chunk), words).map((places) => (places.length > 0 ? 1 : 0)));
  const weightedHits = (values: readonly number[]): readonly number[] =>
    hasTerm.map((row) => sum(row.map((value, i) => value * values[i])));
  const covered = weightedHits(weights).map((value) => value / totalWeight);
  const onTopic = weightedHits(weights.map((weight, i) => weight * (topics[i] + 1))).map(
    (value) => value / totalWeight,
  );
  const size = Math.max(SIZE_RANGE.least, Math.min(SIZE_RANGE.most, Math.log(chunks + 1)));
  return {
    covered: max(covered),
    coveredFirst: mean(covered.slice(0, FIRST_CHUNKS)),
    topic: mean(topics),
    topicRare: sum(topics.map((topic, i) => topic * weights[i])) / totalWeight,
    onTopic: max(onTopic),
    onTopicFirst: mean(onTopic.slice(0, FIRST_CHUNKS)),
    meeting: max(weightedHits(weights)) - size,
    meetingHere: max(weightedHits(rarities)) - size,
    size,
    nearest: near[0]?.score ?? 0,
    nearestTen: mean(near.slice(0, BEST_CHUNKS).map((hit) => hit.score)),
    nearestAll: mean(near.map((hit) => hit.score)),
    score: score === undefined ? 0 : Math.log(Math.max(ODDS_RANGE.least, Math.min(ODDS_RANGE.most, score))),
  };
}

/** How an answer was found, which decides what its evidence weighs. */
interface SearchContext {
  readonly mode: keyof typeof calibration.withoutReader;
  /** Whose vectors were searched; undefined for none. */
  readonly model: string | undefined;
  /** The reader reranked it. */
  readonly read: boolean;
}

export function confidenceOf(evidence: Evidence, { mode, model, read }: SearchContext): Confidence {
  const calibratedMode = model === calibration.model ? mode : 'keyword';
  return confidenceLevel(
    evidence,
    read && calibratedMode !== 'vector'
      ? calibration.withReader[calibratedMode]
      : calibration.withoutReader[calibratedMode],
  );
}

/** A chunk that has all of so few terms answers them, whatever they are. */
const FEW_TERMS = 3;

export function confidenceLevel({ figures, words, named }: Evidence, { weights, bias, marks }: Calibrated): Confidence {
  const score = confidenceScore(figures, weights, bias);
  if (score >= marks.high) return 'high';
  const isCovered = named || (words > 0 && words <= FEW_TERMS && figures.covered > 0.999);
  return score >= marks.low || isCovered ? 'fair' : 'low';
}

export const confidenceScore = (figures: Figures, weights: Calibrated['weights'], bias: number): number =>
  // The weights have the names of the figures.
  Object.entries(weights).reduce((total, [name, weight]) => total + weight * figures[name as keyof Figures], bias);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);
const max = (values: readonly number[]): number => Math.max(0, ...values);
