/** The features of a query and a chunk; their weights are tested in ranker.test.ts. */
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/schema.js';
import { collectCandidates, normalizedScore } from '../../src/search/candidates.js';
import { crossChunkFeatures } from '../../src/search/crossChunkFeatures.js';
import {
  firstStageFeatures,
  firstStageValues,
  reasons,
  secondStageFeatures,
  secondStageValues,
} from '../../src/search/features.js';
import { parseQuery } from '../../src/search/query.js';
import { profileQuery, type QueryProfile } from '../../src/search/queryProfile.js';
import type { Retrieved } from '../../src/search/retrieve.js';
import { similarTerms, synonymsOfTexts } from '../../src/search/similarTerms.js';
import { matchTerms, wordDistance } from '../../src/search/termMatches.js';
import { wordRanges } from '../../src/search/wordRanges.js';
import { queryWords } from '../../src/text/words.js';

/** As if of 100 chunks ten had each word. */
const profileOf = (text: string, frequencies?: readonly number[], synonyms?: QueryProfile['synonyms']) => {
  const query = parseQuery(text);
  return profileQuery(query, frequencies ?? queryWords(query.text).map(() => 10), 100, synonyms);
};
const retrievedOf = (words: Record<string, number>, near: Record<string, number> = {}): Retrieved => ({
  keyword: Object.entries(words).map(([id, score]) => ({ id, score, document: score })),
  vector: Object.entries(near).map(([id, score]) => ({ id, score })),
  allVector: [],
  moreKeyword: false,
  moreVector: false,
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
  ])('has a form: %s is %s', (text, form) => expect(profileOf(text).form).toBe(form));

  it('has names and symbols', () => {
    expect(profileOf('where is getUser called').names).toEqual(new Set(['getuser']));
    expect(profileOf('where is getUser called').symbols).toEqual(new Set());
    expect(profileOf('Client::get_user').symbols).toEqual(new Set(['client.getuser']));
    expect(profileOf('symbol:open').symbols).toEqual(new Set(['open']));
  });

  it('has the rarity of its words, and ignores words that no chunk has', () => {
    const { idf: rarity, rarest } = profileOf('common rare unknown', [50, 1, 0]);
    expect(rarity).toEqual([Math.log(101 / 50), Math.log(101), 0]);
    expect(rarest).toEqual([1, 0]);
  });

  it('keeps the spelling of its words', () =>
    expect(profileOf('Caches cached').spellings.get('cach')).toEqual(new Set(['caches', 'cached'])));
});

describe('candidates', () => {
  it('are unique, with path and name from their id', () => {
    const { all } = collectCandidates(retrievedOf({ 'main:src/a.ts#Client.get~2': 9, art_1: 3 }, { art_1: 0.5 }));
    expect(all).toEqual([
      expect.objectContaining({ docId: 'main:src/a.ts', path: 'src/a.ts', name: 'Client.get', vector: undefined }),
      expect.objectContaining({ docId: 'art_1', path: '', name: '', vector: { rank: 1, score: 0.5 } }),
    ]);
  });

  it('give no score to the last of a truncated list', () => {
    const found = retrievedOf({ a: 9, b: 7, c: 5 });
    const shares = (all: Retrieved) => {
      const { all: list, keyword: words } = collectCandidates(all);
      return list.map((one) => Number(normalizedScore(one.keyword, words).toFixed(2)));
    };
    expect(shares({ ...found, moreKeyword: true })).toEqual([1, 0.5, 0]);
    expect(shares(found)).toEqual([1, 0.78, 0.56]);
  });

  it('have the score of their document, however they were found', () => {
    const { documents, perDocument } = collectCandidates(
      retrievedOf({ 'main:a#x': 8, 'main:b#y': 4 }, { 'main:b#z': 0.4 }),
    );
    expect(Object.fromEntries(documents)).toEqual({ 'main:a': 1, 'main:b': 0.5 });
    expect(Object.fromEntries(perDocument)).toEqual({ 'main:a': 1, 'main:b': 2 });
  });
});

