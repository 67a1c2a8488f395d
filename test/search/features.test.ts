/** What is known of a question and a chunk, each for itself; how much it counts is ranker.test.ts. */
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/schema.js';
import { askedOf } from '../../src/search/asked.js';
import { candidatesOf, shareOf } from '../../src/search/candidates.js';
import { companyOf } from '../../src/search/company.js';
import { closeNames, closeValues, firstNames, firstValues, reasons } from '../../src/search/features.js';
import type { Looked } from '../../src/search/look.js';
import { meantBy } from '../../src/search/meant.js';
import { placesOf } from '../../src/search/places.js';
import { parseQuery } from '../../src/search/query.js';
import { distance, readFor } from '../../src/search/read.js';
import { queryWords } from '../../src/text/words.js';

/** As if of 100 chunks ten had each word. */
const asked = (text: string, frequencies?: readonly number[]) => {
  const query = parseQuery(text);
  return askedOf(query, frequencies ?? queryWords(query.text).map(() => 10), 100);
};
const looked = (words: Record<string, number>, near: Record<string, number> = {}): Looked => ({
  words: Object.entries(words).map(([id, score]) => ({ id, score, document: score })),
  near: Object.entries(near).map(([id, score]) => ({ id, score })),
  allNear: [],
  moreWords: false,
  moreNear: false,
});
const chunk = (over: Partial<Chunk>): Chunk =>
  ({
    id: 'main:a.py#f',
    docId: 'main:a.py',
    chunkType: 'function',
    name: 'f',
    fullName: 'f',
    breadcrumb: 'a.py',
    content: 'x',
    tokenCount: 10,
    position: 0,
    depth: 1,
    partIndex: 1,
    partOf: 1,
    embedHash: 'h',
    metadata: {},
    ...over,
  }) as Chunk; // all that is asked of it

describe('a question', () => {
  it.each([
    ['how are users deleted', 'how'],
    ['where is the timeout set', 'where'],
    ['who may delete a user', 'where'],
    ['what is a mailer', 'what'],
    ['why is the cache not cleared', 'why'],
    ['I want to add a language', 'change'],
    ['the server does not answer to anybody', 'sentence'],
    ['session cookie expiry', 'keywords'],
  ])('has a form: %s is %s', (text, form) => expect(asked(text).form).toBe(form));

  it('has names and symbols', () => {
    expect(asked('where is getUser called').names).toEqual(new Set(['getuser']));
    expect(asked('where is getUser called').symbols).toEqual(new Set());
    expect(asked('Client::get_user').symbols).toEqual(new Set(['client.getuser']));
    expect(asked('symbol:open').symbols).toEqual(new Set(['open']));
  });

  it('knows how rare its words are, and counts none that nobody says', () => {
    const { rarity, rarest } = asked('common rare unknown', [50, 1, 0]);
    expect(rarity).toEqual([Math.log(101 / 50), Math.log(101), 0]);
    expect(rarest).toEqual([1, 0]);
  });

  it('knows how its words were written', () =>
    expect(asked('Caches cached').spelt.get('cach')).toEqual(new Set(['caches', 'cached'])));
});

describe('candidates', () => {
  it('are each once, with their path and name out of their id', () => {
    const { all } = candidatesOf(looked({ 'main:src/a.ts#Client.get~2': 9, art_1: 3 }, { art_1: 0.5 }));
    expect(all).toEqual([
      expect.objectContaining({ docId: 'main:src/a.ts', path: 'src/a.ts', name: 'Client.get', near: undefined }),
      expect.objectContaining({ docId: 'art_1', path: '', name: '', near: { rank: 1, score: 0.5 } }),
    ]);
  });

  it('leave nothing to the last of a list that was cut off', () => {
    const found = looked({ a: 9, b: 7, c: 5 });
    const shares = (all: Looked) => {
      const { all: list, words } = candidatesOf(all);
      return list.map((one) => Number(shareOf(one.words, words).toFixed(2)));
    };
    expect(shares({ ...found, moreWords: true })).toEqual([1, 0.5, 0]);
    expect(shares(found)).toEqual([1, 0.78, 0.56]);
  });

  it('know how their document answers as a whole, however they were found', () => {
    const { documents, perDocument } = candidatesOf(looked({ 'main:a#x': 8, 'main:b#y': 4 }, { 'main:b#z': 0.4 }));
    expect(Object.fromEntries(documents)).toEqual({ 'main:a': 1, 'main:b': 0.5 });
    expect(Object.fromEntries(perDocument)).toEqual({ 'main:a': 1, 'main:b': 2 });
  });
});

