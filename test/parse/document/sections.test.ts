import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSections, type DocumentHeading, MAX_SECTION_DEPTH } from '../../../src/parse/document/sections.js';
import type { Node } from '../../../src/types.js';

const heading = (level: number, start: number, name = `h${start}`): DocumentHeading => ({
  level,
  start,
  end: start + 1,
  name,
});
const paragraph = (start: number): Node => ({ kind: 'paragraph', start, end: start + 1, children: [], grain: 'prose' });

const drawn = (nodes: readonly Node[]): unknown[] =>
  nodes.map(({ kind, name, start, end, children }) =>
    children.length > 0 ? [`${name ?? kind} ${start}-${end}`, ...drawn(children)] : `${name ?? kind} ${start}-${end}`,
  );

describe('sections', () => {
  it('puts a heading under the nearest one before it of a lower level, whatever levels are skipped', () => {
    const headings = [heading(1, 0, 'a'), heading(3, 2, 'b'), heading(2, 4, 'c'), heading(1, 6, 'd')];
    const blocks = [1, 3, 5, 7].map(paragraph);
    expect(drawn(buildSections(headings, blocks, 8))).toEqual([
      ['a 0-6', 'paragraph 1-2', ['b 2-4', 'paragraph 3-4'], ['c 4-6', 'paragraph 5-6']],
      ['d 6-8', 'paragraph 7-8'],
    ]);
  });

  it('leaves the text above the first heading at the top', () => {
    expect(drawn(buildSections([heading(2, 2, 'a')], [paragraph(0), paragraph(3)], 4))).toEqual([
      'paragraph 0-1',
      ['a 2-4', 'paragraph 3-4'],
    ]);
  });

  it('makes no section of a heading without text, but names it', () => {
    const [empty, section] = buildSections([heading(1, 0, 'a'), heading(1, 2, 'b')], [paragraph(3)], 4);
    expect(empty).toMatchObject({
      ...{ kind: 'heading', name: 'a', start: 0, end: 2 },
      ...{ head: { start: 0, end: 1 }, meta: { level: 1 } },
    });
    expect(section).toMatchObject({ kind: 'section', name: 'b', head: { start: 2, end: 3 }, meta: { level: 1 } });
  });

  it('is never deeper than the maximum', () => {
    const headings = Array.from({ length: 500 }, (_, i) => heading(i + 1, i));
    let depth = 0;
    for (let nodes = buildSections(headings, [], 500); nodes.length > 0; nodes = [...nodes[0].children]) depth++;
    expect(depth).toBe(MAX_SECTION_DEPTH);
  });

  it('shortens a long name, since every chunk below repeats it', () => {
    const [{ name = '' }] = buildSections([heading(1, 0, 'a'.repeat(1_000_000))], [paragraph(1)], 2);
    expect([name.length, name.at(-1)]).toEqual([1000, '…']);
  });

  it('loses no block and keeps the order, for any headings', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant('block' as const), fc.integer({ min: 1, max: 7 }))), (items) => {
        const headings = items.flatMap((item, at) => (item === 'block' ? [] : [heading(item, at)]));
        const blocks = items.flatMap((item, at) => (item === 'block' ? [paragraph(at)] : []));
        const starts: number[] = [];
        const visit = (nodes: readonly Node[], from: number, to: number): void => {
          let before = from;
          for (const node of nodes) {
            expect(node.start).toBeGreaterThanOrEqual(before);
            expect(node.end).toBeLessThanOrEqual(to);
            starts.push(node.start);
            visit(node.children, node.start, node.end);
            before = node.end;
          }
        };
        visit(buildSections(headings, blocks, items.length), 0, items.length);
        expect(starts).toEqual(items.map((_, at) => at));
      }),
    );
  });
});
