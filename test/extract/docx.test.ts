import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xmlDepth } from '../../src/extract/docx/zipProblem.js';
import { docx } from '../../src/extract/extractThread.js';
import { bytesOf, drawParts, expectSound, extractFrom, rootOf } from './extracting.js';
import { item, paragraph, table, wordDocument, zipped } from './zipped.js';

describe('a Word document', () => {
  it('becomes sections, paragraphs, lists and tables', async () => {
    const taken = await extractFrom(
      docx,
      wordDocument(
        [
          paragraph('The Book', 'T'),
          paragraph('Before.'),
          paragraph('One', 'H1'),
          paragraph('Text &amp; more.'),
          paragraph('Deep', 'H3'),
          item('a', 1),
          item('b', 1),
          paragraph('Two', 'H1'),
          item('first', 2),
          item('second', 2),
          table(['Name', 'Age'], ['Ann', '3'], ['', '4']),
        ].join(''),
      ),
      'book.docx',
    );
    expectSound(taken);
    expect(drawParts(taken)).toBe(
      [
        'title "The Book"',
        'paragraph "Before."',
        'section <One>',
        '  paragraph "Text & more."',
        '  section <Deep>',
        '    list',
        '      item "- a"',
        '      item "- b"',
        'section <Two>',
        '  list',
        '    item "1. first"',
        '    item "2. second"',
        '  table',
        '    row "Name | Age"',
        '    row "Ann | 3"',
        '    row "| 4"',
      ].join('\n'),
    );
    expect(rootOf(taken).name).toBe('The Book');
    const [, , one, two] = taken.parts;
    expect(taken.text.slice(one.head?.start, one.head?.end)).toBe('One\n');
    const rows = two.children[1];
    expect(taken.text.slice(rows.lead?.start, rows.lead?.end)).toBe('Name | Age\n');
  });

  it('may have an empty section', async () => {
    const taken = await extractFrom(docx, wordDocument(paragraph('A', 'H1') + paragraph('B', 'H1')), 'a.docx');
    expectSound(taken);
    expect(drawParts(taken)).toBe('section <A> "A"\nsection <B> "B"');
  });

  it.each([
    ['encrypted', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])],
    ['encrypted', wordDocument(paragraph('x'), 1)],
    ['broken', bytesOf('no zip at all')],
    ['broken', new Uint8Array()],
    ['broken', zipped({ 'other.xml': '<a/>' })],
    ['broken', wordDocument(paragraph('x')).slice(0, 900)],
    ['broken', wordDocument('<w:p')],
    ['no-text', wordDocument('')],
  ])('reports that it is %s', async (code, bytes) => {
    const taken = await extractFrom(docx, bytes, 'a.docx');
    expectSound(taken);
    expect(taken.text).toBe('');
    expect(taken.diagnostics.map((one) => one.code)).toEqual([code]);
    expect(taken.diagnostics[0].message).toMatch(/^(is|could|holds) /);
  });

  it('that would exhaust memory is not unpacked', async () => {
    const bytes = wordDocument(paragraph('x'));
    const view = new DataView(bytes.buffer);
    const list = view.getUint32(bytes.length - 6, true);
    view.setUint32(list + 24, 0xf0000000, true);
    expect((await extractFrom(docx, bytes, 'a.docx')).diagnostics.map(({ code }) => code)).toEqual(['too-large']);
  });

  it('never throws, whichever of its bytes are damaged', async () => {
    const good = wordDocument(paragraph('x') + table(['a'], ['b']));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 8 }), async (changes) => {
        const bytes = good.slice();
        for (const [at, value] of changes) bytes[at] = value;
        expectSound(await extractFrom(docx, bytes, 'a.docx'));
      }),
      { numRuns: 60 },
    );
  });

  it('that is nested too deep is reported at once', async () => {
    const nested = (times: number): Uint8Array => wordDocument('<w:p>'.repeat(times) + '</w:p>'.repeat(times));
    expect((await extractFrom(docx, nested(200_000), 'deep.docx')).diagnostics).toEqual([
      { code: 'broken', path: 'deep.docx', message: 'holds 400 elements or more, one inside the other' },
    ]);
    expect((await extractFrom(docx, nested(390), 'deep.docx')).diagnostics.map(({ code }) => code)).toEqual([
      'no-text',
    ]);
  });
});

describe('the depth of XML', () => {
  it.each([
    ['<a><b/><c></c></a>', 2],
    ['<a x=">" y=\'/>\'><b z="a/b"/></a>', 1],
    ['<?xml version="1.0"?><!-- <x><y> --><a><![CDATA[<b><c>]]></a>', 1],
    ['<a></a><b></b><c>', 1],
    ['<a><b><c><d>', 4],
    ['no tags', 0],
    ['<a><b "', 2],
  ])('of %s is %i', (xml, depth) => {
    expect(xmlDepth(Buffer.from(xml), 100)).toBe(depth);
  });

  it('is read no further than requested', () => {
    expect(xmlDepth(Buffer.from('<a>'.repeat(50)), 10)).toBe(10);
  });
});
