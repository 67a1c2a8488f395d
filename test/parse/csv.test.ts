import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf, csv, findDelimiter, isHeader } from '../../src/parse/csv.js';
import type { Node } from '../../src/types.js';
import { expectLinear, expectSoundOnAny, nodesOf, rootOf, sourceOf, textOf } from './document/drawDocument.js';

const rowsOf = (text: string): string[] =>
  nodesOf(rootOf(csv, text))
    .filter(({ kind }) => kind === 'row')
    .map(({ start, end }) => text.slice(start, end));

const tableOf = (text: string): Node => rootOf(csv, text).children[0];

describe('csv', () => {
  it('has a row for every record, with the header as lead', () => {
    const text = 'name,born\nAda,1815\nAlan,1912\n';
    expect(rowsOf(text)).toEqual(['Ada,1815\n', 'Alan,1912\n']);
    expect(textOf(text, tableOf(text).lead)).toBe('name,born\n');
    expect(tableOf(text).meta).toEqual({ columns: ['name', 'born'] });
  });

  it('allows delimiters, line breaks and doubled quotes in quoted cells', () => {
    const text = 'id,note\r\n1,"two\r\nlines, ""quoted"""\r\n2,5" pipe\r\n3,""\r\n';
    expect(rowsOf(text)).toEqual(['1,"two\r\nlines, ""quoted"""\r\n', '2,5" pipe\r\n', '3,""\r\n']);
    expect(cellsOf(text, 0x2c, text.indexOf('1,'), 9)).toEqual(['1', 'two\r\nlines, "quoted"']);
  });

  it('loses one row to a quote that never closes, not the table', () => {
    expect(rowsOf('a,b\n1,"open\n2,x\n3,y\n')).toEqual(['1,"open\n', '2,x\n', '3,y\n']);
  });

  it.each([
    [',', 'a,b,c\n1,2,3\n'],
    [';', 'a;b;c\n1,5;2,5;3,5\n'],
    ['\t', 'a\tb\n1, 2\t3\n'],
    ['|', 'a|b|c\n1|2|3\n'],
    [';', 'sep=;\na;b\n'],
    [',', '"x;y;z",b\n"p;q",2\n'],
  ])('finds %j between the cells', (delimiter, text) => {
    expect(String.fromCharCode(findDelimiter(text, 0).unit)).toBe(delimiter);
  });

  it.each([
    [['name', 'born'], ['Ada', '1815'], true],
    [['', 'width', 'height'], ['0', '1', '2'], true],
    [['1', '2'], ['3', '4'], false],
    [['Ada', '1815-12-10'], ['Alan', '1912-06-23'], false],
    [['a', 'a'], ['1', '2'], false],
    [['apple'], ['banana'], false],
    [['height'], ['1.80'], true],
  ])('detects a header by its names: %j over %j is %s', (first, second, expected) => {
    expect(isHeader(first, second)).toBe(expected);
  });

  it('reads a table without a header as rows alone', () => {
    expect(tableOf('1,2\n3,4\n').lead).toBeUndefined();
    expect(rowsOf('1,2\n3,4\n')).toHaveLength(2);
  });

  it('adds the columns to every chunk', () => {
    const text = 'name,born\nAda,1815\n';
    const root = rootOf(csv, text);
    const chunk = { source: sourceOf(text), root, node: root, shows: [], parents: () => [], content: text };
    expect(csv.fields?.(chunk)).toEqual({ metadata: { columns: ['name', 'born'] } });
  });

  it('changes at most one group when a row is inserted', () => {
    const lines = Array.from({ length: 3000 }, (_, i) => `${i},row ${i * 7919}\n`);
    const groups = (rows: readonly string[]): Set<string> => {
      const text = `id,name\n${rows.join('')}`;
      return new Set(tableOf(text).children.map(({ start, end }) => text.slice(start, end)));
    };
    const before = groups(lines);
    const after = groups([...lines.slice(0, 700), 'new,row\n', ...lines.slice(700)]);
    expect(before.size).toBeGreaterThan(20);
    expect([...before].filter((group) => !after.has(group)).length).toBeLessThanOrEqual(2);
  });

  it('has nodes in a very large table only for the rows that span lines', () => {
    const text = `id,text\n${'1,some words in a row\n'.repeat(800_000)}2,"two\nlines"\n`;
    expect(text.length).toBeGreaterThan(16 * 1024 * 1024);
    const groups = tableOf(text).children;
    expect(groups.length).toBeGreaterThan(1000);
    expect(rowsOf(text)).toEqual(['2,"two\nlines"\n']);
  });

  it('tiles the table with rows, whatever its contents', () => {
    const words = ['a,b\n', '1,', '"', '""', '\n', ';', '"x\ny",2\n', '\r\n', 'sep=;\n', 'word'];
    expectSoundOnAny(csv, words);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words)), (parts) => {
        const text = parts.join('');
        if (text === '') return;
        const table = tableOf(text);
        const lead =
          textOf(text, table.lead) ?? textOf(text, { start: 0, end: table.children[0]?.start ?? text.length });
        expect(lead + rowsOf(text).join('')).toBe(text);
      }),
    );
  });

  it('takes linear time', async () => {
    await expectLinear(csv, ['"', ',', '\n', '",\n', 'a,"\n', '"a"x,', 'a,b,c\n', '""', '"\n"', '\r']);
  });
});
