import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BatchOutcome, batches, inBatches } from '../../src/embed/batch.js';
import type { Arrival } from '../../src/embed/embedder.js';
import { FroeError } from '../../src/errors.js';

const drawn = (tokens: readonly number[], limits: { texts: number; tokens: number }): string =>
  batches(tokens, limits)
    .map(({ start, end }) => `[${tokens.slice(start, end).join(' ')}]`)
    .join('');

describe('batches', () => {
  it.each([
    ['[40 40][40][90][20]', [40, 40, 40, 90, 20], { texts: 8, tokens: 100 }],
    ['[1 1][1 1][1]', [1, 1, 1, 1, 1], { texts: 2, tokens: 100 }],
    ['[50 50][1]', [50, 50, 1], { texts: 8, tokens: 100 }],
    ['[1][500][1]', [1, 500, 1], { texts: 8, tokens: 100 }],
    ['', [], { texts: 8, tokens: 100 }],
  ] as const)('%s', (expected, tokens, limits) => {
    expect(drawn(tokens, limits)).toBe(expected);
  });

  it('have every text once, in order, within both limits; and none would fit into the one before', () => {
    const limits = fc.record({ texts: fc.integer({ min: 1, max: 5 }), tokens: fc.integer({ min: 1, max: 40 }) });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), limits, (tokens, limits) => {
        const spans = batches(tokens, limits);
        const sum = (start: number, end: number) => tokens.slice(start, end).reduce((a, b) => a + b, 0);
        expect(spans.flatMap(({ start, end }) => tokens.slice(start, end))).toEqual(tokens);
        for (const [i, { start, end }] of spans.entries()) {
          expect(end).toBeGreaterThan(start);
          expect(end - start).toBeLessThanOrEqual(limits.texts);
          if (end - start > 1) expect(sum(start, end)).toBeLessThanOrEqual(limits.tokens);
          const after = spans[i + 1];
          if (after) expect(end - start === limits.texts || sum(start, end + 1) > limits.tokens).toBe(true);
        }
      }),
    );
  });
});

describe('inBatches', () => {
  const spans = Array.from({ length: 6 }, (_, i) => ({ start: i, end: i + 1 }));
  const good = { vectors: [Float32Array.of(1)] };
  const bad = (reach: 'batch' | 'all' | 'perhaps-all'): BatchOutcome => ({
    error: new FroeError('provider', reach),
    reach,
  });

  /** Which batches were sent, and what came of each: `v` for vectors, `x` for an error. */
  async function run(
    outcome: (n: number) => BatchOutcome,
    concurrency = 1,
  ): Promise<{ sent: number[]; drawn: string }> {
    const sent: number[] = [];
    const results: string[] = [];
    const arrived = (answers: readonly Arrival[]): void => {
      for (const { index, result } of answers) results[index] = result instanceof FroeError ? 'x' : 'v';
    };
    const send = async ({ start }: { start: number }): Promise<BatchOutcome> => {
      sent.push(start);
      return outcome(start);
    };
    await inBatches({ spans, concurrency, send, arrived });
    return { sent, drawn: results.join('') };
  }

  it('a failed batch does not affect the others', async () => {
    expect(await run((n) => (n % 2 ? bad('batch') : good))).toEqual({ sent: [0, 1, 2, 3, 4, 5], drawn: 'vxvxvx' });
  });

  it('a failure that concerns all stops sending', async () => {
    expect(await run((n) => (n === 1 ? bad('all') : good))).toEqual({ sent: [0, 1], drawn: 'vxxxxx' });
  });

  it('one that may concern all stops sending the second time in a row', async () => {
    expect(await run((n) => (n === 1 || n === 3 ? bad('perhaps-all') : good))).toMatchObject({ drawn: 'vxvxvv' });
    expect(await run((n) => (n === 1 || n === 2 ? bad('perhaps-all') : good))).toEqual({
      sent: [0, 1, 2],
      drawn: 'vxxxxx',
    });
  });

  it.each([1, 2, 4, 50])('has at most %i pending, and uses them', async (concurrency) => {
    let now = 0;
    let most = 0;
    const send = async (): Promise<BatchOutcome> => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return good;
    };
    await inBatches({ spans, concurrency, send, arrived: () => {} });
    expect(most).toBe(Math.min(concurrency, spans.length));
  });
});
