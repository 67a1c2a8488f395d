import { describe, expect, it } from 'vitest';
import { inShort } from '../../src/checkArgument.js';
import { checkOptions } from '../../src/config/checkOptions.js';
import { either, flag, group, number, oneOf, only, whole, words } from '../../src/config/kinds.js';
import { FroeError } from '../../src/errors.js';

const kinds = {
  limit: whole(1),
  mode: oneOf('words', 'vectors'),
  share: number(0, 1),
  merge: either(only(false), group<{ readonly least?: number }>({ least: whole(0) })),
  filter: group<{ readonly languages?: readonly string[] }>({ languages: words }),
  quick: flag,
};

function refusal(given: unknown, needed: readonly (keyof typeof kinds)[] = []): FroeError {
  try {
    checkOptions('ask()', given, kinds, needed);
  } catch (error) {
    if (error instanceof FroeError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('checkOptions', () => {
  it.each([
    {},
    { limit: undefined },
    { limit: 1, mode: 'words', share: 0.5, merge: false, filter: {}, quick: true },
    { merge: { least: 2 }, filter: { languages: ['python'] } },
    Object.create({ limit: 2 }),
  ])('accepts %j', (given) => {
    expect(() => checkOptions('ask()', given, kinds)).not.toThrow();
  });

  it.each([
    [{ limt: 3 }, "ask(): unknown option 'limt'", /^Did you mean limit\? Known: filter, limit, merge, /],
    [{ Limit: 3 }, "ask(): unknown option 'Limit'", /Did you mean limit\?/],
    [{ zzzzzz: 3 }, "ask(): unknown option 'zzzzzz'", /^Known: filter, /],
    [{ toString: 3 }, "ask(): unknown option 'toString'", /^Known: /],
    [{ filter: { language: ['py'] } }, "ask(): filter: unknown option 'language'", /Did you mean languages\?/],
    [{ merge: { lest: 1 } }, "ask(): merge: unknown option 'lest'", /Did you mean least\?/],
  ])('refuses an unknown name, and suggests the nearest: %j', (given, message, hint) => {
    expect(refusal(given)).toMatchObject({ code: 'bad-option', message });
    expect(refusal(given).hint).toMatch(hint);
  });

  it.each([
    [{ limit: -1 }, 'ask(): limit must be a whole number from 1, not -1'],
    [{ limit: '3' }, 'ask(): limit must be a whole number from 1, not "3"'],
    [{ limit: Number.NaN }, 'ask(): limit must be a whole number from 1, not NaN'],
    [{ limit: null }, 'ask(): limit must be a whole number from 1, not null'],
    [{ mode: 'fuzzy' }, 'ask(): mode must be words or vectors, not "fuzzy"'],
    [{ share: 2 }, 'ask(): share must be a number from 0 to 1, not 2'],
    [{ merge: true }, 'ask(): merge must be false or an object, not true'],
    [{ filter: { languages: 'python' } }, 'ask(): filter: languages must be a list of texts, not "python"'],
    [{ quick: 1 }, 'ask(): quick must be true or false, not 1'],
  ])('refuses a value of another type, and lists what is allowed: %j', (given, message) => {
    expect(refusal(given)).toMatchObject({ code: 'bad-option', message });
  });

  it.each([[null], [5], ['limit'], [[1]]])('refuses options that are not an object: %j', (given) => {
    expect(refusal(given)).toMatchObject({ message: `ask(): options must be an object, not ${inShort(given)}` });
  });

  it('refuses a missing required option', () => {
    expect(refusal({ quick: true }, ['limit'])).toMatchObject({
      message: 'ask(): limit is required: it must be a whole number from 1',
    });
  });
});

describe('a value as an error names it', () => {
  it.each([
    [undefined, 'undefined'],
    [() => 1, 'a function'],
    [{ a: 1 }, 'an object of Object'],
    [Promise.resolve(), 'a promise (await it first)'],
    [Object.create(null), 'an object of no class'],
    [10n, '10'],
    ['x'.repeat(100), `"${'x'.repeat(59)}…`],
    [[1, 2], '[1,2]'],
  ])('%s', (value, said) => {
    expect(inShort(value)).toBe(said);
  });
});