describe('a feature', () => {
  const valuesOf = (text: string, id: string, over: Partial<Chunk> = {}): Record<string, number> => {
    const question = asked(text);
    const candidates = candidatesOf(looked({ [id]: 5 }, { [id]: 0.5 }));
    const pair = { asked: question, candidates, candidate: candidates.all[0] };
    const company = { behind: 0, beside: 0, document: 0, called: 0, alike: 0, leaning: 0 };
    const read = readFor(question, chunk(over), []);
    const values = closeValues(
      { ...pair, chunk: chunk(over), read, company, meant: 0, meantAbove: 0 },
      firstValues(pair),
    );
    return Object.fromEntries(closeNames.map((name, i) => [name, values[i]]));
  };

  it('has a name of its own, and a reason', () => {
    expect(new Set(closeNames).size).toBe(closeNames.length);
    expect(closeNames.slice(0, firstNames.length)).toEqual(firstNames);
    expect(reasons).toHaveLength(closeNames.length);
  });

  it.each([
    ['test', 'how are users deleted', 'main:test/users_test.py#x', 1],
    ['test', 'which test deletes users', 'main:test/users_test.py#x', 0],
    ['prose', 'deleted users', 'main:docs/users.md#x', 1],
    ['settings', 'deleted users', 'main:.github/users.yml', 1],
    ['filenameAsked', 'deleted users', 'main:src/users.py', 1],
    ['pathAsked', 'deleted users', 'main:src/users.py', 0.5],
    ['pathCovers', 'deleted users', 'main:src/users.py', 0.5],
    ['nameAsked', 'users that were deleted', 'main:a.py#delete_user_now', 0.5],
    ['nameCovers', 'users that were deleted', 'main:a.py#delete_user_now', 1],
    ['where', 'where are users deleted', 'main:a.py', 1],
  ])('%s of %s and %s: %f', (name, text, id, value) => expect(valuesOf(text, id)[name]).toBe(value));

  it.each([
    ['close.covered', 'delete users', { content: 'deleted()' }, 0.5],
    ['close.coveredAsWritten', 'delete users', { content: 'deleted() users' }, 0.5],
    ['close.coveredName', 'delete users', { name: 'deleteUser' }, 1],
    ['close.coveredAbove', 'delete users', { breadcrumb: 'users.py' }, 0.5],
    ['close.coveredBody', 'delete users', { name: 'deleteUser' }, 0],
    ['close.nameIs', 'deleteUser', { name: 'delete_user' }, 1],
    ['close.nameIs', 'where is deleteUser called', { name: 'delete_user' }, 1],
    ['close.names', 'where is deleteUser called', { content: 'x = DeleteUser(y)' }, 1],
    ['close.stressed', 'what does `deleteUser` do here', { content: 'deleteuser' }, 1],
    ['close.sideBySide', 'delete users', { content: 'delete the users' }, 1],
    ['close.sideBySide', 'delete users', { content: 'delete x users' }, 0.6],
    ['close.sideBySide', 'users', { content: 'users' }, 0],
    ['close.early', 'users', { content: 'users' }, 1],
    ['close.own', 'users', { context: 'a', content: 'abc' }, 0.75],
  ] as const)('%s of %s and %j: %f', (name, text, over, value) =>
    expect(valuesOf(text, 'main:a.py#f', over)[name]).toBeCloseTo(value, 9),
  );
});

describe('company', () => {
  const store = {
    documentFrequencies: async (words: readonly string[]) => words.map((word) => (word === 'open' ? 7 : 0)),
    vectors: async () =>
      new Map([
        ['h1', Float32Array.from([1, 0])],
        ['h2', Float32Array.from([0, 1])],
      ]),
  };
  const valued = (first: number, over: Partial<Chunk>) => ({ first, chunk: chunk(over) });

  it('is what is beside, in the same document, named by the best, and like them', async () => {
    const company = await companyOf(
      store,
      [
        valued(2, { docId: 'a', position: 3, name: 'caller', content: 'find_root(x)', embedHash: 'h1' }),
        valued(1, { docId: 'a', position: 4, name: 'open', embedHash: 'h2' }),
        valued(0, { docId: 'b', position: 4, name: 'find_root', embedHash: 'h3' }),
      ],
      Float32Array.from([1, 0]),
    );
    expect(company).toEqual([
      { behind: 0, beside: 0, document: -1, called: 0, alike: 1, leaning: 0 },
      { behind: 1, beside: 1, document: 1, called: 0, alike: 0, leaning: Math.log1p(7) },
      { behind: 2, beside: 0, document: -3, called: 1, alike: 0, leaning: 0 },
    ]);
  });

  it('is nothing for one alone, without vectors, and for nobody', async () => {
    expect(await companyOf(store, [], undefined)).toEqual([]);
    expect(await companyOf(store, [valued(1, {})], undefined)).toEqual([
      { behind: 0, beside: 0, document: -3, called: 0, alike: 0, leaning: 0 },
    ]);
  });
});

it('counts the distance from the nearest to the nearest, without words that say nothing', () => {
  const text = 'cache a b c control or the cache of a control';
  const [these, those] = placesOf(text, ['cach', 'control']);
  expect(distance(text, these, those)).toBe(1);
  expect(distance(text, these.slice(0, 1), those.slice(0, 1))).toBe(3); // b and c; a says nothing
  expect(distance(text, these.slice(0, 1), those.slice(1))).toBe(5);
  expect(distance(text, these, [])).toBe(Number.POSITIVE_INFINITY);
});

it('knows other words for what is asked', () => {
  const texts = ['select paths from the tree', 'sort numbers', 'pick files', ''];
  const [other, none, same, nothing] = meantBy('pick files', texts);
  expect(same).toBeCloseTo(1, 5);
  expect(other).toBeGreaterThan(none);
  expect(other).toBeLessThan(same);
  expect(nothing).toBe(0);
  expect(meantBy('', texts)).toEqual([0, 0, 0, 0]);
  expect(meantBy('pick files', [texts[0]])).toEqual([other]);
});
