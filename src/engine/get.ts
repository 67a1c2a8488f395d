/** What is at an address: its exact text, its bytes, and the chunks that contain it. */
import { breadcrumbOf } from '../assemble/passage.js';
import { FroeError } from '../errors.js';
import type { Chunk } from '../schema.js';
import type { SourceRow, Store } from '../store/store.js';
import type { ResolvedAddress } from './address.js';
import { type NeighbourOptions, withNeighbours } from './neighbours.js';
import { type SourceText, storeOf } from './sourceText.js';

export interface GetResult {
  readonly source: SourceRow;
  /** 1-based, inclusive. */
  readonly lines: readonly [from: number, to: number];
  readonly text: string;
  /** The file's own bytes, if they are what was indexed; else the text as UTF-8. */
  readonly bytes: Uint8Array;
  readonly chunks: readonly Chunk[];
  /** False: the file has changed since, and could not be read again. */
  readonly fresh: boolean;
}

export async function getResult(
  index: Store,
  resolved: ResolvedAddress,
  sourceText: SourceText,
  neighbourOptions: NeighbourOptions = {},
): Promise<GetResult> {
  const store = await storeOf(index, resolved.source);
  const exact = await exactResult(store, resolved, sourceText);
  const isWholeSource = !resolved.chunk && !resolved.unit && !resolved.lines; // nothing is around it
  if (neighbourOptions.expand === undefined || isWholeSource || resolved.chunk?.synthetic) return exact;
  const { text, chunks } = await withNeighbours(store, resolved.source.docId, exact.chunks, neighbourOptions);
  const lines = [chunks[0]?.startLine ?? exact.lines[0], chunks.at(-1)?.endLine ?? exact.lines[1]] as const;
  return { ...exact, text, lines, bytes: Buffer.from(text), chunks };
}

async function exactResult(store: Store, resolved: ResolvedAddress, sourceText: SourceText): Promise<GetResult> {
  const { source, chunk, parts = chunk ? [chunk] : [] } = resolved;
  const { offsets, fresh } = sourceText;
  const lines = lineRangeOf(resolved, sourceText);
  const exact = { source, lines, fresh };
  if (chunk?.synthetic) {
    const text = joinParts(parts);
    return { ...exact, text, bytes: Buffer.from(text), chunks: parts };
  }
  const start = chunk ? chunk.charStart : offsets.lineStart(lines[0]);
  const end = chunk ? chunk.charEnd : offsets.lineStart(lines[1] + 1);
  const all = chunk ? [chunk] : await store.chunksOf(source.docId);
  return {
    ...exact,
    text: sourceText.text.slice(start, end),
    bytes: sourceText.bytes.subarray(offsets.byteAt(start), offsets.byteAt(end)),
    chunks: all.filter((candidate) => !candidate.synthetic && candidate.charStart < end && candidate.charEnd > start),
  };
}

/** A section as one text: the title that each chunk of an inlined concern begins with is kept once. */
function joinParts(parts: readonly Chunk[]): string {
  const title = /^# Concern: .*\n/.exec(parts[0].content)?.[0] ?? '';
  return parts
    .map(({ content }, i) => (i > 0 && content.startsWith(title) ? content.slice(title.length) : content))
    .join('');
}

/** Lines of one source, with their numbers. */
export interface ReadLines extends Pick<GetResult, 'source' | 'fresh'> {
  readonly lines: readonly NumberedLine[];
  /** The headings above a part of a document: `> Guide › Install`; empty if there are none. */
  readonly breadcrumb: string;
}

/** The lines at an address, with so many before and after. A chunk without any has only its own part of its first and last line. */
export async function readLinesAt(
  store: Store,
  resolved: ResolvedAddress,
  sourceText: SourceText,
  contextLines: number,
): Promise<ReadLines> {
  const { source, chunk } = resolved;
  const { text, fresh } = sourceText;
  const [from, to] = lineRangeOf(resolved, sourceText);
  const chunkText =
    chunk && !chunk.synthetic && contextLines === 0 ? text.slice(chunk.charStart, chunk.charEnd) : undefined;
  const lines =
    chunkText === undefined
      ? numberedLines(text).slice(Math.max(0, from - 1 - contextLines), to + contextLines)
      : numberedLines(chunkText).map((line) => ({ ...line, number: line.number + from - 1 }));
  return { source, lines, fresh, breadcrumb: await breadcrumbAt(store, resolved, sourceText) };
}

async function breadcrumbAt(store: Store, resolved: ResolvedAddress, sourceText: SourceText): Promise<string> {
  const { source, chunk, unit, lines } = resolved;
  if (chunk) return breadcrumbOf([chunk]);
  if (!unit && !lines) return '';
  const [first] = await store.chunksOf(source.docId, 0, 0);
  if (first?.headers === undefined) return ''; // avoids reading all chunks of a large code file
  return breadcrumbOf((await exactResult(store, resolved, sourceText)).chunks);
}

/** The requested lines as far as they exist; the first must. */
export function lineRangeOf(
  { source, lines, unit, chunk, parts }: ResolvedAddress,
  { offsets }: SourceText,
): readonly [number, number] {
  const last = offsets.lineCount;
  const container = chunk ?? unit;
  const [from, to] = lines ?? (container ? [container.startLine, (parts?.at(-1) ?? container).endLine] : [1, last]);
  if (from >= 1 && from <= last && from <= to) return [from, Math.min(to, last)];
  const requested = from === to ? `line ${from}` : `lines ${from}-${to}`;
  const existing = last === 1 ? 'It has one line.' : `It has lines 1 to ${last}.`;
  const name = source.kind === 'artifact' ? source.title : source.path;
  throw new FroeError('not-found', `${name} has no ${requested}`, existing);
}

/** A text by lines, as in records: LF, CRLF and CR end a line, and an empty rest is not one. */
export interface NumberedLine {
  /** 1-based. */
  readonly number: number;
  /** Without its line end. */
  readonly text: string;
}

const LINE_END = /\r\n|\n|\r/;

export function numberedLines(text: string): readonly NumberedLine[] {
  const lines = text.split(LINE_END);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, i) => ({ number: i + 1, text: line }));
}
