/** `mrr=0.4,cover4k=0.7`: what the first strategy must reach, and what of it was missed. */
import { FroeError } from '../errors.js';
import type { EvalReport } from './evaluate.js';
import { type MetricName, metricNames } from './score.js';

export type Thresholds = ReadonlyMap<MetricName, number>;

export function readThresholds(text: string): Thresholds {
  return new Map(
    text.split(',').map((part): [MetricName, number] => {
      const [word, value = ''] = part.split('=').map((one) => one.trim());
      const name = metricNames.find((metric) => metric === word);
      const least = Number(value);
      if (name && value !== '' && least >= 0 && least <= 1) return [name, least];
      throw new FroeError(
        'bad-option',
        `'${part.trim()}' is no threshold`,
        `Such as mrr=0.4. There are ${metricNames.join(', ')}, each from 0 to 1.`,
      );
    }),
  );
}

/** Each as a sentence; none when all is well. */
export function missedThresholds({ strategies: [first] }: EvalReport, thresholds: Thresholds): string[] {
  return [...thresholds].flatMap(([name, least]) => {
    const { mean } = first.metrics[name];
    return mean < least ? [`${name} of ${first.strategy} is ${mean.toFixed(3)}, and should be at least ${least}`] : [];
  });
}