describe('a folder', () => {
  const candidates = collectCandidates(
    retrievedOf({ 'main:src/a.py#x': 8, 'main:src/a.py#y': 6, 'main:src/b.py#z': 4, 'main:c.py': 2 }),
  );
  const of = (id: string): Record<string, number> => {
    const candidate = candidates.all.find((one) => one.id === id);
    if (!candidate) throw new Error(`no ${id}`);
    const values = firstStageValues({ query: profileOf('users'), candidates, candidate });
    return Object.fromEntries(firstStageFeatures.map((name, i) => [name, values[i]]));
  };

  it('counts the hits in other documents of the folder, and has the score of the best of them', () => {
    expect(of('main:src/b.py#z')).toMatchObject({ ofFolder: Math.log(3), folderBest: 1 });
    expect(of('main:src/a.py#x')).toMatchObject({ ofFolder: Math.log(2), folderBest: 0.5 });
    expect(of('main:c.py')).toMatchObject({ ofFolder: 0, folderBest: 0 });
  });
});

describe('a feature', () => {
  const valuesOf = (
    text: string,
    id: string,
    over: Partial<Chunk> = {},
    synonyms?: QueryProfile['synonyms'],
  ): Record<string, number> => {
    const question = profileOf(text, undefined, synonyms);
    const candidates = collectCandidates(retrievedOf({ [id]: 5 }, { [id]: 0.5 }));
    const pair = { query: question, candidates, candidate: candidates.all[0] };
    const others = {
      gapToBest: 0,
      gapToNeighbour: 0,
      gapInDocument: 0,
      mentionedByBest: 0,
      similarity: 0,
      nameFrequency: 0,
    };
    const matches = matchTerms(question, chunk(over), []);
    const { name, breadcrumb, content } = chunk(over);
    const [inText, above] = similarTerms(question, [`${name}\n${breadcrumb}\n${content}`, breadcrumb]);
    const [synonymsInName] = synonymsOfTexts(question, [name]);
    const values = secondStageValues(
      {
        ...pair,
        chunk: chunk(over),
        matches,
        together: matches.has,
        others,
        similar: { inText, above },
        synonymsInName,
      },
      firstStageValues(pair),
    );
    return Object.fromEntries(secondStageFeatures.map((name, i) => [name, values[i]]));
  };

  it('has a unique name, and a reason', () => {
    expect(new Set(secondStageFeatures).size).toBe(secondStageFeatures.length);
    expect(secondStageFeatures.slice(0, firstStageFeatures.length)).toEqual(firstStageFeatures);
    expect(reasons).toHaveLength(secondStageFeatures.length);
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

  // Both terms are equally rare, and the other word is worth half of that: a quarter of the query.
  const worth = Math.log(101 / 10) / 2;
  const throttles = [[{ word: 'throttle', term: 'throttl', value: worth }], []];
  it.each([
    ['close.meantWords', { content: 'throttled(x)' }, 0.25],
    ['close.meantWords', { content: 'throttle the speed' }, 0.75],
    ['close.meantWords', { content: 'cap, or throttle' }, 0.5],
    ['close.synonyms', { content: 'cap, or throttle' }, 0],
    ['close.synonyms', { content: 'throttle the speed' }, 0.25],
    ['close.meantName', { name: 'Throttle' }, 0.25],
    ['close.meantName', { content: 'throttle' }, 0],
    ['close.meantHeading', { breadcrumb: 'throttle.py' }, 0.25],
  ] as const)('%s of "cap the speed" and %j, with another word: %f', (name, over, value) =>
    expect(valuesOf('cap the speed', 'main:a.py#f', over, throttles)[name]).toBeCloseTo(value, 9),
  );

  it.each([
    ['nameMeans', 'main:a.py#ThrottledStream', 0.25],
    ['nameMeans', 'main:a.py#speedCap', 1],
    ['pathMeans', 'main:throttle/speed.py', 0.75],
  ])('%s of "cap the speed" and %s, with another word: %f', (name, id, value) =>
    expect(valuesOf('cap the speed', id, {}, throttles)[name]).toBeCloseTo(value, 9),
  );
});

describe('cross-chunk features', () => {
  const store = {
    documentFrequencies: async (words: readonly string[]) => words.map((word) => (word === 'open' ? 7 : 0)),
    vectors: async () =>
      new Map([
        ['h1', Float32Array.from([1, 0])],
        ['h2', Float32Array.from([0, 1])],
      ]),
  };
  const valued = (logOdds: number, over: Partial<Chunk>) => ({ logOdds, chunk: chunk(over) });

  it('cover neighbours, the same document, names in the best, and similarity', async () => {
    const features = await crossChunkFeatures(
      store,
      [
        valued(2, { docId: 'a', position: 3, name: 'caller', content: 'find_root(x)', embedHash: 'h1' }),
        valued(1, { docId: 'a', position: 4, name: 'open', embedHash: 'h2' }),
        valued(0, { docId: 'b', position: 4, name: 'find_root', embedHash: 'h3' }),
      ],
      Float32Array.from([1, 0]),
    );
    expect(features).toEqual([
      { gapToBest: 0, gapToNeighbour: 0, gapInDocument: -1, mentionedByBest: 0, similarity: 1, nameFrequency: 0 },
      {
        gapToBest: 1,
        gapToNeighbour: 1,
        gapInDocument: 1,
        mentionedByBest: 0,
        similarity: 0,
        nameFrequency: Math.log1p(7),
      },
      { gapToBest: 2, gapToNeighbour: 0, gapInDocument: -3, mentionedByBest: 1, similarity: 0, nameFrequency: 0 },
    ]);
  });

  it('are 0 for a single chunk, without vectors, and for an empty list', async () => {
    expect(await crossChunkFeatures(store, [], undefined)).toEqual([]);
    expect(await crossChunkFeatures(store, [valued(1, {})], undefined)).toEqual([
      { gapToBest: 0, gapToNeighbour: 0, gapInDocument: -3, mentionedByBest: 0, similarity: 0, nameFrequency: 0 },
    ]);
  });
});

it('count the distance between nearest words, without stop words', () => {
  const text = 'cache a b c control or the cache of a control';
  const [these, those] = wordRanges(text, ['cach', 'control']);
  expect(wordDistance(text, these, those)).toBe(1);
  expect(wordDistance(text, these.slice(0, 1), those.slice(0, 1))).toBe(3); // b and c; a says nothing
  expect(wordDistance(text, these.slice(0, 1), those.slice(1))).toBe(5);
  expect(wordDistance(text, these, [])).toBe(Number.POSITIVE_INFINITY);
});

describe('similar terms', () => {
  it('are near by the model', () => {
    const maxSims = (text: string, texts: readonly string[]): number[] =>
      similarTerms(profileOf(text), texts).map(({ maxSim }) => maxSim);
    const texts = ['select paths from the tree', 'sort numbers', 'pick files', ''];
    const [other, none, same, nothing] = maxSims('pick files', texts);
    expect(same).toBeCloseTo(1, 5);
    expect(other).toBeGreaterThan(none);
    expect(other).toBeLessThan(same);
    expect(nothing).toBe(0);
    expect(maxSims('', texts)).toEqual([0, 0, 0, 0]);
    expect(maxSims('pick files', [texts[0]])).toEqual([other]);
  });

  it('have the value of the best other word of each term, in any form', () => {
    const of = (word: string, value: number) => ({ word, term: word, value });
    const query = { text: 'cap the speed', synonyms: [[of('throttle', 3), of('limit', 2)], [of('rate', 1)]] };
    const values = (texts: readonly string[]) => similarTerms(query, texts).map(({ synonyms }) => synonyms);
    expect(values(['throttling', 'limits the rates', 'limit or throttle', 'limb'])).toEqual([
      [3, 0],
      [2, 0], // rates: a word of four letters has no other forms
      [3, 0],
      [0, 0],
    ]);
    expect(values(['rateLimiter', ''])).toEqual([
      [2, 1],
      [0, 0],
    ]);
  });
});
