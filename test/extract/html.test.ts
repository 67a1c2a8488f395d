import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlBlocks, type TableMode } from '../../src/extract/html/htmlBlocks.js';
import { FAR_FROM_SQUARE, growth } from '../growth.js';

/** One line a block: `kind level*quote text`. */
const read = (html: string, tables: TableMode = 'data'): string[] =>
  htmlBlocks(html, tables).map(
    ({ kind, level, quote, text }) => `${kind}${level || ''}${'>'.repeat(quote)} ${text.replaceAll('\n', '⏎')}`,
  );

describe('the blocks of HTML', () => {
  it('are headings, paragraphs, items and quotes', () => {
    expect(
      read('<h2>The  <b>plan</b></h2><p>One &amp; two<br>three<ul><li>a<li>b<ol><li>c</ol></ul><blockquote>Old'),
    ).toEqual([
      'heading2 The plan',
      'paragraph One & two⏎three',
      'item1 - a',
      'item1 - b',
      'item2   1. c',
      'paragraph> Old',
    ]);
  });

  it('leave out hidden elements, and have the alternative text of images', () => {
    expect(read('<head><title>x</title></head><style>p{}</style><p>a<script>1<2</script> b <img alt="A cat">')).toEqual(
      ['paragraph a b [A cat]'],
    );
  });

  it('keep the columns of a data table, and ignore a layout table', () => {
    const table = '<table><tr><th>a<th>b<tr><td></td><td><p>1</p><p>2</p></td></table>';
    expect(read(table)).toEqual(['row1 a | b', 'row  | 1 2']);
    expect(read(table, 'layout')).toEqual(['paragraph a', 'paragraph b', 'paragraph 1', 'paragraph 2']);
  });

  it('read a table inside a cell as its text', () => {
    expect(read('<table><tr><td>x<table><tr><td>1<td>2</table>y<td>z</table>')).toEqual(['row x 1 2 y | z']);
  });

  it('keep the indent of preformatted text', () => {
    expect(read('<pre>\n  a\n\n    b</pre>')).toEqual(['pre   a⏎⏎    b']);
  });

  it('put further paragraphs of an item below it', () => {
    expect(read('<ol><li><p>a</p><p>b</p><li>c</ol>')).toEqual(['item1 1. a', 'item1   b', 'item1 2. c']);
  });

  it('never throw, and are never empty', () => {
    const word = fc.constantFrom(
      ...'<p> </p> <table> </table> <tr> <td> </td> <li> <ul> </ul> <pre> </pre> <blockquote> text &nbsp; < > " <!-- --> <br> <h1> </h1> <head> </head> <img'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 5 }))), (words) => {
        for (const tables of ['data', 'layout'] as const)
          for (const block of htmlBlocks(words.join(''), tables)) {
            expect(block.text.trim()).not.toBe('');
            expect(block.quote).toBeGreaterThanOrEqual(0);
          }
      }),
    );
  });

  it.each(['<b>', '<div>', '<ul>', '<table>', '<blockquote>', '<', '&', '<td><p>x', '<li>x', ' ', '</p>', '<!--'])(
    'take time proportional to the text: %s',
    async (opener) => {
      expect(await growth((times) => htmlBlocks(opener.repeat(times), 'data'), 20_000)).toBeLessThan(FAR_FROM_SQUARE);
    },
  );
});
