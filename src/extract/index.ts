/** The extractors, and which of them is asked for a file. */
import type { Extraction, Extractor, ExtractorId } from './extractor.js';
import { notebook } from './notebook.js';

export type { Extraction, Extractor, ExtractorId } from './extractor.js';

export const extractors = { notebook } satisfies Partial<Record<ExtractorId, Extractor>>;

/** How much of a file is looked at: a list of messages may start with a long one. */
const HEAD = 16_384;

/** Who takes the text out of this file; undefined when it is its own text. */
export function extractorFor(filename: string, bytes: Uint8Array): Extractor | undefined {
  const head = latin1(bytes.subarray(0, HEAD));
  return Object.values(extractors).find((extractor) => extractor.claims(filename, head));
}

/** Undefined when the file is plain text, or turned out to be. Never throws. */
export async function extract(filename: string, bytes: Uint8Array): Promise<Extraction | undefined> {
  return extractorFor(filename, bytes)?.extract(bytes, filename);
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
