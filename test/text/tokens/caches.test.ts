/** Cached counts of pretokens: returned for the same pretoken only. */
import { describe, expect, it } from 'vitest';
import { LongCounts } from '../../../src/text/tokens/bytePair.js';
import { PretokenCache } from '../../../src/text/tokens/pretokenCache.js';

const unitsOf = (text: string): Uint16Array => Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

/** As byte-pair.ts uses it: what is not found is counted and kept. */
const addToCache = (cache: PretokenCache, text: string, count: number): void => {
  expect(cache.find(unitsOf(text), 0, text.length)).toBe(0);
  cache.keep(unitsOf(text), 0, text.length, count);
};
const found = (cache: PretokenCache, text: string): number => cache.find(unitsOf(`x${text}x`), 1, 1 + text.length);

describe('short pretokens', () => {
  it('are found again at any position', () => {
    const cache = new PretokenCache(8);
    addToCache(cache, 'oak', 1);
    addToCache(cache, 'oaks', 2);
    addToCache(cache, 'oa', 3);
    addToCache(cache, '中文', 4);
    expect(['oak', 'oaks', 'oa', '中文'].map((text) => found(cache, text))).toEqual([1, 2, 3, 4]);
    expect(['koa', 'oal', 'o', 'oaksx', ''].map((text) => found(cache, text))).toEqual([0, 0, 0, 0, 0]);
  });

  it('are found in the middle of a text that continues like the table', () => {
    const cache = new PretokenCache(8);
    addToCache(cache, 'oak', 1);
    addToCache(cache, 'ash', 2);
    expect(cache.find(unitsOf('oakash'), 0, 3)).toBe(1);
  });

  it('are distinguished from others with the same hash', () => {
    // 31 · a + b is the same for both: two letters up here, one down there.
    const cache = new PretokenCache(8);
    const [one, other, third] = ['Aa', 'BB', 'C#'];
    addToCache(cache, one, 1);
    expect(found(cache, other)).toBe(0);
    addToCache(cache, other, 2);
    addToCache(cache, third, 3);
    expect([one, other, third].map((text) => found(cache, text))).toEqual([1, 2, 3]);
    addToCache(cache, 'AaBB', 4);
    addToCache(cache, 'BBAa', 5);
    expect(['AaBB', 'BBAa', 'AaAa'].map((text) => found(cache, text))).toEqual([4, 5, 0]);
  });

  it('with a crafted common hash are kept up to 64, and the others are counted each time', () => {
    const cache = new PretokenCache(32);
    const pretoken = (i: number): string =>
      Array.from({ length: 10 }, (_, bit) => ((i >> bit) & 1 ? 'Aa' : 'BB')).join('');
    for (let i = 0; i < 1000; i++) addToCache(cache, pretoken(i), 7);
    const counts = Array.from({ length: 1000 }, (_, i) => found(cache, pretoken(i)));
    expect(counts).toEqual(counts.map((_, i) => (i < 64 ? 7 : 0)));
    addToCache(cache, 'oak', 2);
    expect(found(cache, 'oak')).toBe(2);
  });

  it('are distinguished from longer ones that begin with them and have the same hash', () => {
    const cache = new PretokenCache(16);
    addToCache(cache, 'wyeqzfi\u5078\u013a', 3);
    expect(found(cache, 'wyeqzfi')).toBe(0);
    addToCache(cache, 'wyeqzfi', 1);
    expect(['wyeqzfi', 'wyeqzfi\u5078\u013a'].map((text) => found(cache, text))).toEqual([1, 3]);
  });

  it('are kept from the middle of a text, and many of them', () => {
    const cache = new PretokenCache(8);
    const texts = Array.from({ length: 300 }, (_, i) => `--oak${i}--`);
    for (const [i, text] of texts.entries()) {
      expect(cache.find(unitsOf(text), 2, text.length - 2)).toBe(0);
      cache.keep(unitsOf(text), 2, text.length - 2, i + 1);
    }
    expect(texts.map((_, i) => found(cache, `oak${i}`))).toEqual(texts.map((_, i) => i + 1));
  });

  it('are not kept if they are long', () => {
    const cache = new PretokenCache(3);
    addToCache(cache, 'ash', 5);
    addToCache(cache, 'oaks', 2);
    expect(found(cache, 'oaks')).toBe(0);
    expect(found(cache, 'ash')).toBe(5); // its place is still its own
    addToCache(cache, 'oak', 1);
    expect(found(cache, 'oak')).toBe(1);
  });
});

describe('long pretokens', () => {
  it('are counted once', () => {
    const counts = new LongCounts();
    expect(counts.of('oak', () => 3)).toBe(3);
    expect(counts.of('oak', () => 4)).toBe(3);
    expect(counts.of('ash', () => 5)).toBe(5);
  });

  it('are cleared at 256 entries', () => {
    const counts = new LongCounts();
    for (let i = 0; i < 256; i++) counts.of(`pretoken ${i}`, () => i);
    expect(counts.of('pretoken 0', () => -1)).toBe(0);
    counts.of('one more', () => 7);
    expect(counts.of('pretoken 0', () => -1)).toBe(-1);
    expect(counts.of('one more', () => -1)).toBe(7);
  });

  it('are cleared at four million characters', () => {
    const counts = new LongCounts();
    const half = (letter: string): string => letter.repeat(1 << 21);
    counts.of(half('a'), () => 1);
    counts.of(half('b'), () => 2);
    expect([half('a'), half('b')].map((pretoken) => counts.of(pretoken, () => -1))).toEqual([1, 2]);
    counts.of('c', () => 3);
    expect(counts.of(half('a'), () => -1)).toBe(-1);
    expect(counts.of('c', () => -1)).toBe(3);
  });
});
