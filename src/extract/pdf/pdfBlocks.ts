/**
 * Lines → headings and paragraphs. A paragraph ends where the next line is
 * further below than usual, or has another size.
 *
 *     The first line
 *     and the second.       ← as far below as usual: the same paragraph
 *
 *     A new one.            ← further: the next
 *
 * A line is a heading when a bookmark of this page has its words.
 */

import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import type { ExtractedBlock } from '../writeBlocks.js';
import type { PdfLine } from './pdfLines.js';

/** Distance of two paragraphs, as a multiple of the usual distance of two lines. */
const PARAGRAPH_GAP = 1.4;
/** Difference of two font sizes, as a share of the size of a line. */
const SIZE_TOLERANCE = 0.15;
/** Maximum lines of a title, and maximum length of a number before it. */
const MAX_TITLE_LINES = 3;
const MAX_NUMBER_CHARS = 8;

export interface PageBlocks {
  readonly blocks: readonly ExtractedBlock[];
  /** The bookmark of each heading, in order. */
  readonly headings: readonly Bookmark[];
}

export function pdfBlocks(lines: readonly PdfLine[], bookmarks: readonly Bookmark[]): PageBlocks {
  const headingMarks = headingsIn(lines, bookmarks);
  const linePitch = usualPitch(lines);
  const blocks: ExtractedBlock[] = [];
  const headings: Bookmark[] = [];
  let paragraphLines: string[] = [];
  const closeParagraph = (): void => {
    if (paragraphLines.length > 0) blocks.push(block('paragraph', 0, paragraphLines.join('\n')));
    paragraphLines = [];
  };
  for (let at = 0; at < lines.length; ) {
    const mark = headingMarks.get(at);
    if (mark) {
      closeParagraph();
      const text = lines.slice(at, at + mark.lines).map((line) => line.text);
      blocks.push(block('heading', Math.min(mark.bookmark.depth, 6), text.join(' ')));
      headings.push(mark.bookmark);
      at += mark.lines;
      continue;
    }
    if (paragraphLines.length > 0 && startsParagraph(lines[at - 1], lines[at], linePitch)) closeParagraph();
    paragraphLines.push(lines[at].text);
    at++;
  }
  closeParagraph();
  return { blocks, headings };
}

const block = (kind: ExtractedBlock['kind'], level: number, text: string): ExtractedBlock => ({
  kind,
  level,
  quote: 0,
  group: 0,
  text,
});

function startsParagraph(above: PdfLine, below: PdfLine, linePitch: number): boolean {
  if (above.angle !== below.angle) return true;
  if (Math.abs(above.size - below.size) > SIZE_TOLERANCE * Math.max(above.size, below.size)) return true;
  const pitch = above.base - below.base;
  // Up again: the next column. A sentence may continue there.
  if (pitch < 0) return /[.!?:]["”’)]?$/.test(above.text);
  return pitch > linePitch * PARAGRAPH_GAP;
}

/** The median of all distances, and at least the font size. */
function usualPitch(lines: readonly PdfLine[]): number {
  const pitches: number[] = [];
  for (let i = 1; i < lines.length; i++) {
    const pitch = lines[i - 1].base - lines[i].base;
    if (pitch > 0 && pitch < 4 * lines[i].size) pitches.push(pitch);
  }
  pitches.sort((a, b) => a - b);
  const size = lines[0]?.size ?? 0;
  // The median of one or two distances says little: lines are seldom further apart than this.
  return pitches.length < 3 ? size * 1.25 : pitches[pitches.length >> 1];
}

interface HeadingMark {
  readonly bookmark: Bookmark;
  readonly lines: number;
}

/** In the order of the bookmarks, each below the last. */
function headingsIn(lines: readonly PdfLine[], bookmarks: readonly Bookmark[]): Map<number, HeadingMark> {
  const headingMarks = new Map<number, HeadingMark>();
  const lineLetters = lines.map(({ text }) => lettersOf(text));
  let from = 0;
  for (const bookmark of bookmarks) {
    const title = lettersOf(bookmark.title);
    for (let at = from; at < lines.length && title !== ''; at++) {
      const count = titleLineCount(lineLetters, at, title);
      if (count === 0) continue;
      headingMarks.set(at, { bookmark, lines: count });
      from = at + count;
      break;
    }
  }
  return headingMarks;
}

/** How many lines from here are the title, with or without a number before it. */
function titleLineCount(lineLetters: readonly string[], at: number, title: string): number {
  let joined = '';
  for (let count = 1; count <= MAX_TITLE_LINES && at + count <= lineLetters.length; count++) {
    joined += lineLetters[at + count - 1];
    if (joined.length > title.length + MAX_NUMBER_CHARS) return 0;
    const prefix = joined.slice(0, -title.length);
    if (joined === title) return count;
    // A number on a line of its own is the page number.
    if (joined.endsWith(title) && prefix.length < lineLetters[at].length && /^[\divxlc]+$/.test(prefix)) return count;
  }
  return 0;
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** A title in the outline of a PDF, which is read flat, in order and by page. */
export interface Bookmark {
  readonly title: string;
  /** From 1. */
  readonly depth: number;
  /** With those above it: `Guide > Setup`. */
  readonly path: string;
}

interface OutlineEntry {
  readonly title: string;
  readonly dest: unknown;
  readonly items: readonly OutlineEntry[];
}

/** More than any real table of contents has. */
const MAX_BOOKMARKS = 20_000;

/** Keys are pages, from 0. */
export async function pdfBookmarks(pdf: PDFDocumentProxy): Promise<ReadonlyMap<number, readonly Bookmark[]>> {
  const bookmarks = new Map<number, Bookmark[]>();
  let entriesRead = 0;
  const outline: readonly OutlineEntry[] = (await pdf.getOutline().catch(() => null)) ?? [];
  const stack = outline.map((entry) => ({ entry, depth: 1, parentPath: '' })).reverse();
  for (let item = stack.pop(); item !== undefined && entriesRead < MAX_BOOKMARKS; item = stack.pop()) {
    const { entry, depth, parentPath } = item;
    entriesRead++;
    const title = entry.title.replace(/\s+/g, ' ').trim().toWellFormed();
    const path = parentPath === '' ? title : `${parentPath} > ${title}`;
    const page = await pageOf(pdf, entry.dest);
    if (page !== undefined && title !== '') {
      const pageBookmarks = bookmarks.get(page) ?? [];
      pageBookmarks.push({ title, depth, path });
      bookmarks.set(page, pageBookmarks);
    }
    for (let i = entry.items.length - 1; i >= 0; i--)
      stack.push({ entry: entry.items[i], depth: depth + 1, parentPath: path });
  }
  return bookmarks;
}

/** A destination is a list that begins with a page, or the name of such a list. */
async function pageOf(pdf: PDFDocumentProxy, dest: unknown): Promise<number | undefined> {
  try {
    const destination: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    if (!Array.isArray(destination)) return undefined;
    const [page]: unknown[] = destination;
    if (typeof page === 'number') return page;
    return isReference(page) ? await pdf.getPageIndex(page) : undefined;
  } catch {
    return undefined; // a dangling destination
  }
}

const isReference = (value: unknown): value is { num: number; gen: number } =>
  typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
