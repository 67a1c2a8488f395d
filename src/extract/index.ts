/** The extractors, and which of them is asked for a file. */

import { chat } from './chat.js';
import { docx } from './docx.js';
import type { Extraction, Extractor, ExtractorId } from './extractor.js';
import { mail } from './mail.js';
import { notebook } from './notebook.js';
import { pdf } from './pdf.js';

export type { Extraction, Extractor, ExtractorId } from './extractor.js';

export const extractors = { mail, notebook, pdf, docx, chat } satisfies Record<ExtractorId, Extractor>;

/** How much of a file is looked at: a list of messages may start with a long one. */
export const EXTRACTOR_HEAD = 16_384;

/** Who takes the text out of this file; undefined when it is its own text. */
export function extractorFor(path: string, bytes: Uint8Array): Extractor | undefined {
  const filename = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const head = latin1.decode(bytes.subarray(0, EXTRACTOR_HEAD));
  return Object.values(extractors).find((extractor) => extractor.claims(filename, head));
}

/** Undefined when the file is plain text, or turned out to be. Never throws. */
export async function extract(path: string, bytes: Uint8Array): Promise<Extraction | undefined> {
  return extractorFor(path, bytes)?.extract(bytes, path);
}

const latin1 = new TextDecoder('latin1');
