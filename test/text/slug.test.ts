import { describe, expect, it } from 'vitest';
import { Slugs, slug } from '../../src/text/slug.js';

describe('slug', () => {
  it.each([
    ['Hello World', 'hello-world'],
    ['What’s new in 2.0?', 'whats-new-in-20'],
    ['snake_case stays', 'snake_case-stays'],
    ['a - b', 'a-b'],
    ['--trim--', 'trim'],
    ['Ünïcode', 'ncode'],
    ['???', 'heading'],
    ['', 'heading'],
    ['Tabs\tand\nbreaks', 'tabs-and-breaks'],
    ['`code` in it', 'code-in-it'],
    ['fizz 1-9', 'fizz-1-9'],
    ['a-b', 'a-b'],
    ['a\rb\tc', 'a-b-c'],
    ['a\u00a0b\u3000c', 'a-b-c'],
    ['a\bb\x7fc', 'abc'],
    ['{a} [b] `c` /d:', 'a-b-c-d'],
  ])('%j → %s', (heading, expected) => {
    expect(slug(heading)).toBe(expected);
  });

  it('numbers repeats, and skips a number that a heading has taken', () => {
    const slugs = new Slugs();
    expect(['Foo', 'Foo', 'Foo 1', 'Foo', 'Foo 1'].map((h) => slugs.take(h))).toEqual([
      'foo',
      'foo-1',
      'foo-1-1',
      'foo-2',
      'foo-1-2',
    ]);
    const other = new Slugs();
    expect(['Foo 1', 'Foo', 'Foo'].map((h) => other.take(h))).toEqual(['foo-1', 'foo', 'foo-2']);
  });
});
