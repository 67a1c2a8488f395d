/** Full tables, and pretokens longer than a block: too slow for mutation testing. */
import { describe, expect, it } from 'vitest';
import { BytePair } from '../../../src/text/tokens/bytePair.js';
import { PretokenCache } from '../../../src/text/tokens/pretokenCache.js';
import { nextCl100k } from '../../../src/text/tokens/pretokens.js';
import { tinyRanks } from './tiny.js';

const BLOCK = 1 << 16;
const tiny = (): BytePair => new BytePair('tiny', tinyRanks(), nextCl100k);
const unitsOf = (text: string): Uint16Array => Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
const addToCache = (cache: PretokenCache, text: string, count: number): void => {
  expect(cache.find(unitsOf(text), 0, text.length)).toBe(0);
  cache.keep(unitsOf(text), 0, text.length, count);
};
const found = (cache: PretokenCache, text: string): number => cache.find(unitsOf(text), 0, text.length);

describe('a text', () => {
  it('may have a pretoken that is longer than a block', () => {
    const tokenizer = tiny();
    const pretoken = 'a'.repeat(BLOCK + 8);
    expect(tokenizer.count(pretoken)).toBe((BLOCK + 8) / 8);
    expect(tokenizer.count(`${pretoken} low`)).toBe((BLOCK + 8) / 8 + 1);
    expect(tokenizer.tokenEnds(`${pretoken} low`).slice(-2)).toEqual([BLOCK + 8, BLOCK + 12]);
  });
});

describe('short pretokens', () => {
  it('are all cleared if there is no more room for characters', () => {
    const cache = new PretokenCache(1024);
    const pretoken = (i: number): string => String.fromCharCode(i + 1).repeat(1024);
    for (let i = 0; i < 2048; i++) addToCache(cache, pretoken(i), 1 + (i % 9));
    expect([0, 1, 2047].map((i) => found(cache, pretoken(i)))).toEqual([1, 2, 1 + (2047 % 9)]);
    addToCache(cache, pretoken(2048), 5);
    expect([0, 1, 2047, 2048].map((i) => found(cache, pretoken(i)))).toEqual([0, 0, 0, 0]);
    addToCache(cache, pretoken(7), 3);
    expect(found(cache, pretoken(7))).toBe(3);
  });

  it('are all cleared if there are too many', () => {
    const cache = new PretokenCache(8);
    const units = new Uint16Array(3);
    const find = (i: number): number => {
      units.set([i & 511, (i * 40_503) & 0xffff, i >> 9]);
      return cache.find(units, 0, 3);
    };
    const keep = (i: number): void => {
      expect(find(i)).toBe(0);
      cache.keep(units, 0, 3, 1);
    };
    for (let i = 0; i < 250_000; i++) {
      if (find(i) === 0) cache.keep(units, 0, 3, 1);
    }
    expect([0, 249_999].map(find)).toEqual([1, 1]);
    keep(250_000);
    expect([0, 249_999, 250_000].map(find)).toEqual([0, 0, 0]);
    keep(3);
    expect(find(3)).toBe(1);
  });
});
