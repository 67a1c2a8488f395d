/** What is at an address: exactly its text, the bytes that say it, and the chunks it is in. */
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
  /** The file's own, where it still is what the index has read; else the text as UTF-8. */
  readonly bytes: Uint8Array;
  readonly chunks: readonly Chunk[];
  /** False: the file has changed since, and could not be read again. */
  readonly fresh: boolean;
}

export async function getResult(
  index: Store,
  meant: ResolvedAddress,
  whole: SourceText,
  expanding: NeighbourOptions = {},
): Promise<GetResult> {
  const store = await storeOf(index, meant.source);
  const got = await exactly(store, meant, whole);
  const isAll = !meant.chunk && !meant.unit && !meant.lines; // there is nothing around it
  if (expanding.expand === undefined || isAll || meant.chunk?.synthetic) return got;
  const { text, chunks } = await withNeighbours(store, meant.source.docId, got.chunks, expanding);
  const lines = [chunks[0]?.startLine ?? got.lines[0], chunks.at(-1)?.endLine ?? got.lines[1]] as const;
  return { ...got, text, lines, bytes: Buffer.from(text), chunks };
}

async function exactly(store: Store, meant: ResolvedAddress, whole: SourceText): Promise<GetResult> {
  const { source, chunk, parts = chunk ? [chunk] : [] } = meant;
  const { offsets, fresh } = whole;
  const lines = lineRangeOf(meant, whole);
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

/** A section in one text: the title that each chunk of an inlined concern begins with comes once. */
function joined(parts: readonly Chunk[]): string {
  const title = /^# Concern: .*\n/.exec(parts[0].content)?.[0] ?? '';
  return parts
    .map(({ content }, i) => (i > 0 && content.startsWith(title) ? content.slice(title.length) : content))
    .join('');
}

/** Lines of one source, by number. */
export interface ReadLines extends Pick<GetResult, 'source' | 'fresh'> {
  readonly lines: readonly NumberedLine[];
  /** The headings that a part of a document stands under: `> Guide › Install`; empty where there are none. */
  readonly breadcrumb: string;
}

/** Those that are meant, with so many before and after. A chunk alone is no more than its own text of them. */
export async function readLinesAt(
  store: Store,
  meant: ResolvedAddress,
  whole: SourceText,
  around: number,
): Promise<ReadLines> {
  const { source, chunk } = meant;
  const { text, fresh } = whole;
  const [from, to] = lineRangeOf(meant, whole);
  const own = chunk && !chunk.synthetic && around === 0 ? text.slice(chunk.charStart, chunk.charEnd) : undefined;
  const lines =
    own === undefined
      ? numberedLines(text).slice(Math.max(0, from - 1 - around), to + around)
      : numberedLines(own).map((line) => ({ ...line, number: line.number + from - 1 }));
  return { source, lines, fresh, breadcrumb: await breadcrumbAt(store, meant, whole) };
}

async function breadcrumbAt(store: Store, meant: ResolvedAddress, whole: SourceText): Promise<string> {
  const { source, chunk, unit, lines } = meant;
  if (chunk) return breadcrumbOf([chunk]);
  if (!unit && !lines) return '';
  const [first] = await store.chunksOf(source.docId, 0, 0);
  if (first?.headers === undefined) return ''; // the chunks of a large file of code are not read for nothing
  return breadcrumbOf((await exactly(store, meant, whole)).chunks);
}

/** Of the lines that were asked for those that there are; the first must be. */
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

/** Where in the graph resolved addresses stand, those at one of the paths `within` or under it. Lines that there are not are refused. */
export async function graphPlaces(
  standing: AddressScope,
  resolved: readonly ResolvedAddress[],
  within?: readonly string[],
): Promise<readonly GraphPlace[]> {
  const { store } = standing;
  const { locate } = pathsOf(standing);
  const isMeant = within ? pathMatcher(within.map(exactPath)) : () => true;
  const all = resolved.filter(({ source }) => isMeant(source.path));
  for (const meant of all) if (meant.lines) lineRangeOf(meant, await readSourceText(store, locate, meant.source));
  return symbolsAt(store, all);
}

/** A text by its lines, as records count them: LF, CRLF and CR end one, and what follows the last of these is none. */
export interface NumberedLine {
  /** 1-based. */
  readonly number: number;
  /** Without its end. */
  readonly text: string;
}

const END = /\r\n|\n|\r/;

export function numberedLines(text: string): readonly NumberedLine[] {
  const lines = text.split(END);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, i) => ({ number: i + 1, text: line }));
}
