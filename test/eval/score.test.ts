import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EvalQuestion } from '../../src/eval/question.js';
import { isHit, metricNames, type RankedLines, score } from '../../src/eval/score.js';

const answer = { path: 'a.ts', startLine: 11, endLine: 30 };
const question: EvalQuestion = { id: 'q', kind: 'given', query: 'q', answers: [answer] };
const result = (path: string, from: number, to: number, tokens = 100): RankedLines => ({
  path,
  ranges: [[from, to]],
  tokens,
});

describe('a hit', () => {
  it.each([
    ['half of the answer', result('a.ts', 21, 80), true],
    ['one line less than half of it', result('a.ts', 22, 80), false],
    ['half of the result', result('a.ts', 29, 32), true],
    ['less than half of either', result('a.ts', 30, 32), false],
    ['the same lines of another file', result('b.ts', 11, 30), false],
    ['what is no source', { path: 'a.ts', ranges: [], tokens: 50 }, false],
  ])('%s', (_, one, hit) => {
    expect(isHit(one, answer)).toBe(hit);
  });
});

describe('score', () => {
  it('matches a calculation by hand', () => {
    // 2nd of three; its 10 lines are half of the answer, and all of them are the answer's.
    const found = [result('b.ts', 1, 10, 1000), result('a.ts', 11, 20, 1000), result('c.ts', 1, 10, 2000)];
    const { covers, ...scores } = score(question, found);
    expect(scores).toEqual({
      p5: 0.2,
      recall1: 0,
      recall5: 1,
      recall10: 1,
      mrr: 0.5,
      ndcg: 1 / Math.log2(3),
      efficiency: 0.25,
      cover2k: 0.5,
      cover4k: 0.5,
      cover8k: 0.5,
    });
    expect(covers).toEqual([0, 0, 0.5, 0.5, 0.5, 0.5]);
  });

  it('cuts the last result where the budget ends', () => {
    // 20 lines of 8,000 tokens: 2,000 are the first five.
    expect(score(question, [result('a.ts', 11, 30, 8000)]).covers).toEqual([0.05, 0.1, 0.25, 0.5, 1, 1]);
  });

  it('counts an answer once, at its first position', () => {
    const two: EvalQuestion = { ...question, answers: [answer, { path: 'b.ts', startLine: 1, endLine: 10 }] };
    const found = [result('a.ts', 11, 30), result('a.ts', 11, 30), result('b.ts', 1, 10)];
    const { recall1, recall5, ndcg, p5, efficiency } = score(two, found);
    expect([recall1, recall5, p5]).toEqual([0.5, 1, 0.6]);
    expect(ndcg).toBeCloseTo((1 + 1 / Math.log2(4)) / (1 + 1 / Math.log2(3)), 12);
    expect(efficiency).toBeCloseTo(2 / 3, 12);
  });

  it('leaves out the origin of the question, unless it is also an answer', () => {
    const asked: EvalQuestion = { ...question, exclude: [{ path: 'b.ts', startLine: 5, endLine: 5 }] };
    expect(score(asked, [result('b.ts', 1, 10), result('a.ts', 11, 30)]).mrr).toBe(1);
    const same: EvalQuestion = { ...question, exclude: [{ path: 'a.ts', startLine: 12, endLine: 12 }] };
    expect(score(same, [result('b.ts', 1, 10), result('a.ts', 11, 30)]).mrr).toBe(0.5);
  });

  it('stays between 0 and 1, grows with the budget, and is full for the answers themselves', () => {
    const place = fc
      .tuple(fc.constantFrom('a.ts', 'b.ts'), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 30 }))
      .map(([path, from, more]) => ({ path, startLine: from, endLine: from + more }));
    const ranked = fc
      .tuple(place, fc.integer({ min: 1, max: 3000 }))
      .map(([{ path, startLine, endLine }, tokens]) => result(path, startLine, endLine, tokens));
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 1, maxLength: 4 }),
        fc.array(ranked, { maxLength: 12 }),
        (answers, found) => {
          const asked: EvalQuestion = { ...question, answers };
          const scores = score(asked, found);
          for (const name of metricNames) {
            expect(scores[name]).toBeGreaterThanOrEqual(0);
            expect(scores[name]).toBeLessThanOrEqual(1 + 1e-9);
          }
          expect([...scores.covers].sort((a, b) => a - b)).toEqual(scores.covers);
          const whole = answers.map(({ path, startLine, endLine }) => result(path, startLine, endLine, 10));
          expect(score(asked, whole)).toMatchObject({ mrr: 1, recall10: 1, cover2k: 1 });
        },
      ),
    );
  });
});
