import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteLines } from '../../src/enrich/noteLines.js';
import { columnsNote, memberNote, noteList } from '../../src/parse/pack.js';

const upTo =
  (length: number) =>
  (text: string): boolean =>
    text.length <= length;
const names = (count: number, word: string): string[] => Array.from({ length: count }, (_, i) => `${word}${i}`);
const routes = noteList('Routes', ['GET /orders', 'GET /'], 0);
const filters = noteList('Filters', names(9, ':f'), 1, [0, 0, 1, 0, 0, 0, 0, 1, 1]);
const params = noteList('Params', names(20, 'p'), 2);

describe('lines that have to fit', () => {
  it('are complete if there is room', () => {
    expect(noteLines(['# Table: x', routes], upTo(1000))).toBe('# Table: x\n# Routes: GET /orders, GET /\n');
  });

  it('are shortened inside, the least valuable first', () => {
    expect(noteLines([routes, filters, params], upTo(130))).toBe(
      '# Routes: GET /orders, GET /\n# Filters: :f0, :f1, :f2, :f3, :f4, :f5, :f6, :f7, :f8\n# Params: p0, p1, p2, p3, p4, p5, +14 more\n',
    );
  });

  it('keep the most valuable items of a list, in their order', () => {
    expect(noteLines([routes, filters, params], upTo(95))).toBe(
      '# Routes: GET /orders, GET /\n# Filters: :f2, :f7, :f8, +6 more\n# Params: p0, p1, p2, +17 more\n',
    );
  });

  it('are dropped from the end if they cannot be shorter', () => {
    expect(noteLines([routes, filters, params], upTo(60))).toBe(
      '# Routes: GET /orders, +1 more\n# Filters: :f2, +8 more\n',
    );
    expect(noteLines([routes], upTo(3))).toBe('');
  });

  it('count columns, and name the member they are about', () => {
    expect(noteLines([columnsNote(names(62, 'c'))], upTo(30))).toBe('# 62 columns: c0, c1, c2, …\n');
    expect(noteLines([columnsNote(['id', 'name'])], upTo(30))).toBe('# Columns: id, name\n');
    expect(noteLines([memberNote('show', params), memberNote('show', '# Note')], upTo(52))).toBe(
      '# show: Params: p0, p1, p2, +17 more\n# show: Note\n',
    );
  });

  it('never exceed the room, and no list is dropped while another has more than one item', () => {
    const lists = fc.array(fc.tuple(fc.nat(12), fc.nat(3)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(lists, fc.nat(300), (sizes, most) => {
        const notes = sizes.map(([count, rank], i) => noteList(`L${i}`, names(count + 1, 'item'), rank));
        const text = noteLines(notes, upTo(most));
        expect(text.length).toBeLessThanOrEqual(most);
        if (text.split('\n').length - 1 < notes.length) expect(text).not.toMatch(/item\d+, item/);
      }),
    );
  });
});
