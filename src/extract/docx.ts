/**
 * Word documents: the title, headings as sections, paragraphs, lists and tables.
 * A package reads the file and says what it is as HTML; pictures, colours and
 * page breaks are left out. It runs in a thread of its own.
 */

import { diagnosticOf, type Extractor, extensionOf } from './extractor.js';
import { extractThread } from './extractThread.js';

const extensions: ReadonlySet<string> = new Set(['.docx', '.docm', '.dotx']);

export const docx: Extractor = {
  id: 'docx',
  claims: (filename) => extensions.has(extensionOf(filename)),
  async extract(bytes, path) {
    try {
      return await extractThread.read('docx', bytes, path);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const diagnostic = diagnosticOf('broken', path, `could not be read as a Word document (${why})`);
      return { by: 'docx', text: '', parts: [], metadata: {}, diagnostics: [diagnostic] };
    }
  },
};
