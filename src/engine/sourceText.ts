/**
 * The whole text of a source. If its file is what was indexed, the file's own bytes; else
 * the text from the index, with each part at its offset:
 *
 *     chunk  [1, 7)    "one.\n\n"
 *     chunk  [7, 11)   "two."        →   "\ufeffone.\n\ntwo.\n"
 *     gaps   [0, "\ufeff"], [11, "\n"]
 *
 * For a mail or a PDF, the extracted text, which line numbers refer to.
 */
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import { decode, decodeText } from '../sources/decode.js';
import { fileBelow } from '../sources/jail.js';
import { readBytes } from '../sources/read.js';
import type { SourceRow, Store, TextMetadata } from '../store/store.js';
import { sha256 } from '../text/hash.js';
import type { Offsets } from '../text/offsets.js';
import type { IndexPaths } from './indexPaths.js';

export interface SourceText {
  readonly text: string;
  /** The file's own bytes, or the text as UTF-8. */
  readonly bytes: Uint8Array;
  readonly offsets: Offsets;
  /** False: the file is gone, or is not what was indexed. */
  readonly fresh: boolean;
}

export async function readSourceText(store: Store, locate: IndexPaths['locate'], row: SourceRow): Promise<SourceText> {
  if (typeof row.metadata.skipped === 'string') throw skippedError(row);
  const { extracted } = metadataOf(row);
  const bytes = row.kind === 'file' ? currentBytes(locate, row) : undefined;
  const fresh = bytes !== undefined || row.kind !== 'file';
  if (bytes && extracted === undefined) return { ...decode(bytes), bytes, fresh };
  const decoded = decodeText(indexedText(await (await storeOf(store, row)).chunksOf(row.docId), row));
  return { ...decoded, bytes: Buffer.from(decoded.text), fresh };
}

/** The store of a source's chunks: those of a commit are in the history. */
export const storeOf = async (store: Store, { kind }: Pick<SourceRow, 'kind'>): Promise<Store> =>
  (kind === 'commit' ? await store.history() : undefined) ?? store;

const skippedError = ({ path, metadata: { skipped } }: SourceRow): FroeError =>
  new FroeError(
    skipped === 'binary' ? 'binary' : 'too-large',
    `${path} is ${skipped === 'binary' ? 'not text' : 'too large'}`,
    'The index stores only the name of such a file.',
  );

/** Undefined unless they are what was indexed. */
function currentBytes(locate: IndexPaths['locate'], { path, hash }: SourceRow): Uint8Array | undefined {
  try {
    const place = locate(path);
    const bytes = readBytes(fileBelow(place.root, place.path));
    return sha256(bytes) === hash ? bytes : undefined;
  } catch {
    return undefined; // it is gone, or on another machine
  }
}

/** The text of a source from its chunks and gaps. */
export function indexedText(chunks: readonly Chunk[], row: Pick<SourceRow, 'metadata'>): string {
  const { gaps = [] } = metadataOf(row);
  const segments = [
    ...chunks.filter(({ synthetic }) => !synthetic).map(segmentOf),
    ...gaps.map(([start, text]): TextSegment => ({ start, text })),
  ].sort((a, b) => a.start - b.start);
  const parts: string[] = [];
  let [end, endLine] = [0, 1];
  for (const { start, text, lines } of segments) {
    // An index of an earlier version stored no gaps: only their sizes are known.
    if (start > end) parts.push(blank(start - end, (lines?.from ?? endLine) - endLine));
    parts.push(text.slice(Math.max(0, end - start))); // without the overlap with the chunk before
    end = Math.max(end, start + text.length);
    endLine = lines?.next ?? endLine;
  }
  return parts.join('');
}

interface TextSegment {
  readonly start: number;
  readonly text: string;
  /** Its first line, and the line after it; unknown for a gap. */
  readonly lines?: { readonly from: number; readonly next: number };
}

const segmentOf = ({ charStart, content, startLine, endLine }: Chunk): TextSegment => ({
  start: charStart,
  text: content,
  lines: { from: startLine, next: endLine + (/[\r\n]$/.test(content) ? 1 : 0) },
});

/** As many characters and line breaks as there were, so that offsets and line numbers are right. */
const blank = (characters: number, breaks: number): string =>
  '\n'.repeat(Math.max(0, Math.min(characters, breaks))).padEnd(characters);

const metadataOf = ({ metadata }: Pick<SourceRow, 'metadata'>): TextMetadata => metadata as TextMetadata; // written by jobs/prepare.ts, from that type
