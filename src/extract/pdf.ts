/**
 * PDF: the text of each page, its lines put together from where their letters
 * stand. Bookmarks, where the file has them, say which lines are headings.
 *
 *     page 3 { section Setup { paragraph, paragraph } }   page 4 { … }
 *
 * The library that reads PDF is loaded only when there is one to read.
 */
import { type Extraction, type Extractor, extensionOf, note } from './extractor.js';

export const pdf: Extractor = {
  id: 'pdf',
  claims: (filename, head) => extensionOf(filename) === '.pdf' || head(5) === '%PDF-',
  async extract(bytes, path) {
    try {
      const { readDocument } = await import('./pdf/readDocument.js');
      return await readDocument(bytes, path);
    } catch (error) {
      return refused(error, path);
    }
  },
};

function refused(error: unknown, path: string): Extraction {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  const diagnostic =
    name === 'PasswordException'
      ? note('encrypted', path, 'is encrypted with a password')
      : note('broken', path, `could not be read as PDF (${message})`);
  return { by: 'pdf', text: '', parts: [], metadata: {}, diagnostics: [diagnostic] };
}
