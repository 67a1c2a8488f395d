/** The table of extractors, and the choice of one for a file. */

import { chatExport } from './chat.js';
import type { Extraction, Extractor, ExtractorId } from './extractor.js';
import { docx, pdf } from './extractThread.js';
import { mail } from './mail.js';
import { notebook } from './notebook.js';

export type { Extraction, Extractor, ExtractorId } from './extractor.js';

export const extractors = { mail, notebook, pdf, docx, chat: chatExport } satisfies Record<ExtractorId, Extractor>;
const allExtractors = Object.values(extractors);

/** The extractor of this file; undefined for plain text. `language`: the format that the caller named. */
export function extractorFor(path: string, file: string | Uint8Array, language?: string): Extractor | undefined {
  if (language !== undefined) return allExtractors.find(({ id }) => id === language);
  const filename = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const head = (length: number): string => {
    if (typeof file !== 'string') return latin1.decode(file.subarray(0, length));
    const fileStart = file.slice(0, length);
    // Most text begins with plain ASCII, which is the same in every encoding.
    return Buffer.byteLength(fileStart) === fileStart.length
      ? fileStart
      : latin1.decode(Buffer.from(fileStart).subarray(0, length));
  };
  for (const extractor of allExtractors) if (extractor.claims(filename, head)) return extractor;
  return undefined;
}

/** Undefined if the file is plain text, or turns out to be. Never throws. */
export async function extract(path: string, bytes: Uint8Array, language?: string): Promise<Extraction | undefined> {
  return extractorFor(path, bytes, language)?.extract(bytes, path, language !== undefined);
}

const latin1 = new TextDecoder('latin1');
