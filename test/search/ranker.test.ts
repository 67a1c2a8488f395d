import { describe, expect, it } from 'vitest';
import { scoreOf } from '../../src/search/explanation.js';
import { firstStageFeatures, reasons, secondStageFeatures } from '../../src/search/features.js';
import { explainOdds, rankerOf, rankers } from '../../src/search/ranker.js';

const at = (name: string): number => secondStageFeatures.indexOf(name);
/**
 *     0  words ≥ 0.4 ?  no   1  −0.3                     5  words ≥ 0.8 ?  no   6  −0.6
 *                       yes  2  test ≥ 0.5 ?  no   3  0.5                  yes  7   0.2
 *                                             yes  4  −0.1
 */
const small = rankerOf({
  features: secondStageFeatures,
  feature: [at('words'), -1, at('test'), -1, -1, at('words'), -1, -1],
  limit: [0.4, 0, 0.5, 0, 0, 0.8, 0, 0],
  value: [0, -0.3, 0.3, 0.5, -0.1, -0.5, -0.6, 0.2],
  next: [1, 0, 3, 2, 3, 6, 5, 6],
  trees: [0, 2, 5, 1],
});
const values = (words: number, test: number): number[] =>
  secondStageFeatures.map((name) => (name === 'words' ? words : name === 'test' ? test : 0));

describe('a ranker', () => {
  it.each([
    [0.1, 0, -0.3 - 0.6],
    [0.5, 0, 0.5 - 0.6],
    [0.5, 1, -0.1 - 0.6],
    [0.9, 0, 0.5 + 0.2],
  ])('sums its trees: words %f, test %f: %f', (words, test, sum) =>
    expect(small.trees.sums([values(words, test)])[0]).toBeCloseTo(sum, 12),
  );

  it('explains the odds by the factor of every feature', () =>
    expect(explainOdds(small, [values(0.5, 1)], () => ({ keywords: { rank: 2, score: 7 } }))[0]).toEqual([
      { reason: 'base odds', kind: 'add', value: Math.exp(-0.5) },
      { reason: 'kind of file', kind: 'multiply', value: expect.closeTo(Math.exp(-0.4), 12) },
      {
        reason: 'keywords',
        kind: 'multiply',
        value: expect.closeTo(Math.exp(0.3 - 0.1), 12),
        ranked: { rank: 2, score: 7 },
      },
    ]));

  it('combines small factors into one', () => {
    const faint = rankerOf({
      features: secondStageFeatures,
      feature: [at('words'), -1, -1],
      limit: [0.5, 0, 0],
      value: [0, -0.01, 0.03],
      next: [1, 0, 1],
      trees: [0, 1],
    });
    expect(explainOdds(faint, [values(1, 0)], () => ({}))[0].map(({ reason }) => reason)).toEqual([
      'base odds',
      'other features',
    ]);
  });
});

describe.each(['first', 'closely'] as const)('the ranker in the package, %s', (which) => {
  const ranker = rankers()[which];
  const names = which === 'first' ? firstStageFeatures : secondStageFeatures;

  it('was trained on the current features, in their order', () => expect(ranker.features).toEqual(names));

  it('has the same score by its reasons as by its sum', () => {
    for (let n = 0; n < 50; n++) {
      const some = names.map((_, i) => Math.sin(n * 31 + i * 7) * (i % 5));
      const steps = explainOdds(ranker, [some], () => ({}))[0];
      expect(Math.log(scoreOf(steps))).toBeCloseTo(ranker.trees.sums([some])[0], 9);
      for (const { reason } of steps) expect([...reasons, 'base odds', 'other features']).toContain(reason);
    }
  });
});
