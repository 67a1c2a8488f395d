/**
 * How a score was computed: what was added and by what it was multiplied, in order.
 *
 *     + 0.40  keywords #1     0.40
 *     + 0.10  vectors #7      0.50
 *     × 1.30  name            0.65
 *     + 0.05  merged          0.70      the score
 *
 * The score is always computed from the steps, so that both agree.
 */
export interface ScoreStep {
  readonly reason: string;
  readonly kind: 'add' | 'multiply';
  readonly value: number;
  /** Rank (from 1) and score of the chunk in the list that this step is from. */
  readonly ranked?: { readonly rank: number; readonly score: number };
}

export type Explanation = readonly ScoreStep[];

export const scoreOf = (steps: Explanation): number => steps.reduce(applyStep, 0);

const applyStep = (score: number, { kind, value }: ScoreStep): number =>
  kind === 'add' ? score + value : score * value;

/** A step with its effect on the rounded score. */
export interface ExplanationEntry extends ScoreStep {
  readonly change: number;
}

/**
 * The change by each step, rounded so that the sum after every step is the rounded
 * score at that point.
 */
export function explanationEntries(steps: Explanation, digits: number): ExplanationEntry[] {
  const rounded = (score: number): number => Number(score.toFixed(digits));
  let score = 0;
  return steps.map((step) => {
    const before = score;
    score = applyStep(before, step);
    return { ...step, change: rounded(rounded(score) - rounded(before)) };
  });
}

/**
 * The explanation on one line:
 *
 *     0.400 keywords #1 (12.30) + 0.100 vectors #7 (0.43) + 0.150 name (×1.3) = 0.650
 */
export function formatExplanation(steps: Explanation, digits: number): string {
  const terms = explanationEntries(steps, digits).map((entry, i) => {
    const { kind, value, change } = entry;
    const sign = i === 0 ? '' : change < 0 ? '- ' : '+ ';
    const times = kind === 'multiply' ? ` (×${Number(value.toPrecision(3))})` : '';
    return `${sign}${Math.abs(change).toFixed(digits)} ${formatStep(entry)}${times}`;
  });
  return [...terms, `= ${scoreOf(steps).toFixed(digits)}`].join(' ');
}

/** `keywords #1 (12.30)`, `term proximity` */
const formatStep = ({ reason, ranked }: ScoreStep): string =>
  ranked ? `${reason} #${ranked.rank} (${ranked.score.toFixed(2)})` : reason;
