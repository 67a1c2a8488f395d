/** Word documents and PDF files that are small, and would take all memory or never end. */
import { describe, expect, it } from 'vitest';
import { docx, pdf } from '../../src/extract/extractThread.js';
import { readPdf } from '../../src/extract/pdf/readPdf.js';
import { extractFrom } from '../extract/extracting.js';
import { column, pdfFile } from '../extract/pdfFile.js';
import { packedZip, paragraph, wordDocument } from '../extract/zipped.js';

const extractedText = async (bytes: Uint8Array): Promise<string> => {
  const { text, diagnostics } = await extractFrom(docx, bytes, 'a.docx');
  return [text, ...diagnostics.map(({ code, message }) => `${code}: ${message}`)].join('');
};

/** A document as the package that reads it would take for one, of so many paragraphs. */
const paragraphs = (count: number): Buffer => Buffer.from(`<w:document><w:body>${'<w:p/>'.repeat(count)}`);

describe('a Word document', () => {
  it('of 175 kB is not unpacked if it would exhaust memory', async () => {
    const bytes = packedZip('word/document.xml', paragraphs(15_000_000));
    expect(bytes.length).toBeLessThan(175_000);
    expect(await extractedText(bytes)).toBe('too-large: would unpack to 90000020 bytes');
  });

  it('is refused if it unpacks to more than it states', async () => {
    expect(await extractedText(packedZip('word/document.xml', paragraphs(10_000), 100))).toBe(
      'broken: is a zip file that unpacks to more than its declared size',
    );
  });

  it('is refused if its end record hides entries', async () => {
    const bytes = packedZip('word/document.xml', paragraphs(10_000));
    new DataView(bytes.buffer).setUint16(bytes.length - 12, 0, true);
    expect(await extractedText(bytes)).toBe('broken: is a zip file with a damaged directory');
  });

  it('is checked by the contents of an entry, not by its name', async () => {
    const deep = Buffer.from(`<w:document><w:body>${'<w:p>'.repeat(200_000)}`);
    expect(await extractedText(packedZip('word/picture.png', deep, deep.length))).toMatch(
      /^broken: holds 400 elements or more/,
    );
  });

  it('is read after a refused one', async () => {
    await extractedText(packedZip('word/document.xml', paragraphs(10_000), 100));
    expect(await extractedText(wordDocument(paragraph('Larch lasts.')))).toBe('Larch lasts.\n');
  });
});

describe('a PDF', () => {
  const pages = ['One.', 'Two.', 'Three.', 'Four.'].map((text) => column([text]));

  it.each([
    ['pages', { maxPages: 2, maxChars: 1000 }],
    ['text', { maxPages: 100, maxChars: 7 }],
  ])('is limited in all its %s together, with a diagnostic', async (_, bounds) => {
    const bytes = new Uint8Array(pdfFile({ pages }));
    const { text, diagnostics } = await readPdf(bytes, 'a.pdf', () => {}, bounds);
    expect(text).toBe('One.\n\nTwo.\n');
    expect(diagnostics.map(({ message }) => message)).toEqual(['has 4 pages; those after page 2 are left out']);
  });

  it('that claims two thousand million pages is read as far as it goes', async () => {
    const file = Buffer.from(pdfFile({ pages: [pages[0]] }));
    const bytes = Buffer.from(file.toString('latin1').replace('/Count 1 ', '/Count 2000000000 '), 'latin1');
    expect((await extractFrom(pdf, new Uint8Array(bytes), 'a.pdf')).text).toBe('One.\n');
  });
});
