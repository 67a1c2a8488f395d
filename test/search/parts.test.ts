import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/schema.js';
import { withBeside } from '../../src/search/beside.js';
import { withCompany } from '../../src/search/company.js';
import { elbow } from '../../src/search/cutoff.js';
import { withDocument } from '../../src/search/document.js';
import { fuse } from '../../src/search/fuse.js';
import { distance, withNearness } from '../../src/search/nearness.js';
import { placesOf } from '../../src/search/places.js';
import { parseQuery } from '../../src/search/query.js';
import type { Scored } from '../../src/search/result.js';
import { scopeOf } from '../../src/search/scope.js';
import { wordsOf } from '../../src/text/words.js';

describe('a question', () => {
  it('is words', () =>
    expect(parseQuery('how are chunks packed')).toMatchObject({
      text: 'how are chunks packed',
      filter: {},
      phrases: [],
    }));

  it.each([
    ['path:src/chunk x', { paths: ['src/chunk'] }],
    ['path:*.md -path:a -path:b x', { paths: ['*.md'], notPaths: ['a', 'b'] }],
    ['-path:vendor x', { notPaths: ['vendor'] }],
    ['lang:Python x', { languages: ['Python'] }],
    ['-lang:rst x', { notLanguages: ['rst'] }],
    ['-type:docs x', { notTypes: ['docs'] }],
    ['-symbol:Client x', { notSymbols: ['Client'] }],
    ['-tree:artifacts x', { notTree: 'artifacts' }],
    ['type:function type:class x', { types: ['function', 'class'] }],
    ['tree:main x', { tree: 'main' }],
    ['path:"a b" x', { paths: ['a b'] }],
  ])('%s filters', (typed, filter) =>
    expect(parseQuery(typed)).toEqual(expect.objectContaining({ text: 'x', filter, not: [] })),
  );

  it('has phrases that must be there, and words that must not', () =>
    expect(parseQuery('"token budget" -test -"old way" cut')).toMatchObject({
      text: 'token budget cut',
      phrases: ['token budget'],
      not: ['test', 'old way'],
    }));

  it('stresses what a sentence has in quotes: asking for less than all of them found nothing', () => {
    const sentence = parseQuery('Add "escape json" setting for res.json and "res.jsonp"');
    expect(sentence).toMatchObject({ phrases: [], stressed: ['escape json', 'res.jsonp'] });
    expect(sentence.text).toBe('Add escape json setting for res.json and res.jsonp');
    expect(parseQuery('two words "a phrase"')).toMatchObject({ phrases: ['a phrase'], stressed: [] });
    expect(parseQuery('lang:python path:src "a phrase" symbol:x')).toMatchObject({ phrases: ['a phrase'] });
  });

  it('stresses what is code, however short it is asked', () => {
    expect(parseQuery('`verify` and `get user`')).toMatchObject({ stressed: ['verify', 'get user'], phrases: [] });
    expect(parseQuery('a `` b ` c')).toMatchObject({ stressed: [' b '] });
  });

  it.each(['make -d a short flag', '-k mishandles numbers', 'Add -0', 'how --max-depth works', 'a - b'])(
    'leaves nothing out for what is no word: %s',
    (typed) => expect(parseQuery(typed)).toMatchObject({ text: typed, not: [] }),
  );

  it('has symbols', () =>
    expect(parseQuery('symbol:Client.get')).toMatchObject({
      symbols: ['Client.get'],
      text: 'Client.get',
      filter: { symbols: ['Client.get'] },
    }));

  it.each(['std::vector', 'https://example.org/a', 'a: b', 'C:\\Users'])('takes %s for words', (typed) => {
    expect(parseQuery(typed)).toMatchObject({ filter: {} });
    expect(parseQuery(typed).text).not.toBe('');
  });

  it('says what looked like an operator and is none', () =>
    expect(parseQuery('author:ann cut').unknown).toEqual(['author']));

  it.each(['', '   ', '"', '"unbalanced', '-', '--', 'path:', '-path:', ':::', '"" ""', `${'x '.repeat(50_000)}`])(
    'survives %j',
    (typed) => expect(() => parseQuery(typed)).not.toThrow(),
  );
});

