/**
 * Does anything here answer the question? Something is always found, and how it
 * compares with the rest does not say whether it is any good.
 *
 *     question ─words→ how often here, how often elsewhere ─┐
 *     ten best chunks ─which of the words they have→        ├→ evidence ─weights→ one number ─marks→ high, fair, low
 *     vectors ─how near, and how near the 200 nearest→     ─┘
 *
 * What tells most is whether the best have those words of the question that are
 * said here more than elsewhere: any code base has something about a cache, and
 * only one of proxies has ten chunks that say `upstream`.
 *
 * Weights and marks are fitted (calibration.ts, by eval/confidence.mjs), for each
 * mode by itself. How near is near differs from model to model: without vectors
 * of the one that was calibrated, words alone are judged.
 */
import type { Hit } from '../store/store.js';
import { backgroundIdf } from './backgroundIdf.js';
import { type Calibrated, calibration } from './calibration.js';
import type { ScoredChunk } from './result.js';
import { searchableText } from './textOf.js';
import { wordRanges } from './wordRanges.js';

export const confidences = ['high', 'fair', 'low'] as const;
export type Confidence = (typeof confidences)[number];

/** What is said where the confidence is low; results are shown all the same. */
export const UNANSWERED = 'nothing here answers this well';

/** What the confidence in an answer is judged by. */
export interface Evidence {
  readonly figures: Figures;
  /** How many different words were asked for. */
  readonly words: number;
  /** A result has the very name or phrase that was asked for. */
  readonly named: boolean;
}

export interface Figures {
  /** How much of the question one of the ten best has, words weighed by how rare they are elsewhere; 0 to 1. */
  readonly covered: number;
  /** The same of the three best, on average. */
  readonly coveredFirst: number;
  /** How much more often its words are said here than elsewhere; −3 to 3. */
  readonly topic: number;
  /** The same, weighed by how rare they are elsewhere. */
  readonly topicRare: number;
  /** How much one of the ten best has of what makes it a question for this index. */
  readonly onTopic: number;
  /** The same of the three best, on average. */
  readonly onTopicFirst: number;
  /** How unlikely it is that words of such rarity meet in a chunk by chance, in one of so many: by what they are elsewhere … */
  readonly meeting: number;
  /** … and here. */
  readonly meetingHere: number;
  /** Of the index: ln of its chunks. */
  readonly size: number;
  /** How near the nearest vector is, the ten nearest are, and the two hundred; 0 without vectors. */
  readonly nearest: number;
  readonly nearestTen: number;
  readonly nearestAll: number;
}

export interface AnsweredQuery {
  readonly words: readonly string[];
  /** How many chunks have each of them. */
  readonly frequencies: readonly number[];
  /** How many chunks there are. */
  readonly chunks: number;
  /** Best first. */
  readonly best: readonly ScoredChunk[];
  readonly near: readonly Hit[];
  readonly named: boolean;
}

const BEST = 10;
const FIRST = 3;
/** More than e³ times as often is no more than that. */
const MOST_TOPIC = 3;
/** Indexes of other sizes than those that were calibrated with say nothing by their size. */
const SIZES = { least: 7, most: 11 };

export const evidenceOf = (answered: AnsweredQuery): Evidence => ({
  figures: figuresOf(answered),
  words: answered.words.length,
  named: answered.named,
});

function figuresOf({ words, frequencies, chunks, best, near }: AnsweredQuery): Figures {
  const weights = words.map(backgroundIdf);
  const all = sum(weights) || 1;
  const topics = frequencies.map((n, i) => {
    const more = Math.log((n + 0.25) / (chunks + 0.5)) + weights[i];
    return Math.max(-MOST_TOPIC, Math.min(MOST_TOPIC, more));
  });
  const rarities = frequencies.map((n) => Math.log((chunks + 1) / (n + 1)));
  /** By chunk, of each word: 1 where the chunk has it. */
  const has = best
    .slice(0, BEST)
    .map(({ chunk }) => wordRanges(searchableText(chunk), words).map((places) => (places.length > 0 ? 1 : 0)));
  const of = (values: readonly number[]): readonly number[] =>
    has.map((row) => sum(row.map((one, i) => one * values[i])));
  const covered = of(weights).map((one) => one / all);
  const onTopic = of(weights.map((weight, i) => weight * (topics[i] + 1))).map((one) => one / all);
  const size = Math.max(SIZES.least, Math.min(SIZES.most, Math.log(chunks + 1)));
  return {
    covered: most(covered),
    coveredFirst: mean(covered.slice(0, FIRST)),
    topic: mean(topics),
    topicRare: sum(topics.map((topic, i) => topic * weights[i])) / all,
    onTopic: most(onTopic),
    onTopicFirst: mean(onTopic.slice(0, FIRST)),
    meeting: most(of(weights)) - size,
    meetingHere: most(of(rarities)) - size,
    size,
    nearest: near[0]?.score ?? 0,
    nearestTen: mean(near.slice(0, BEST).map(({ score }) => score)),
    nearestAll: mean(near.map(({ score }) => score)),
  };
}

/** `model`: whose vectors were asked; undefined when none were. */
export function confidenceOf(evidence: Evidence, mode: keyof typeof calibration.modes, model?: string): Confidence {
  return confidenceLevel(evidence, calibration.modes[model === calibration.model ? mode : 'keyword']);
}

/** A few words, all of which stand in one chunk, are answered by it, whatever they are. */
const FEW = 3;

export function confidenceLevel({ figures, words, named }: Evidence, { weights, bias, marks }: Calibrated): Confidence {
  const judged = confidenceScore(figures, weights, bias);
  if (judged >= marks.high) return 'high';
  const isSaid = named || (words > 0 && words <= FEW && figures.covered > 0.999);
  return judged >= marks.low || isSaid ? 'fair' : 'low';
}

export const confidenceScore = (figures: Figures, weights: Calibrated['weights'], bias: number): number =>
  // Weights are those of the same names.
  Object.entries(weights).reduce((total, [name, weight]) => total + weight * figures[name as keyof Figures], bias);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);
const most = (values: readonly number[]): number => Math.max(0, ...values);
