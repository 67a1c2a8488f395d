import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/schema.js';
import { withCalled } from '../../src/search/called.js';
import type { Scored } from '../../src/search/result.js';

const piece = (id: string, score: number, content = '', synthetic = false): Scored => {
  const [docId, name] = id.split('#');
  return {
    id,
    score,
    chunk: { docId, name, content, synthetic } as Chunk, // all that is asked of it
    explanation: [{ reason: 'words', kind: 'add', value: score }],
  };
};
const ranked = (...pieces: readonly Scored[]): string[] =>
  withCalled(pieces).map(({ id, score }) => `${id} ${score.toFixed(3)}`);

describe('what a better piece names', () => {
  it('gets a share of what that one has', () =>
    expect(ranked(piece('a#open', 0.9, 'return find_root(ds)'), piece('b#find_root', 0.3))).toEqual([
      'a#open 0.900',
      'b#find_root 0.435',
    ]));

  it('half of it in the same document', () =>
    expect(ranked(piece('a#open', 0.8, 'find_root(ds)'), piece('a#find_root', 0.3))).toEqual([
      'a#open 0.800',
      'a#find_root 0.360',
    ]));

  it('of several that name it, the best counts, and only the three best may', () =>
    expect(
      ranked(
        piece('a#one1', 0.8, 'target'),
        piece('b#two2', 0.6, 'target'),
        piece('c#three', 0.5),
        piece('d#four', 0.4, 'other'),
        piece('e#target', 0.3),
        piece('f#other', 0.2),
      ),
    ).toEqual(['a#one1 0.800', 'b#two2 0.600', 'c#three 0.500', 'e#target 0.420', 'd#four 0.400', 'f#other 0.200']));

  it('says less when several have that name', () =>
    expect(ranked(piece('a#open', 0.8, 'close()'), piece('b#close', 0.3), piece('c#close', 0.2))).toEqual([
      'a#open 0.800',
      'b#close 0.360',
      'c#close 0.260',
    ]));

  it('is no part of a longer name, no short word, not itself, and nothing put together', () =>
    expect(
      ranked(
        piece('a#open', 0.9, 'open reopened get outlined'),
        piece('b#opened', 0.5),
        piece('c#get', 0.4),
        piece('d#open', 0.3),
        piece('e#outlined', 0.2, '', true),
      ),
    ).toEqual(['a#open 0.900', 'b#opened 0.500', 'c#get 0.400', 'd#open 0.300', 'e#outlined 0.200']));

  it('is not asked of what is put together', () =>
    expect(ranked(piece('a#outline', 0.9, 'target', true), piece('b#target', 0.3))).toEqual([
      'a#outline 0.900',
      'b#target 0.300',
    ]));

  it('may come before another, and says why', () => {
    const [, second] = withCalled([piece('a#open', 1, 'target'), piece('b#x', 0.5), piece('c#target', 0.4)]);
    expect(second.id).toBe('c#target');
    expect(second.explanation.at(-1)?.reason).toBe('named by a better piece');
  });
});