describe('the scope of a question', () => {
  it.each([
    ['getUserById', 'focused'],
    ['where is the timeout set', 'focused'],
    ['how does checkout work?', 'exploratory'],
    ['explain the request lifecycle', 'exploratory'],
    ['how does Client.get work', 'focused'],
    ['list all models', 'comprehensive'],
    ['overview of the architecture', 'comprehensive'],
    ['how does "retry budget" work', 'focused'],
  ])('%s: %s', (typed, scope) => expect(scopeOf(typed)).toBe(scope));
});

describe('two rankings', () => {
  const hit = (id: string, score: number) => ({ id, docId: 'd', score });

  it('are fused by reciprocal ranks counted from 1', () => {
    const fused = fuse(
      [
        { name: 'words', weight: 1, cutOff: false, hits: [hit('a', 9), hit('b', 8)] },
        { name: 'vectors', weight: 1, cutOff: false, hits: [hit('b', 0.9), hit('c', 0.8)] },
      ],
      'rrf',
    );
    expect(fused.map(({ id, score }) => [id, score])).toEqual([
      ['b', 1 / 62 + 1 / 61],
      ['a', 1 / 61],
      ['c', 1 / 62],
    ]);
  });

  it('are fused by scores brought to one measure', () => {
    const fused = fuse(
      [
        { name: 'words', weight: 1, cutOff: false, hits: [hit('a', 20), hit('b', 10)] },
        { name: 'vectors', weight: 0.5, cutOff: false, hits: [hit('b', 0.8), hit('a', 0.4)] },
      ],
      'score',
    );
    expect(fused.map(({ id, score }) => [id, score])).toEqual([
      ['a', 1.25],
      ['b', 1],
    ]);
  });

  it('leave nothing to the last of a list that was cut off', () => {
    const hits = [hit('a', 9), hit('b', 7), hit('c', 5)];
    const shares = (cutOff: boolean) =>
      fuse([{ name: 'words', weight: 1, cutOff, hits }], 'score').map(({ score }) => Number(score.toFixed(2)));
    expect(shares(true)).toEqual([1, 0.5, 0]);
    expect(shares(false)).toEqual([1, 0.78, 0.56]);
  });

  it('are the same on every machine: equals go by name', () => {
    const hits = [hit('z', 1), hit('a', 1), hit('m', 1)];
    expect(fuse([{ name: 'words', weight: 1, cutOff: false, hits }], 'score').map(({ id }) => id)).toEqual([
      'a',
      'm',
      'z',
    ]);
  });
});

describe('company', () => {
  const piece = (id: string, docId: string, score: number): Scored => ({
    id,
    score,
    chunk: { docId } as Chunk, // all that is asked of it
    explanation: [{ reason: 'words', kind: 'add', value: score }],
  });

  it('lifts a piece by 0.15 of the mean of the two best others of its document', () => {
    const ranked = withCompany([
      piece('b', 'b.py', 0.95),
      piece('a1', 'a.py', 0.9),
      piece('a2', 'a.py', 0.8),
      piece('a3', 'a.py', 0.1),
    ]);
    expect(ranked.map(({ id, score }) => [id, Number(score.toFixed(3))])).toEqual([
      ['a1', 0.968],
      ['b', 0.95],
      ['a2', 0.875],
      ['a3', 0.228],
    ]);
    expect(ranked[1].explanation.slice(1)).toEqual([]);
    expect(ranked[0].explanation.slice(1)).toEqual([
      { reason: 'found beside others of its document', kind: 'add', value: expect.closeTo(0.0675, 9) },
    ]);
  });
});

