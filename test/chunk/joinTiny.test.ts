/** Which neighbour a tiny chunk joins, and what the two of them are. */
import { describe, expect, it } from 'vitest';
import { commonAncestor, type DraftChunk, isPart, joinDrafts } from '../../src/chunk/draftChunk.js';
import { joinTiny } from '../../src/chunk/joinTiny.js';
import { branchPath, draftsOf } from './chunks.js';

type Said = readonly (readonly [text: string, more?: Partial<DraftChunk>])[];

/** A chunk below 5 letters is tiny, and one above 12 does not fit. */
function joined(...said: Said): string[] {
  const text = said.map(([part]) => part).join('');
  const measure = {
    isTiny: ({ start, end }: DraftChunk) => end - start < 5,
    isTrivial: ({ start, end }: DraftChunk) => end - start < 3,
    fits: ({ start, end }: DraftChunk) => end - start <= 12,
  };
  return joinTiny(text, draftsOf(...said), measure).map(({ start, end }) => text.slice(start, end));
}

describe('a tiny chunk', () => {
  it('joins the one before it', () => {
    expect(joined(['maple, '], ['oak'], ['hornbeam, ash'])).toEqual(['maple, oak', 'hornbeam, ash']);
  });

  it('joins the one after it if the one before is full', () => {
    expect(joined(['hornbeam, '], ['oak'], ['maple'])).toEqual(['hornbeam, ', 'oakmaple']);
    expect(joined(['oak'], ['maple'])).toEqual(['oakmaple']);
  });

  it('stays alone if it fits with neither', () => {
    expect(joined(['hornbeam, '], ['oak'], ['sycamore, ash'])).toEqual(['hornbeam, ', 'oak', 'sycamore, ash']);
  });

  it('joins again while it is tiny', () => {
    expect(joined(['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g'])).toEqual(['abcdefg']);
    expect(joined(['sycamore, '], ['a'], ['b'], ['c'], ['d'], ['e'], ['maple '])).toEqual([
      'sycamore, ab',
      'cdemaple ',
    ]);
    expect(joined(['maples'], ['birches'])).toEqual(['maples', 'birches']);
  });

  it('joins nothing if it is standalone', () => {
    expect(joined(['maple, '], ['oak', { standalone: true }])).toEqual(['maple, ', 'oak']);
  });

  it('joins nothing if it is one of several parts', () => {
    expect(joined(['maple, '], ['oak', { part: { index: 2, of: 2 } }])).toEqual(['maple, ', 'oak']);
    expect(joined(['maple, '], ['oak', { part: { index: 1, of: 1 } }])).toEqual(['maple, oak']);
  });

  it('joins the head of a unit only if it is trivial', () => {
    const [, head] = branchPath('document', 'Unit');
    const kept = { head, standalone: true, owner: head, shows: [head] };
    expect(joined(['#!'], ['c', kept], ['maples'])).toEqual(['#!c', 'maples']);
    expect(joined(['oak'], ['c', kept], ['maples'])).toEqual(['oak', 'c', 'maples']);
    expect(joined(['maples, yew '], ['c', kept], [';\n'], ['birch, maple'])).toEqual([
      'maples, yew ',
      'c;\n',
      'birch, maple',
    ]);
    expect(joined(['oak'], ['c', { ...kept, standalone: false }])).toEqual(['oakc']);
  });

  it('joins nothing of another weight', () => {
    expect(joined(['maple, ', { weight: 0.3 }], ['oak'])).toEqual(['maple, ', 'oak']);
    expect(joined(['maple, ', { weight: 0.3 }], ['oak', { weight: 0.3 }])).toEqual(['maple, oak']);
  });

  it('joins nothing across a gap, nor a chunk that overlaps it', () => {
    const [far, before] = [{ start: 8, body: 8, end: 11 }, { start: 5 }];
    expect(joined(['maple, '], ['xoak', far])).toHaveLength(2);
    expect(joined(['maple, '], ['oak', before])).toHaveLength(2);
    expect(joined(['oak'], ['maple, ', { body: 4 }])).toHaveLength(2);
  });

  describe('that could join either', () => {
    const [document, unit, inner] = branchPath('document', 'Unit', 'inner');
    const other = branchPath('document', 'Other');

    it('joins the one deeper in its own unit', () => {
      expect(joined(['maple', { owner: document }], ['oak', { owner: inner }], ['birch', { owner: unit }])).toEqual([
        'maple',
        'oakbirch',
      ]);
      expect(joined(['maple', { owner: unit }], ['oak', { owner: inner }], ['birch', { owner: document }])).toEqual([
        'mapleoak',
        'birch',
      ]);
    });

    it('joins the one with fewer blank lines between', () => {
      expect(joined(['maple\n\n'], ['oak\n'], ['birch'])).toEqual(['maple\n\n', 'oak\nbirch']);
      expect(joined(['map\n'], ['oak\n'], ['birch'])).toEqual(['map\noak\n', 'birch']);
      expect(joined(['maple\n'], ['oa\n\n'], ['birch'])).toEqual(['maple\noa\n\n', 'birch']);
      expect(joined(['maple \n \n'], ['oak\n'], ['birch'])).toEqual(['maple \n \n', 'oak\nbirch']);
    });

    it('counts blank lines only if the units do not decide', () => {
      expect(joined(['maple\n\n', { owner: unit }], ['oa\n', { owner: unit }], ['birch', { owner: other[1] }])).toEqual(
        ['maple\n\noa\n', 'birch'],
      );
    });
  });
});

