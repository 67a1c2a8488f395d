import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachName, queryWords, wordsOf } from '../../src/text/words.js';

describe('words', () => {
  it('are of names: runs of letters, digits, marks and _, of 64 units at most', () => {
    const texts = fc.array(
      fc.oneof(
        fc.string({ unit: fc.constantFrom(...'aZ9_ .-éß木検ー\u0301😀𝒜\ud83d\udc00') }),
        fc.constantFrom('a'.repeat(64), 'a'.repeat(65)),
      ),
    );
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join(' ');
        const names: string[] = [];
        eachName(text, (name) => names.push(name));
        expect(names).toEqual((text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []).filter(({ length }) => length <= 64));
      }),
    );
  });

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
    ['2fast', '2 fast 2fast'],
    ['B2', 'b 2 b2'],
    ['X_Y', 'x y xy'],
    ['v2_3', 'v 2 3 v23'],
    ['quizZone', 'quiz zone quizzone'],
    ['Zip90x05', 'zip 90 x 05 zip90x05'],
    ['мир2_да', 'мир2да'],
    ['木', '木'],
    ['abc検索def木', 'abc 検索 def 木'],
    ['検索def', '検索 def'],
    ['getAll', 'get all getall'],
    ['Smørbrød', 'smorbrod'],
    ['Ærø', 'aero'],
    ['ÆØ straße', 'aeo strass'],
    ['they would, whom and your', ''],
    ['not by the way', 'wai'],
    ['fixes 5F0c1e0a9b8d7c6e5f4a3b2c1d0e9f8a7b6c5d4e', 'fix 5f0c1e0a9b8d7c6e5f4a3b2c1d0e9f8a7b6c5d4e'],
    ['5f0c1e0b', '5 f 0 c 1 e 0 b 5f0c1e0b'],
  ])('%j are %j', (text, words) => expect(wordsOf(text)).toBe(words));

  it.each([
    ['ﷺ', ['صلى', 'الله', 'عليه', 'وسلم']],
    ['ͺ', []],
    ['⑴ ½', ['1', '2']],
    ['ﹰ', []],
  ])('of a character that expands to several, %j, are %j', (text, words) => {
    expect(queryWords(text)).toEqual(words);
    expect([...new Set(wordsOf(text).split(' '))].join(' ')).toBe(words.join(' '));
  });

  it('match other spellings', () => {
    const meets = (a: string, b: string): boolean => queryWords(a).some((word) => wordsOf(b).split(' ').includes(word));
    expect(meets('user', 'getUserById')).toBe(true);
    expect(meets('getUser', 'get_user')).toBe(true);
    expect(queryWords('getUser')).toContain('getuser');
    expect(wordsOf('get_user').split(' ')).toContain('getuser');
    expect(meets('chunking', 'chunks')).toBe(true);
    expect(meets('café', 'CAFE')).toBe(true);
  });

  it('have no white space and are not empty, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const words = wordsOf(text);
        if (words !== '') for (const word of words.split(' ')) expect(word).toMatch(/^\S+$/u);
      }),
    );
  });

  it('of a query are unique', () => {
    expect(queryWords('cut, cut and cut again')).toEqual(['cut', 'again']);
  });

  it('leave out very long runs of letters', () => {
    expect(wordsOf(`key ${'x'.repeat(5000)} end`)).toBe('kei end');
    expect(wordsOf('x'.repeat(64))).toBe('x'.repeat(64));
    expect(wordsOf('x'.repeat(65))).toBe('');
  });
});
