import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryWords, wordsOf } from '../../src/text/words.js';

describe('words', () => {
  it.each([
    ['getUserById', 'get user id getuserbyid'],
    ['get_user', 'get user getuser'],
    ['HTTPServer2', 'http server 2 httpserver2'],
    ['re-indexing', 're index'],
    ['__init__', 'init'],
    ['Füße', 'fuss'],
    ['検索する', '検索 索す する'],
    ['the cat', 'cat'],
    ['utf8', 'utf 8 utf8'],
    ['', ''],
    ['--- !!! ---', ''],
    ['Привет мир', 'привет мир'],
  ])('%j are %j', (text, words) => expect(wordsOf(text)).toBe(words));

  it('find what is written another way', () => {
    const meets = (a: string, b: string): boolean => queryWords(a).some((word) => wordsOf(b).split(' ').includes(word));
    expect(meets('user', 'getUserById')).toBe(true);
    expect(meets('getUser', 'get_user')).toBe(true);
    expect(queryWords('getUser')).toContain('getuser');
    expect(wordsOf('get_user').split(' ')).toContain('getuser');
    expect(meets('chunking', 'chunks')).toBe(true);
    expect(meets('café', 'CAFE')).toBe(true);
  });

  it('hold no white space and nothing empty, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const words = wordsOf(text);
        if (words !== '') for (const word of words.split(' ')) expect(word).toMatch(/^\S+$/u);
      }),
    );
  });

  it('of a question are each said once', () => {
    expect(queryWords('cut, cut and cut again')).toEqual(['cut', 'again']);
  });

  it('leave out runs of letters that no one would type', () => {
    expect(wordsOf(`key ${'x'.repeat(5000)} end`)).toBe('kei end');
  });
});