describe('two chunks as one', () => {
  const [document, unit, left, leftmost] = branchPath('document', 'Unit', 'left', 'leftmost');
  const right = { ...left, node: { ...left.node, name: 'right' } };
  const both = (a: Partial<DraftChunk>, b: Partial<DraftChunk>, sizes = ['12345', '123']): DraftChunk => {
    const [first, second] = draftsOf([sizes[0], a], [sizes[1], b]);
    return joinDrafts(first, second);
  };

  it('span both, and belong to the common ancestor', () => {
    expect(both({ owner: left, shows: [left] }, { owner: right, shows: [right] })).toMatchObject({
      start: 0,
      body: 0,
      end: 8,
      owner: unit,
      shows: [left, right],
    });
  });

  it('have the overlap of the first', () => {
    const [first, second] = draftsOf(['12345', { body: 2 }], ['123']);
    expect(joinDrafts(first, second)).toMatchObject({ start: 0, body: 2, end: 8 });
  });

  it('have the properties of the larger if that is standalone or one of several parts', () => {
    const part = { index: 1, of: 2 };
    expect(both({ owner: left, shows: [left], standalone: true }, { owner: right, shows: [right] })).toMatchObject({
      owner: left,
      shows: [left],
      standalone: true,
    });
    expect(both({ owner: left }, { owner: right, shows: [right], part }, ['123', '12345'])).toMatchObject({
      owner: right,
      shows: [right],
      part,
    });
    expect(both({ owner: left, shows: [left], part: { index: 1, of: 1 } }, { owner: right })).toMatchObject({
      owner: unit,
    });
  });

  it('are the head of a unit if one of them is', () => {
    const head = { head: right, owner: right, shows: [right], standalone: true };
    expect(both({ owner: unit }, head)).toMatchObject(head);
    expect(both(head, { owner: unit }, ['123', '12345'])).toMatchObject(head);
    expect(both({ owner: left }, { ...head, standalone: false })).toMatchObject({ owner: unit, head: undefined });
  });

  it('have the properties of the first if both are equally large', () => {
    expect(both({ owner: left, standalone: true }, { owner: right, standalone: true }, ['1234', '1234']).owner).toBe(
      left,
    );
    expect(
      both({ owner: left, standalone: true, body: 3 }, { owner: right, standalone: true }, ['1234', '123']).owner,
    ).toBe(right);
  });

  describe('have the leads', () => {
    const [head, row] = [
      { start: -9, end: -5 },
      { start: -5, end: 0 },
    ];

    it('of either, once each', () => {
      expect(both({}, {}).leads).toEqual([]);
      expect(both({ leads: [head] }, {}).leads).toEqual([head]);
      expect(both({}, { leads: [head] }).leads).toEqual([head]);
      expect(both({ leads: [head] }, { leads: [head, row] }).leads).toEqual([head, row]);
      expect(both({ leads: [head] }, { leads: [{ ...head }] }).leads).toEqual([head]);
    });

    it('that they do not contain themselves', () => {
      expect(both({}, { leads: [{ start: 1, end: 3 }] }).leads).toEqual([]);
      expect(both({ leads: [head] }, { leads: [{ start: -1, end: 1 }] }).leads).toEqual([head]);
    });
  });

  it('are owned by the deepest common ancestor', () => {
    expect(commonAncestor(leftmost, right)).toBe(unit);
    expect(commonAncestor(right, leftmost)).toBe(unit);
    expect(commonAncestor(leftmost, left)).toBe(left);
    expect(commonAncestor(left, leftmost)).toBe(left);
    expect(commonAncestor(left, left)).toBe(left);
    expect(commonAncestor(document, leftmost)).toBe(document);
    expect(commonAncestor(leftmost, document)).toBe(document);
  });

  it('are parts if there are several of them', () => {
    const [draft] = draftsOf(['oak']);
    expect(isPart(draft)).toBe(false);
    expect(isPart({ ...draft, part: { index: 1, of: 1 } })).toBe(false);
    expect(isPart({ ...draft, part: { index: 1, of: 2 } })).toBe(true);
  });
});
