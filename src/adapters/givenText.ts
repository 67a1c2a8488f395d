/** Texts that another library has read, and their chunks: each is a slice of the text that was given. */
import { extractorFor } from '../extract/index.js';
import { type Chunk, type ChunkOptions, chunk, type Prefix } from '../index.js';

/** What `chunk()` takes; what names a text comes with the text. Outlines are left out: they are no slice of it. */
export type SplitOptions = Omit<ChunkOptions, 'docId' | 'mentions' | 'log' | 'prefix' | 'notes' | 'outlines'>;

export interface GivenText {
  readonly text: string;
  /** Its name says what it is. */
  readonly path?: string | undefined;
  /** What the ids of its chunks begin with. Default `{tree}:{path}`. */
  readonly docId?: string | undefined;
  /** What is put before each chunk, and counts inside the cap. */
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

/** The text of `report.pdf` is no PDF: somebody has taken it out of one, and it must not be read as a file again. */
const languageOf = (path: string, text: string, { language }: SplitOptions): Pick<ChunkOptions, 'language'> =>
  language === undefined && extractorFor(path, text) ? { language: 'text' } : {};

/** The first of these entries that is a text. */
export const textAt = (metadata: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined =>
  keys.map((key) => metadata[key]).find((value): value is string => typeof value === 'string' && value !== '');