describe('the elbow', () => {
  it.each([
    [[8, 7.5, 7, 3.2, 3, 2.8, 0.9], 0.5, 3],
    [[4, 2, 1], 0.5, 3],
    [[4, 1.99], 0.5, 1],
    [[5], 0.5, 1],
    [[], 0.5, 0],
    [[3, 3, 3], 0.5, 3],
    [[1, 0, 0], 0.5, 1],
    [[0, 0], 0.5, 2],
    [[10, 9, 8], 1, 1],
    [[10, 1], 0, 2],
  ])('of %j at %d is %d', (scores, ratio, at) => expect(elbow(scores, ratio)).toBe(at));
});

describe('the document of a piece', () => {
  const piece = (id: string, docId: string, score: number): Scored => ({
    id,
    score,
    chunk: { docId } as Chunk, // all that is asked of it
    explanation: [{ reason: 'words', kind: 'add', value: score }],
  });
  const ranked = (pieces: readonly Scored[], documents: Readonly<Record<string, number>>): string[] =>
    withDocument(
      pieces,
      Object.entries(documents).map(([id, document]) => ({ id, document, score: 1 })),
    ).map(({ id, score }) => `${id} ${score.toFixed(2)}`);

  it('gives three tenths of what it has as a whole, the best one having 1', () =>
    expect(
      ranked([piece('b1', 'b', 0.6), piece('a1', 'a', 0.5), piece('a2', 'a', 0.2)], { a1: 20, a2: 20, b1: 8 }),
    ).toEqual(['a1 0.80', 'b1 0.72', 'a2 0.50']));

  it('gives it to all its pieces, however they were found', () =>
    expect(ranked([piece('a1', 'a', 0.5), piece('a2', 'a', 0.4), piece('c', 'c', 0.3)], { a1: 20 })).toEqual([
      'a1 0.80',
      'a2 0.70',
      'c 0.30',
    ]));

  it('gives nothing where nothing was found by words, and nothing to what has nothing', () => {
    expect(ranked([piece('a1', 'a', 0.5)], {})).toEqual(['a1 0.50']);
    expect(ranked([piece('a1', 'a', 0)], { a1: 20 })).toEqual(['a1 0.00']);
  });

  it('is among the reasons', () => {
    const [{ explanation }] = withDocument([piece('a1', 'a', 0.5)], [{ id: 'a1', document: 3, score: 1 }]);
    expect(explanation.at(-1)).toEqual({ reason: 'its document answers as a whole', kind: 'add', value: 0.3 });
  });
});

