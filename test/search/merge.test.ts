import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeMerged,
  describeMerging,
  type Merged,
  type MergeOptions,
  merge,
  mergeDefaults,
  mergeOptions,
  resolveMerging,
} from '../../src/search/merge.js';

/**
 *     doc ─ a ─ a1, a2, a3, a4
 *         ─ b ─ b1 ─ b1x, b1y, b1z
 *             └ b2
 *         ─ c
 */
const parents = new Map<string, string | null>([
  ['doc', null],
  ['a', 'doc'],
  ['b', 'doc'],
  ['c', 'doc'],
  ...['a1', 'a2', 'a3', 'a4'].map((id): [string, string] => [id, 'a']),
  ['b1', 'b'],
  ['b2', 'b'],
  ...['b1x', 'b1y', 'b1z'].map((id): [string, string] => [id, 'b1']),
]);

const merged = (
  scores: Readonly<Record<string, number>>,
  options: Partial<MergeOptions> = {},
  tree = parents,
): Record<string, number> => {
  const hits = Object.entries(scores).map(([id, score]) => ({ id, score }));
  const found = merge(hits, tree, { ...mergeDefaults, ...options });
  return Object.fromEntries(found.map(({ id, score }) => [id, Number(score.toFixed(6))]));
};

describe('a parent that is a hit itself', () => {
  it('is returned instead of its children', () => expect(merged({ a: 5, a1: 1 })).toEqual({ a: 5 }));
  it('has the combined score of its children if that is higher', () =>
    expect(merged({ a: 1, a1: 3, a2: 2 })).toEqual({ a: 5 }));
  it('has its own score if that is higher', () => expect(merged({ a: 9, a1: 3, a2: 2 })).toEqual({ a: 9 }));
  it('takes one matching child, whatever the share', () => expect(merged({ b: 1, b2: 3 })).toEqual({ b: 3 }));
  it('includes hits two levels below', () => expect(merged({ b: 2, b1x: 1 })).toEqual({ b: 2 }));
  it('includes merged hits below it', () => expect(merged({ b: 1, b1x: 2, b1y: 2 })).toEqual({ b: 4 })); // b1 had 4
  it('does not affect the children of others', () => expect(merged({ a: 1, b2: 1 })).toEqual({ a: 1, b2: 1 }));
});

describe('siblings', () => {
  it('become their parent when more than half of them match', () =>
    expect(merged({ a1: 1, a2: 1, a3: 1 })).toEqual({ a: 2 })); // 3, at most twice the highest
  it('stay when exactly half of them match: two of four', () =>
    expect(merged({ a1: 1, a2: 1 })).toEqual({ a1: 1, a2: 1 }));
  it('become their parent at exactly half if that is enough', () =>
    expect(merged({ a1: 1, a2: 1 }, { inclusive: true })).toEqual({ a: 2 }));
  it('stay below half, whether or not half is enough', () =>
    expect(merged({ b1x: 1 }, { inclusive: true, least: 1 })).toEqual({ b1x: 1 }));
  it('become their parent at exactly half with a lower share', () =>
    expect(merged({ a1: 1, a2: 1 }, { threshold: 0.49 })).toEqual({ a: 2 }));
  it('stay if only one matches, even if it is the only child', () => {
    const only = new Map<string, string | null>([
      ['doc', null],
      ['s', 'doc'],
      ['t', 'doc'],
      ['s1', 's'],
    ]);
    expect(merged({ s1: 1 }, {}, only)).toEqual({ s1: 1 });
  });
  it('become their parent if one matches and one is enough', () => {
    const only = new Map<string, string | null>([
      ['doc', null],
      ['s', 'doc'],
      ['t', 'doc'],
      ['s1', 's'],
    ]);
    expect(merged({ s1: 1 }, { least: 1 }, only)).toEqual({ s: 1 });
    expect(merged({ b1x: 1 }, { least: 1 })).toEqual({ b1x: 1 }); // one of three is not more than half
  });
  it('are counted directly: a hit two levels below does not count', () =>
    expect(merged({ b1x: 1, b2: 1 })).toEqual({ b1x: 1, b2: 1 }));
  it('need the requested number of matches', () =>
    expect(merged({ b1x: 1, b1y: 1 }, { least: 3 })).toEqual({ b1x: 1, b1y: 1 }));
  it('are counted among all children, not among the matching ones', () =>
    expect(merged({ b1x: 1 })).toEqual({ b1x: 1 }));
  it('of two parents are each counted on their own', () =>
    expect(merged({ a1: 1, b1x: 1, b1y: 1 })).toEqual({ a1: 1, b1: 2 }));
});

describe('scores', () => {
  it('add up', () => expect(merged({ a1: 3, a2: 1, a3: 1 })).toEqual({ a: 5 }));
  it('are capped at twice the highest', () => expect(merged({ a1: 3, a2: 3, a3: 3, a4: 3 })).toEqual({ a: 6 }));
  it('are capped at the given factor', () => expect(merged({ a1: 3, a2: 3, a3: 3 }, { cap: 1.5 })).toEqual({ a: 4.5 }));
  it('can be the root of the sum of squares', () =>
    expect(merged({ a1: 3, a2: 4, a3: 0 }, { combine: 'rss' })).toEqual({ a: 5 }));
});

