import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pdf } from '../../src/extract/extractThread.js';
import { extractorFor } from '../../src/extract/index.js';
import { type PdfWord, pdfLines } from '../../src/extract/pdf/pdfLines.js';
import { extracted } from '../../src/parse/extracted.js';
import { bytesOf, drawParts, expectSound, extractFrom, rootOf, sourceOf } from './extracting.js';
import { column, dropsPromises, pdfFile } from './pdfFile.js';

describe('a PDF', () => {
  it('becomes pages, with paragraphs by the gaps between lines', async () => {
    const taken = await extractFrom(
      pdf,
      pdfFile({
        title: 'The Book',
        pages: [column(['One line', 'and another,', 'and one more.', '', 'Next.']), [], column(['Last.'])],
      }),
      'book.pdf',
    );
    expectSound(taken);
    expect(taken.text).toBe('One line\nand another,\nand one more.\n\nNext.\n\nLast.\n');
    expect(drawParts(taken)).toBe(
      [
        'page <page 1>',
        '  paragraph "One line\\nand another,\\nand one more."',
        '  paragraph "Next."',
        'page <page 3>',
        '  paragraph "Last."',
      ].join('\n'),
    );
    expect(taken.parts.map(({ meta }) => meta)).toEqual([{ page: 1 }, { page: 3 }]);
    expect(taken.metadata).toEqual({ title: 'The Book', page_count: 3 });
    expect(taken.diagnostics).toEqual([]);
  });

  it('has a section for every bookmark whose words are on its page', async () => {
    const taken = await extractFrom(
      pdf,
      pdfFile({
        bookmarks: [
          ['Guide', 0],
          ['Setup', 0, 1],
          ['Not there', 1, 1],
          ['Use', 2],
          ['More', 3],
        ],
        pages: [
          column(['1', 'Guide', '', 'Hello.', '', '1.1 Setup', '', 'Install it.']),
          column(['It goes on.']),
          column(['And ends.', '', 'Use', '', 'Run it.']),
          column(['4', 'More', '', 'Last.']),
        ],
      }),
      'a.pdf',
    );
    expectSound(taken);
    expect(drawParts(taken)).toBe(
      [
        'page <page 1>',
        '  paragraph "1"',
        '  section <Guide>',
        '    paragraph "Hello."',
        '    section <1.1 Setup>',
        '      paragraph "Install it."',
        'page <page 2>',
        '  continued',
        '    paragraph "It goes on."',
        'page <page 3>',
        '  continued',
        '    paragraph "And ends."',
        '  section <Use>',
        '    paragraph "Run it."',
        'page <page 4>',
        '  paragraph "4"',
        '  section <More>',
        '    paragraph "Last."',
      ].join('\n'),
    );
    const [, second, third] = taken.parts;
    expect(second.children[0].meta).toEqual({ section: 'Guide > Setup' });
    expect(third.children.map(({ meta }) => meta?.section)).toEqual(['Guide > Not there', 'Use']);
  });

  it('lists the pages of a chunk', async () => {
    const taken = await extractFrom(pdf, pdfFile({ pages: [column(['One.']), column(['Two.'])] }), 'a.pdf');
    const root = rootOf(taken);
    const chunk = { source: sourceOf(taken), root, parents: () => [], content: '' };
    const [first] = root.children;
    expect(extracted.fields?.({ ...chunk, node: root, shows: root.children }).metadata).toEqual({
      extracted: 'pdf',
      page_count: 2,
      page: 1,
      pages: [1, 2],
    });
    expect(extracted.fields?.({ ...chunk, node: first.children[0], shows: [] }).metadata).toEqual({
      extracted: 'pdf',
      page_count: 2,
      page: 1,
    });
  });

  it('is detected by its first bytes, too', () => {
    expect(extractorFor('paper', pdfFile({ pages: [] }))?.id).toBe('pdf');
    expect(extractorFor('paper', bytesOf('about %PDF-'))).toBeUndefined();
  });

  it.each([
    ['encrypted', pdfFile({ pages: [column(['x'])], encrypted: true })],
    ['no-text', pdfFile({ pages: [[], []] })],
    ['broken', bytesOf('%PDF-1.4\ngarbage')],
    ['broken', new Uint8Array()],
    ['broken', pdfFile({ pages: [column(['x'])] }).slice(0, 40)],
  ])('reports that it is %s', async (code, bytes) => {
    const taken = await extractFrom(pdf, bytes, 'a.pdf');
    expect(taken.text).toBe('');
    expect(taken.diagnostics.map((one) => [one.code, one.path])).toEqual([[code, 'a.pdf']]);
  });

  it('does not change the given bytes', async () => {
    const bytes = Buffer.from(pdfFile({ pages: [column(['x'])] }));
    expect((await extractFrom(pdf, bytes, 'a.pdf')).text).toBe('x\n');
    expect(bytes).toEqual(Buffer.from(pdfFile({ pages: [column(['x'])] })));
  });

  it('never throws, whichever of its bytes are damaged', async () => {
    const good = pdfFile({ pages: [column(['one', 'two']), column(['three'])], bookmarks: [['one', 0]], title: 't' });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 8 }), async (changes) => {
        const bytes = good.slice();
        for (const [at, value] of changes) bytes[at] = value;
        expectSound(await extractFrom(pdf, bytes, 'a.pdf'));
      }),
      { numRuns: 60 },
    );
  });
});

