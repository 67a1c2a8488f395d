/** Small text functions: areas of a tree, last names, groups, hashes. */
import { describe, expect, it } from 'vitest';
import { areaOf } from '../../src/text/fileKinds.js';
import { groupBy } from '../../src/text/groupBy.js';
import { fnv1a, md5, sha256 } from '../../src/text/hash.js';
import { lastName } from '../../src/text/lastName.js';
import { nearestWords } from '../../src/text/nearestWord.js';

describe('the area of a path', () => {
  it.each([
    ['src/chunk/cut.ts', 'src/chunk'],
    ['src/parse/code/grow.ts', 'src/parse'],
    ['docs/guide.md', 'docs'],
    ['README.md', '.'],
    ['', '.'],
  ])('%j is %s', (path, area) => {
    expect(areaOf(path)).toBe(area);
  });
});

describe('the nearest words', () => {
  it('are those with few different letters, at any length', () => {
    const long = `bundle-name-${'default-browser-'.repeat(8)}`;
    expect(nearestWords('unknownThing', [long, 'unknownThings'], 3)).toEqual(['unknownThings']);
    expect(nearestWords(`${long}x`, [long], 3)).toEqual([long]);
    expect(nearestWords('nothingLikeThis', [long, 'oak'], 3)).toEqual([]);
  });
});

describe('the last name', () => {
  it.each([
    ['get', 'get'],
    ['Client.get', 'get'],
    ['Client::get', 'get'],
    ['App\\Client#get', 'get'],
    ['lib/net/http', 'http'],
    ['ptr->field', 'field'],
    ['Client.get.', 'get'],
    ['a.b::', 'b'],
    ['Client::', 'Client'],
    ['operator bool', 'operator bool'],
    ['Read for fs.File', 'Read for fs.File'],
    ['::', ''],
    ['', ''],
  ])('of %j is %j', (name, last) => {
    expect(lastName(name)).toBe(last);
  });
});

describe('groups', () => {
  it('keep the order of first occurrence', () => {
    const byLetter = groupBy(['birch', 'ash', 'beech', 'alder'], (word) => word[0]);
    expect([...byLetter]).toEqual([
      ['b', ['birch', 'beech']],
      ['a', ['ash', 'alder']],
    ]);
  });
});

describe('hashes', () => {
  it('are the standard hashes of a text’s UTF-8', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('ä')).toBe(sha256(new TextEncoder().encode('ä')));
    expect(md5('')).toBe('d41d8cd98f00b204e9800998ecf8427e');
  });

  it('for choices depend on the span only, and differ by a letter', () => {
    const of = (text: string): number => fnv1a(text, 0, text.length);
    expect(fnv1a('xxoakxx', 2, 5)).toBe(of('oak'));
    expect(new Set(['oak', 'oal', 'oaks', 'kao', ''].map(of)).size).toBe(5);
    for (const text of ['', 'oak', '\uffff'.repeat(9)]) {
      expect(Number.isInteger(of(text))).toBe(true);
      expect(of(text)).toBeGreaterThanOrEqual(0);
      expect(of(text)).toBeLessThan(2 ** 32);
    }
  });
});