describe('levels', () => {
  it('cascade: a merged hit counts as a match above', () =>
    expect(merged({ b1x: 1, b1y: 1, b2: 1 })).toEqual({ b: 3 }));
  it('do not cascade when the share above is not exceeded', () => {
    const wide = new Map([...parents, ['b3', 'b'], ['b4', 'b']] as [string, string | null][]);
    expect(merged({ b1x: 1, b1y: 1, b2: 1 }, {}, wide)).toEqual({ b1: 2, b2: 1 });
  });
  it('stop before the document', () => expect(merged({ a: 1, b: 1 })).toEqual({ a: 1, b: 1 }));
  it('reach the document when all of its children match', () =>
    expect(merged({ a: 1, b: 1, c: 1 })).toEqual({ doc: 2 }));
  it('reach the document when it matches itself', () => expect(merged({ doc: 1, b1x: 3 })).toEqual({ doc: 3 }));
});

describe('a hit outside of the tree', () => {
  it('stays as it is', () => expect(merged({ stray: 2, a1: 1 })).toEqual({ stray: 2, a1: 1 }));
  it('is not a parent either', () => {
    const broken = new Map<string, string | null>([
      ['x', 'gone'],
      ['y', 'gone'],
    ]);
    expect(merged({ x: 1, y: 1 }, {}, broken)).toEqual({ x: 1, y: 1 });
  });
  it('may even be in a cycle', () => {
    const circle = new Map<string, string | null>([
      ['x', 'y'],
      ['y', 'x'],
    ]);
    expect(Object.keys(merged({ x: 1 }, {}, circle)).length).toBeGreaterThan(0);
  });
});

describe('the explanation', () => {
  const by = (scores: Readonly<Record<string, number>>) =>
    merge(
      Object.entries(scores).map(([id, score]) => ({ id, score })),
      parents,
    ).map((one) => one.by && describeMerged(one.by));
  it('states how many of the children match', () =>
    expect(by({ a1: 1, a2: 1, a3: 1 })).toEqual(['3 of 4 below match']));
  it('states that a parent matches itself', () =>
    expect(by({ a: 1, a1: 1 })).toEqual(['matches itself, and 1 of 4 below']));
  it('includes lower levels', () => expect(by({ b: 1, b1x: 1 })).toEqual(['matches itself, and some further below']));
  it('is empty for a single hit', () => expect(by({ a: 1 })).toEqual([undefined]));
  it('has the rule with all its settings', () => {
    expect(describeMerging(mergeDefaults)).toBe(
      'a chunk matches with 0.25 of the best score; a section or unit stands for what is below it if it matches itself, or more than 0.5 of its children and 2 or more of them do; its score is the sum of theirs, at most 2 times the highest',
    );
    expect(describeMerging({ match: 0, threshold: 0.4, inclusive: true, least: 1, cap: 3, combine: 'rss' })).toBe(
      'whatever was found matches; a section or unit stands for what is below it if it matches itself, or at least 0.4 of its children and 1 or more of them do; its score is the root of the sum of their squares',
    );
  });
});

describe('options', () => {
  it('have defaults, also for undefined', () => {
    expect(mergeOptions()).toEqual(mergeDefaults);
    const half: Record<string, unknown> = { least: 1, cap: undefined };
    expect(mergeOptions(half)).toEqual({ ...mergeDefaults, least: 1 });
  });
  it('of a call override those of its index', () => {
    expect(resolveMerging({ least: 1 }, { least: 3, cap: 4 })).toEqual({ least: 1, cap: 4 });
    expect(resolveMerging(undefined, { cap: 4 })).toEqual({ cap: 4 });
    expect(resolveMerging(undefined, false)).toBe(false);
    expect(resolveMerging({}, false)).toEqual({});
    expect(resolveMerging(false, { cap: 4 })).toBe(false);
  });
});

it('uses the parents of the index, never the spelling of ids', () => {
  const sections = new Map<string, string | null>([
    ['d', null],
    ['d#setup', 'd'],
    ['d#setup-advanced', 'd'],
    ['d#windows', 'd#setup'],
    ['d#other', 'd'],
  ]);
  expect(merged({ 'd#setup': 1, 'd#setup-advanced': 1, 'd#windows': 1 }, {}, sections)).toEqual({
    'd#setup': 1,
    'd#setup-advanced': 1,
  });
});

it('lists the hits of each result, and loses none', () => {
  const ids = [...parents.keys(), 'stray'];
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }), (some) => {
      const found: Merged[] = merge(
        some.map((id, i) => ({ id, score: i + 1 })),
        parents,
      );
      expect(found.flatMap(({ from }) => from).sort()).toEqual([...some].sort());
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      const isAbove = (above: string, id: string | null | undefined): boolean =>
        id != null && (id === above || isAbove(above, parents.get(id)));
      for (const a of found) for (const b of found) if (a !== b) expect(isAbove(a.id, b.id)).toBe(false);
    }),
  );
});
