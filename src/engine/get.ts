/** What is at an address: its exact text, its bytes, and the chunks that contain it. */
import { breadcrumbOf } from '../assemble/passage.js';
import { FroeError } from '../errors.js';
import type { GraphPlace } from '../graph/place.js';
import type { Chunk } from '../schema.js';
import type { SourceRow, Store } from '../store/store.js';
import { exactPath, pathMatcher } from '../text/pathPattern.js';
import { type AddressScope, type ResolvedAddress, symbolsAt } from './address.js';
import { pathsOf } from './indexPaths.js';
import { type NeighbourOptions, withNeighbours } from './neighbours.js';
import { readSourceText, type SourceText, storeOf } from './sourceText.js';

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
  whole: SourceText,
  expanding: NeighbourOptions = {},
): Promise<GetResult> {
  const store = await storeOf(index, resolved.source);
  const got = await exactly(store, resolved, whole);
  const isAll = !resolved.chunk && !resolved.unit && !resolved.lines; // nothing is around it
  if (expanding.expand === undefined || isAll || resolved.chunk?.synthetic) return got;
  const { text, chunks } = await withNeighbours(store, resolved.source.docId, got.chunks, expanding);
  const lines = [chunks[0]?.startLine ?? got.lines[0], chunks.at(-1)?.endLine ?? got.lines[1]] as const;
  return { ...got, text, lines, bytes: Buffer.from(text), chunks };
}

async function exactly(store: Store, resolved: ResolvedAddress, whole: SourceText): Promise<GetResult> {
  const { source, chunk, parts = chunk ? [chunk] : [] } = resolved;
  const { offsets, fresh } = whole;
  const lines = lineRangeOf(resolved, whole);
  const got = { source, lines, fresh };
  if (chunk?.synthetic) {
    const text = joined(parts);
    return { ...got, text, bytes: Buffer.from(text), chunks: parts };
  }
  const start = chunk ? chunk.charStart : offsets.lineStart(lines[0]);
  const end = chunk ? chunk.charEnd : offsets.lineStart(lines[1] + 1);
  const all = chunk ? [chunk] : await store.chunksOf(source.docId);
  return {
    ...got,
    text: whole.text.slice(start, end),
    bytes: whole.bytes.subarray(offsets.byteAt(start), offsets.byteAt(end)),
    chunks: all.filter((one) => !one.synthetic && one.charStart < end && one.charEnd > start),
  };
}

/** A section as one text: the title that each chunk of an inlined concern begins with is kept once. */
function joined(parts: readonly Chunk[]): string {
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
  whole: SourceText,
  around: number,
): Promise<ReadLines> {
  const { source, chunk } = resolved;
  const { text, fresh } = whole;
  const [from, to] = lineRangeOf(resolved, whole);
  const own = chunk && !chunk.synthetic && around === 0 ? text.slice(chunk.charStart, chunk.charEnd) : undefined;
  const lines =
    own === undefined
      ? numberedLines(text).slice(Math.max(0, from - 1 - around), to + around)
      : numberedLines(own).map((line) => ({ ...line, number: line.number + from - 1 }));
  return { source, lines, fresh, breadcrumb: await breadcrumbAt(store, resolved, whole) };
}

async function breadcrumbAt(store: Store, resolved: ResolvedAddress, whole: SourceText): Promise<string> {
  const { source, chunk, unit, lines } = resolved;
  if (chunk) return breadcrumbOf([chunk]);
  if (!unit && !lines) return '';
  const [first] = await store.chunksOf(source.docId, 0, 0);
  if (first?.headers === undefined) return ''; // avoids reading all chunks of a large code file
  return breadcrumbOf((await exactly(store, resolved, whole)).chunks);
}

/** The requested lines as far as they exist; the first must. */
export function lineRangeOf(
  { source, lines, unit, chunk, parts }: ResolvedAddress,
  { offsets }: SourceText,
): readonly [number, number] {
  const last = offsets.lineCount;
  const within = chunk ?? unit;
  const [from, to] = lines ?? (within ? [within.startLine, (parts?.at(-1) ?? within).endLine] : [1, last]);
  if (from >= 1 && from <= last && from <= to) return [from, Math.min(to, last)];
  const asked = from === to ? `line ${from}` : `lines ${from}-${to}`;
  const there = last === 1 ? 'It has one line.' : `It has lines 1 to ${last}.`;
  const named = source.kind === 'artifact' ? source.title : source.path;
  throw new FroeError('not-found', `${named} has no ${asked}`, there);
}

/** Resolved addresses as nodes of the graph, if they are at one of the paths `within` or below it. Lines that do not exist are refused. */
export async function graphPlaces(
  scope: AddressScope,
  resolved: readonly ResolvedAddress[],
  within?: readonly string[],
): Promise<readonly GraphPlace[]> {
  const { store } = scope;
  const { locate } = pathsOf(scope);
  const isMeant = within ? pathMatcher(within.map(exactPath)) : () => true;
  const all = resolved.filter(({ source }) => isMeant(source.path));
  for (const one of all) if (one.lines) lineRangeOf(one, await readSourceText(store, locate, one.source));
  return symbolsAt(store, all);
}

/** A text by lines, as in records: LF, CRLF and CR end a line, and an empty rest is not one. */
export interface NumberedLine {
  /** 1-based. */
  readonly number: number;
  /** Without its line end. */
  readonly text: string;
}

const END = /\r\n|\n|\r/;

export function numberedLines(text: string): readonly NumberedLine[] {
  const lines = text.split(END);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, i) => ({ number: i + 1, text: line }));
}
