/** The texts that questions are made of, and looked for in. */
import { join } from 'node:path';
import { unitsOf } from '../chunk/units.js';
import { FroeError } from '../errors.js';
import { parse } from '../pipeline/chunk.js';
import { readBytes } from '../sources/read.js';
import { walk } from '../sources/walk.js';
import type { EvalDocument } from './question.js';

export interface ReadDocumentsOptions {
  readonly wants?: (path: string) => boolean;
  readonly maxFileSize?: number;
}

/** Larger files are data more often than not, and every strategy would have to read them. */
const MAX_FILE_BYTES = 1 << 20;

/** Files that are no text, or out of which text was taken, are left out: their lines are nobody's. */
export async function readDocuments(root: string, options: ReadDocumentsOptions = {}): Promise<EvalDocument[]> {
  const { wants = () => true, maxFileSize = MAX_FILE_BYTES } = options;
  const documents: EvalDocument[] = [];
  for (const path of walk(root).files.filter(wants)) {
    const document = await readDocument(join(root, path), path, maxFileSize);
    if (document) documents.push(document);
  }
  return documents;
}

async function readDocument(file: string, path: string, largest: number): Promise<EvalDocument | undefined> {
  try {
    const bytes = readBytes(file);
    if (bytes.length === 0 || bytes.length > largest) return undefined;
    const { source, root, parser } = await parse(bytes, { path });
    if (source.extracted) return undefined;
    return { path, text: source.text, source, root, units: unitsOf(source, root, parser) };
  } catch (error) {
    if (error instanceof FroeError) return undefined;
    throw error;
  }
}
