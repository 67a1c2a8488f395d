import { describe, expect, it } from 'vitest';
import { FroeError } from '../src/errors.js';
import { govern, models } from '../src/models.js';
import { defaults, limits, SMALLEST_CAP, simpleOverlap } from '../src/options.js';

/** What a call throws; a call that throws nothing fails the test. */
function refusal(call: () => unknown): FroeError {
  try {
    call();
  } catch (error) {
    if (error instanceof FroeError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('simpleOverlap', () => {
  it.each([
    [100, 50],
    [250, 50],
    [255, 51],
    [600, 120],
    [999, 199],
    [1000, 200],
    [5000, 200],
  ])('%i → %i', (limit, overlap) => {
    expect(simpleOverlap(limit)).toBe(overlap);
  });
});

describe('limits', () => {
  it('computes the defaults', () => {
    expect(limits()).toEqual({ ...defaults, minTokens: 76, overlap: 102, between: 0 });
    expect(limits({})).toEqual(limits());
  });

  it.each([
    [SMALLEST_CAP, 2],
    [64, 16],
    [100, 25],
    [200, 50],
    [240, 50],
    [300, 60],
    [512, 102],
    [1000, 200],
    [8000, 200],
  ])('of %i tokens repeats %i: a fifth, from 50 to 200, and a quarter at most', (maxTokens, overlap) => {
    expect(limits({ maxTokens }).overlap).toBe(overlap);
    expect(limits({ maxTokens, overlap: 'auto' }).overlap).toBe(overlap);
  });

  it.each([
    [SMALLEST_CAP, 2],
    [100, 25],
    [200, 50],
    [333, 50],
    [400, 60],
    [1024, 153],
    [8000, 1200],
  ])('of %i tokens joins chunks below %i: 15 %%, 50 at least, and a quarter at most', (maxTokens, minTokens) => {
    expect(limits({ maxTokens }).minTokens).toBe(minTokens);
  });

  it('lets later layers override, and ignores what a layer leaves out', () => {
    const preset = { maxChars: 2000, maxTokens: 300, granularity: 'node' } as const;
    expect(limits(preset, { maxTokens: 400, maxChars: undefined })).toEqual({
      maxTokens: 400,
      minTokens: 4,
      overlap: 80,
      between: 0,
      granularity: 'node',
      maxChars: 2000,
    });
    expect(limits({ overlap: 40 }, { overlap: 0 }, {}).overlap).toBe(0);
    expect(limits({ overlap: 40 }).between).toBe(40);
    expect(limits(preset, { maxChars: Number.POSITIVE_INFINITY }).maxChars).toBe(Number.POSITIVE_INFINITY);
  });

  it('accepts sizes up to their bounds', () => {
    expect(limits({ maxTokens: 100, overlap: 50 }).overlap).toBe(50);
    expect(limits({ maxTokens: 100, minTokens: 100 }).minTokens).toBe(100);
    expect(limits({ maxTokens: 100, minTokens: 0, overlap: 0 })).toMatchObject({ minTokens: 0, overlap: 0 });
    expect(limits({ maxChars: 16 }).maxChars).toBe(16);
  });

  it.each([
    [{ maxTokens: SMALLEST_CAP - 1 }, 'maxTokens must be a whole number of at least 8, not 7'],
    [{ maxTokens: 100.5 }, 'maxTokens must be a whole number of at least 8, not 100.5'],
    [{ maxTokens: Number.NaN }, 'maxTokens must be a whole number of at least 8, not NaN'],
    [{ maxTokens: Number.POSITIVE_INFINITY }, 'maxTokens must be a whole number of at least 8, not Infinity'],
    [{ overlap: -1 }, 'overlap must be a whole number of at least 0, not -1'],
    [{ minTokens: 1.5 }, 'minTokens must be a whole number of at least 0, not 1.5'],
    [{ maxChars: 15 }, 'maxChars must be a whole number of at least 16, not 15'],
  ])('refuses %j', (layer, message) => {
    expect(refusal(() => limits(layer))).toMatchObject({ code: 'bad-option', message });
  });

  it('has a hint if two sizes do not fit together', () => {
    expect(refusal(() => limits({ maxTokens: 100, overlap: 51 }))).toMatchObject({
      code: 'bad-option',
      message: 'overlap 51 is more than half of maxTokens 100',
      hint: 'Lower the overlap.',
    });
    expect(refusal(() => limits({ maxTokens: 100, minTokens: 101 }))).toMatchObject({
      code: 'bad-option',
      message: 'minTokens 101 is more than maxTokens 100',
      hint: 'Lower minTokens.',
    });
  });
});

describe('govern', () => {
  it.each([
    ['text-embedding-3-small', 7000],
    ['text-embedding-3-large', 7000],
    ['voyage-code-2', 14000],
    ['voyage-code-3', 28800],
    ['nomic-embed-text', 7000],
  ])('%s → %i', (name, limit) => {
    expect(govern([models[name]])).toBe(limit);
  });

  it('has exactly the models of this table', () => {
    expect(Object.keys(models)).toHaveLength(5);
  });

  it('takes nine tenths of the smallest window, or a working maximum below that', () => {
    expect(govern([{ window: 512 }, { window: 8192 }])).toBe(460);
    expect(govern([{ window: 8192 }, { window: 512 }])).toBe(460);
    expect(govern([{ window: 8192, effective: 300 }, { window: 512 }])).toBe(300);
    expect(govern(Object.values(models))).toBe(7000);
  });

  it('takes another margin', () => {
    expect(govern([{ window: 1000 }], 0)).toBe(1000);
    expect(govern([{ window: 1000 }], 0.25)).toBe(750);
  });

  it('needs a model', () => {
    expect(refusal(() => govern([]))).toMatchObject({
      code: 'bad-option',
      message: 'govern() needs at least one model',
    });
  });

  it('returns limits that can be met', () => {
    for (const model of Object.values(models)) expect(() => limits({ maxTokens: govern([model]) })).not.toThrow();
  });
});
