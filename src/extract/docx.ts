/**
 * Word documents: the title, headings as sections, paragraphs, lists and tables.
 * A package reads the file and says what it is as HTML; pictures, colours and
 * page breaks are left out.
 */

import { zipProblem } from './docx/zipProblem.js';
import { type Extraction, type Extractor, extensionOf, note } from './extractor.js';

const extensions: ReadonlySet<string> = new Set(['.docx', '.docm', '.dotx']);

export const docx: Extractor = {
  id: 'docx',
  claims: (filename) => extensions.has(extensionOf(filename)),
  async extract(bytes, path) {
    const problem = zipProblem(bytes);
    if (problem) return nothing(note(problem.code, path, problem.message));
    try {
      const { readDocument } = await import('./docx/readDocument.js');
      const taken = await readDocument(bytes);
      if (taken.text.trim() !== '') return taken;
      return { ...taken, diagnostics: [note('no-text', path, 'holds no text, only pictures or nothing')] };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return nothing(note('broken', path, `could not be read as a Word document (${why})`));
    }
  },
};

const nothing = (diagnostic: Extraction['diagnostics'][number]): Extraction => ({
  by: 'docx',
  text: '',
  parts: [],
  metadata: {},
  diagnostics: [diagnostic],
});
