/**
 * PDF: the text of each page, its lines put together from where their letters
 * stand. Bookmarks, where the file has them, say which lines are headings.
 *
 *     page 3 { section Setup { paragraph, paragraph } }   page 4 { … }
 *
 * The library that reads PDF is loaded only when there is one to read, and in a
 * thread of its own.
 */

import { diagnosticOf, type Extractor, extensionOf } from './extractor.js';
import { extractThread } from './extractThread.js';

export const pdf: Extractor = {
  id: 'pdf',
  claims: (filename, head) => extensionOf(filename) === '.pdf' || head(5) === '%PDF-',
  async extract(bytes, path) {
    try {
      return await extractThread.read('pdf', bytes, path);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const diagnostic = diagnosticOf('broken', path, `could not be read as PDF (${why})`);
      return { by: 'pdf', text: '', parts: [], metadata: {}, diagnostics: [diagnostic] };
    }
  },
};