describe('words side by side', () => {
  const piece = (id: string, content: string, score = 1): Scored => ({
    id,
    score,
    chunk: { name: '', breadcrumb: '', content } as Chunk, // all that is asked of it
    explanation: [{ reason: 'words', kind: 'add', value: score }],
  });
  /** What each gained, of the most that there is. */
  const gains = (question: string, ...texts: readonly string[]): Record<string, number> =>
    Object.fromEntries(
      withNearness(
        texts.map((text) => piece(text, text)),
        question,
      ).map(({ id, score }) => [id, Number(((score - 1) / 0.5).toFixed(2))]),
    );
  const apart = (words: number): string => `cache ${'x '.repeat(words)}control`;

  it('are worth more the nearer they are, in either order', () => {
    const texts = [
      'cache control',
      'control cache',
      apart(1),
      apart(2),
      apart(3),
      apart(7),
      apart(8),
      'cache',
      'other',
    ];
    expect(Object.values(gains('cache control', ...texts))).toEqual([1, 1, 0.6, 0.6, 0.3, 0.3, 0, 0, 0]);
  });

  it('are read as full text reads them', () =>
    expect(gains('cache control', 'the cached controls', 'cacheControl()')).toEqual({
      'the cached controls': 1,
      'cacheControl()': 1,
    }));

  it('weigh as much as they are rare', () => {
    const { 'a rare word': rare, 'b common words': common } = gains(
      'rare word of common words',
      'a rare word',
      'b common words',
      'common words c',
      'common words d',
    );
    expect(rare).toBeGreaterThan(common);
    expect(common).toBeGreaterThan(0);
  });

  it('are nothing to a question of one word', () =>
    expect(gains('cache', 'cache cache')).toEqual({ 'cache cache': 0 }));

  it('bring a piece before others', () =>
    expect(
      withNearness([piece('far', apart(20), 0.5), piece('near', 'cache control', 0.4)], 'cache control')[0],
    ).toMatchObject({ id: 'near', explanation: [{ reason: 'words' }, { reason: 'has words side by side' }] }));

  it('are counted from the nearest to the nearest, without words that say nothing', () => {
    const text = 'cache a b c control or the cache of a control';
    const [these, those] = placesOf(text, ['cach', 'control']);
    expect(distance(text, these, those)).toBe(1);
    expect(distance(text, these.slice(0, 1), those.slice(0, 1))).toBe(3); // b and c; a says nothing
    expect(distance(text, these.slice(0, 1), those.slice(1))).toBe(5);
    expect(distance(text, these, [])).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('beside a better piece', () => {
  const piece = (docId: string, position: number, score: number, synthetic = false): Scored => ({
    id: `${docId}${position}${synthetic ? ' outline' : ''}`,
    score,
    chunk: { docId, position, synthetic } as Chunk, // all that is asked of it
    explanation: [{ reason: 'words', kind: 'add', value: score }],
  });
  const ranked = (...pieces: readonly Scored[]): string[] =>
    withBeside(pieces).map(({ id, score }) => `${id} ${score.toFixed(3)}`);

  it('a piece gets a quarter of what that one has more', () =>
    expect(ranked(piece('a', 3, 0.9), piece('a', 4, 0.5), piece('a', 5, 0.1))).toEqual([
      'a3 0.900',
      'a4 0.600',
      'a5 0.200',
    ]));

  it('of two, the better one counts', () =>
    expect(ranked(piece('a', 3, 0.9), piece('a', 5, 0.5), piece('a', 4, 0.1))).toEqual([
      'a3 0.900',
      'a5 0.500',
      'a4 0.300',
    ]));

  it('is nobody of another document, two pieces away, or put together', () =>
    expect(ranked(piece('a', 3, 0.9), piece('b', 4, 0.5), piece('a', 5, 0.4), piece('a', 2, 0.3, true))).toEqual([
      'a3 0.900',
      'b4 0.500',
      'a5 0.400',
      'a2 outline 0.300',
    ]));

  it('may come before another', () => {
    const [, second] = withBeside([piece('a', 3, 0.9), piece('b', 0, 0.5), piece('a', 4, 0.45)]);
    expect(second).toMatchObject({ id: 'a4', explanation: [{ reason: 'words' }, { reason: 'beside a better piece' }] });
  });
});

describe('the places of words', () => {
  const found = (text: string, word: string): string[] =>
    placesOf(text, [word])[0].map(({ start, end }) => text.slice(start, end));

  it.each([
    ['cached controls, getCache() of CACHE_SIZE', 'cach', ['cached', 'Cache', 'CACHE']],
    ['a category of categories', 'categori', ['category', 'categories']],
    ['an apache cachet', 'cach', []],
    ['HTTPServer and httpd', 'http', ['HTTP']],
    ['getUserById(getuserbyid)', 'getuserbyid', ['getUserById', 'getuserbyid']],
    ['utf8 and utf16', 'utf', ['utf', 'utf']],
    ['検索する', '検索', ['検索']],
    ['port 8080', '8080', ['8080']],
    ['İcache', 'cach', []],
  ])('in %j, of %s', (text, word, places) => expect(found(text, word)).toEqual(places));

  it('are those that full text reads', () => {
    const text = 'The cacheControl header, parsed by parse_headers(HTTPHeader): headers and their caches.';
    for (const word of ['header', 'cach', 'control', 'pars'])
      expect(found(text, word), word).toHaveLength(
        wordsOf(text)
          .split(' ')
          .filter((one) => one === word).length,
      );
  });
});
