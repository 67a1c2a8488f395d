/** Where sentences begin: by the rule, one place at a time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutsIn } from './cutsIn.js';

/** What the start of a sentence inside a line costs. */
const SENTENCE = 2.8;

function sentenceStarts(text: string): number[] {
  const { at, cost } = cutsIn(text, { start: 0, end: text.length }, 'prose', () => false);
  return at.filter((_, i) => cost[i] === SENTENCE);
}

/** After each stop, its closers and the space; without a space, only after a stop of Chinese. */
function byTheRule(text: string): number[] {
  const starts = new Set<number>();
  for (let at = 1; at < text.length; at++) {
    const [all, run, space] = /^([.!?…。！？)"]*)(\s*)/.exec(text.slice(at)) ?? ['', '', ''];
    const stop = text.charAt(at - 1);
    if (!'.!?…。！？'.includes(stop) || at + all.length >= text.length) continue;
    if (space !== '' || '。！？'.includes(stop)) starts.add(at + run.length + space.length);
  }
  return [...starts];
}

describe('sentences', () => {
  it('begin after a terminator and its space', () => {
    const text = fc.array(fc.constantFrom('.', '。', '！', ')', '"', ' ', 'a', 'B'), { maxLength: 40 });
    fc.assert(
      fc.property(text, (parts) => {
        expect(sentenceStarts(parts.join(''))).toEqual(byTheRule(parts.join('')));
      }),
      { numRuns: 500 },
    );
  });
});
