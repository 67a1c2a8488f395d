/** Texts loaded by another library, and their chunks: each is a slice of the given text. */
import { extractorFor } from '../extract/index.js';
import { type Chunk, type ChunkOptions, chunk, type Prefix } from '../index.js';

/** The options of `chunk()`, without those that come with each text. No outlines: they are not a slice of it. */
export type SplitOptions = Omit<ChunkOptions, 'docId' | 'mentions' | 'log' | 'prefix' | 'notes' | 'outlines'>;

export interface GivenText {
  readonly text: string;
  /** Its name determines the format. */
  readonly path?: string | undefined;
  /** The start of the ids of its chunks. Default `{tree}:{path}`. */
  readonly docId?: string | undefined;
  /** Text before each chunk, which counts towards the limit. */
  readonly prefix?: Prefix | undefined;
}

export async function cutGivenText(given: GivenText, options: SplitOptions): Promise<readonly Chunk[]> {
  const { text, docId, prefix } = given;
  const path = given.path || options.path;
  const { chunks } = await chunk(text, {
    ...options,
    ...(path === undefined ? {} : { path, ...languageOf(path, text, options) }),
    ...(docId === undefined ? {} : { docId }),
    ...(prefix === undefined ? {} : { prefix }),
    outlines: false,
  });
  return chunks;
}

/** The text of `report.pdf` is not a PDF: it was extracted from one, and must not be read as a file again. */
const languageOf = (path: string, text: string, { language }: SplitOptions): Pick<ChunkOptions, 'language'> =>
  language === undefined && extractorFor(path, text) ? { language: 'text' } : {};

/** The first of these entries that is a text. */
export const textAt = (metadata: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined =>
  keys.map((key) => metadata[key]).find((value): value is string => typeof value === 'string' && value !== '');
