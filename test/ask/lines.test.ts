import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../src/ask/lines.js';
import { chunk } from '../../src/engine.js';

describe('the lines of pieces', () => {
  it('are those of the text, however it was cut', async () => {
    const line = fc.constantFrom(
      '',
      'def f(x):',
      '    return x',
      '# Title',
      'A sentence. And another one, longer.',
      'ä 𝒳 …',
    );
    const text = fc.tuple(fc.array(line, { minLength: 1, maxLength: 60 }), fc.constantFrom('\n', '\r\n'), fc.boolean());
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom('a.py', 'a.md', 'a.txt'),
        fc.integer({ min: 16, max: 60 }),
        async ([lines, end, ended], path, maxTokens) => {
          const whole = lines.join(end) + (ended ? end : '');
          const { chunks } = await chunk(whole, { path, maxTokens, overlap: 4 });
          const expected = whole.split(/\r\n|\n/).map((one, i) => ({ number: i + 1, text: one }));
          const found = linesOf(chunks.filter(({ synthetic }) => !synthetic));
          // Only blank lines may be in no piece.
          const missing = expected.filter(({ number }) => !found.some((one) => one.number === number));
          expect(missing.filter(({ text: said }) => said.trim() !== '')).toEqual([]);
          expect(found).toEqual(expected.filter(({ number }) => found.some((one) => one.number === number)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('puts a line together that two pieces share', async () => {
    const { chunks } = await chunk(`${'word '.repeat(100)}\nend\n`, { path: 'a.txt', maxTokens: 32, overlap: 0 });
    expect(chunks.length).toBeGreaterThan(2);
    expect(linesOf(chunks).map(({ text }) => text.trimEnd())).toEqual(['word '.repeat(100).trimEnd(), 'end']);
  });

  it('are none of nothing', () => {
    expect(linesOf([])).toEqual([]);
  });
});
