import { describe, expect, it } from 'vitest';
import { fuse } from '../../src/search/fuse.js';
import { parseQuery } from '../../src/search/query.js';
import { elbow } from '../../src/search/result.js';
import { scopeOf } from '../../src/search/scope.js';
import { wordRanges } from '../../src/search/wordRanges.js';
import { wordsOf } from '../../src/text/words.js';

describe('a question', () => {
  it('has words', () =>
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

  it('has required phrases and excluded words', () =>
    expect(parseQuery('"token budget" -test -"old way" cut')).toMatchObject({
      text: 'token budget cut',
      phrases: ['token budget'],
      not: ['test', 'old way'],
    }));

  it('boosts phrases in a sentence instead of requiring them', () => {
    const sentence = parseQuery('Add "escape json" setting for res.json and "res.jsonp"');
    expect(sentence).toMatchObject({ phrases: [], stressed: ['escape json', 'res.jsonp'] });
    expect(sentence.text).toBe('Add escape json setting for res.json and res.jsonp');
    expect(parseQuery('two words "a phrase"')).toMatchObject({ phrases: ['a phrase'], stressed: [] });
    expect(parseQuery('lang:python path:src "a phrase" symbol:x')).toMatchObject({ phrases: ['a phrase'] });
  });

  it('boosts code, however short', () => {
    expect(parseQuery('`verify` and `get user`')).toMatchObject({ stressed: ['verify', 'get user'], phrases: [] });
    expect(parseQuery('a `` b ` c')).toMatchObject({ stressed: [' b '] });
  });

  it.each(['make -d a short flag', '-k mishandles numbers', 'Add -0', 'how --max-depth works', 'a - b'])(
    'excludes nothing for an invalid word: %s',
    (typed) => expect(parseQuery(typed)).toMatchObject({ text: typed, not: [] }),
  );

  it('has symbols', () =>
    expect(parseQuery('symbol:Client.get')).toMatchObject({
      symbols: ['Client.get'],
      text: 'Client.get',
      filter: { symbols: ['Client.get'] },
    }));

  it.each(['std::vector', 'https://example.org/a', 'a: b', 'C:\\Users'])('reads %s as words', (typed) => {
    expect(parseQuery(typed)).toMatchObject({ filter: {} });
    expect(parseQuery(typed).text).not.toBe('');
  });

  it('reports what looks like an operator but is unknown', () =>
    expect(parseQuery('owner:ann cut').unknown).toEqual(['owner']));

  it('has operators of commits, if there are any', () => {
    expect(parseQuery('retry since:2w author:ann -author:bot -since:1d')).toMatchObject({
      text: 'retry',
      filter: { since: '2w', before: '1d', authors: ['ann'], notAuthors: ['bot'] },
    });
    expect(parseQuery('author:ann cut', { commits: false })).toMatchObject({
      text: 'author:ann cut',
      unknown: ['author'],
      filter: {},
    });
  });

  it.each(['', '   ', '"', '"unbalanced', '-', '--', 'path:', '-path:', ':::', '"" ""', `${'x '.repeat(50_000)}`])(
    'survives %j',
    (typed) => expect(() => parseQuery(typed)).not.toThrow(),
  );
});

describe('a request', () => {
  it.each([
    ['tell me about the Order model', 'the Order model'],
    ['Please tell me more about hooks', 'hooks'],
    ['show me how checkout works', 'how checkout works'],
    ['Can you explain how a retry is counted?', 'how a retry is counted?'],
    ['describe the cache', 'the cache'],
    ['give me an overview of the store lang:ts', 'the store'],
    ['walk me through checkout', 'checkout'],
  ])('is not searched for: %s', (typed, text) => expect(parseQuery(typed).text).toBe(text));

  it.each(['explain query plan', 'describe block of rspec', 'the tell me about dialog', 'show menu', 'explain()'])(
    '%s is not a request',
    (typed) => expect(parseQuery(typed).text).toBe(typed),
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
        { name: 'keywords', weight: 1, cutOff: false, hits: [hit('a', 9), hit('b', 8)] },
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

  it('are fused by normalised scores', () => {
    const fused = fuse(
      [
        { name: 'keywords', weight: 1, cutOff: false, hits: [hit('a', 20), hit('b', 10)] },
        { name: 'vectors', weight: 0.5, cutOff: false, hits: [hit('b', 0.8), hit('a', 0.4)] },
      ],
      'score',
    );
    expect(fused.map(({ id, score }) => [id, score])).toEqual([
      ['a', 1.25],
      ['b', 1],
    ]);
  });

  it('give no score to the last of a truncated list', () => {
    const hits = [hit('a', 9), hit('b', 7), hit('c', 5)];
    const shares = (cutOff: boolean) =>
      fuse([{ name: 'keywords', weight: 1, cutOff, hits }], 'score').map(({ score }) => Number(score.toFixed(2)));
    expect(shares(true)).toEqual([1, 0.5, 0]);
    expect(shares(false)).toEqual([1, 0.78, 0.56]);
  });

  it('are the same on every machine: ties are ordered by name', () => {
    const hits = [hit('z', 1), hit('a', 1), hit('m', 1)];
    expect(fuse([{ name: 'keywords', weight: 1, cutOff: false, hits }], 'score').map(({ id }) => id)).toEqual([
      'a',
      'm',
      'z',
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

describe('the positions of words', () => {
  const found = (text: string, word: string): string[] =>
    wordRanges(text, [word])[0].map(({ start, end }) => text.slice(start, end));

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

  it('are those of full-text search', () => {
    const text = 'The cacheControl header, parsed by parse_headers(HTTPHeader): headers and their caches.';
    for (const word of ['header', 'cach', 'control', 'pars'])
      expect(found(text, word), word).toHaveLength(
        wordsOf(text)
          .split(' ')
          .filter((one) => one === word).length,
      );
  });
});