/** Of such files the library drops promises that have failed, and a process ends by that. */
it.each(Object.keys(dropsPromises))('affects no other file, and may be read in part: %s', async (name) => {
  expectSound(await extractFrom(pdf, dropsPromises[name], name));
  expect((await extractFrom(pdf, pdfFile({ pages: [column(['one'])] }), 'good.pdf')).text).toBe('one\n');
});

it('returns the right text for each of many files read at once', async () => {
  const texts = Array.from({ length: 8 }, (_, i) => `text ${i}`);
  const taken = await Promise.all(
    texts.map((text) => extractFrom(pdf, pdfFile({ pages: [column([text])] }), `${text}.pdf`)),
  );
  expect(taken.map(({ text }) => text)).toEqual(texts.map((text) => `${text}\n`));
});

describe('the lines of a page', () => {
  const word = (str: string, x: number, y: number, size = 10): PdfWord => ({
    str,
    width: (str.length * size) / 2,
    height: size,
    transform: [size, 0, 0, size, x, y],
  });
  const read = (...words: PdfWord[]): string[] => pdfLines(words).map(({ text }) => text);

  it('are joined from words, with spaces where there is room', () => {
    expect(read(word('Hel', 0, 100), word('lo', 15, 100), word('world', 30, 100), word('Next', 0, 88))).toEqual([
      'Hello world',
      'Next',
    ]);
  });

  it('include superscripts, and keep columns of a table apart', () => {
    expect(read(word('x', 0, 100), word('2', 5, 104, 6), word('is', 11, 100), word('far', 90, 100))).toEqual([
      'x2 is  far',
    ]);
  });

  it('keep the columns of a page in the order in which they were drawn', () => {
    const left = [100, 88, 76].map((y, i) => word(`left ${i}`, 0, y));
    const right = [100, 88, 76].map((y, i) => word(`right ${i}`, 300, y));
    expect(read(...left, ...right)).toEqual(['left 0', 'left 1', 'left 2', 'right 0', 'right 1', 'right 2']);
  });

  it('are sorted if the page was drawn from below', () => {
    const wide = (letter: string): string => letter.repeat(12);
    expect(read(word(wide('c'), 0, 76), word(wide('b'), 0, 88), word('a2', 30, 100), word('a', 0, 100))).toEqual([
      'a  a2',
      wide('b'),
      wide('c'),
    ]);
  });

  it('may run upwards', () => {
    const turned = (str: string, y: number): PdfWord => ({
      str,
      width: 10,
      height: 10,
      transform: [0, 10, -10, 0, 40, y],
    });
    expect(read(turned('up', 0), turned('ward', 14))).toEqual(['up ward']);
  });
});
