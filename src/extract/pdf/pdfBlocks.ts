/**
 * Lines → headings and paragraphs. A paragraph ends where the next line stands
 * further below than lines do, or is of another size.
 *
 *     The first line
 *     and the second.       ← as far below as usual: the same paragraph
 *
 *     A new one.            ← further: the next
 *
 * A line is a heading when a bookmark of this page has its words.
 */
import type { ExtractedBlock } from '../block.js';
import type { Bookmark } from './bookmarksOf.js';
import type { PdfLine } from './pdfLines.js';

/** Of the usual distance of two lines. */
const PARAGRAPH_GAP = 1.4;
/** Of the size of a line. */
const OTHER_SIZE = 0.15;
/** A title may be broken over this many lines, and have a number before it of this length. */
const MAX_TITLE_LINES = 3;
const MAX_NUMBER_LENGTH = 8;

export interface PageBlocks {
  readonly blocks: readonly ExtractedBlock[];
  /** The bookmark of each heading, in order. */
  readonly headings: readonly Bookmark[];
}

export function pdfBlocks(lines: readonly PdfLine[], bookmarks: readonly Bookmark[]): PageBlocks {
  const marks = headingsIn(lines, bookmarks);
  const usual = usualPitch(lines);
  const blocks: ExtractedBlock[] = [];
  const headings: Bookmark[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) blocks.push(block('paragraph', 0, open.join('\n')));
    open = [];
  };
  for (let at = 0; at < lines.length; ) {
    const mark = marks.get(at);
    if (mark) {
      close();
      const text = lines.slice(at, at + mark.lines).map((line) => line.text);
      blocks.push(block('heading', Math.min(mark.bookmark.depth, 6), text.join(' ')));
      headings.push(mark.bookmark);
      at += mark.lines;
      continue;
    }
    if (open.length > 0 && isApart(lines[at - 1], lines[at], usual)) close();
    open.push(lines[at].text);
    at++;
  }
  close();
  return { blocks, headings };
}

const block = (kind: ExtractedBlock['kind'], level: number, text: string): ExtractedBlock => ({
  kind,
  level,
  quote: 0,
  group: 0,
  text,
});

function isApart(above: PdfLine, below: PdfLine, usual: number): boolean {
  if (above.angle !== below.angle) return true;
  if (Math.abs(above.size - below.size) > OTHER_SIZE * Math.max(above.size, below.size)) return true;
  const pitch = above.base - below.base;
  // Up again: the next column. A sentence may go on there.
  if (pitch < 0) return /[.!?:]["”’)]?$/.test(above.text);
  return pitch > usual * PARAGRAPH_GAP;
}

/** The middle one of all distances, and at least the size of the letters. */
function usualPitch(lines: readonly PdfLine[]): number {
  const pitches: number[] = [];
  for (let i = 1; i < lines.length; i++) {
    const pitch = lines[i - 1].base - lines[i].base;
    if (pitch > 0 && pitch < 4 * lines[i].size) pitches.push(pitch);
  }
  pitches.sort((a, b) => a - b);
  const size = lines[0]?.size ?? 0;
  // Of two lines alone, or of titles only, the middle says nothing: a line is seldom further than this.
  return pitches.length < 3 ? size * 1.25 : pitches[pitches.length >> 1];
}

interface HeadingMark {
  readonly bookmark: Bookmark;
  readonly lines: number;
}

/** In the order of the bookmarks, each below the last. */
function headingsIn(lines: readonly PdfLine[], bookmarks: readonly Bookmark[]): Map<number, HeadingMark> {
  const marks = new Map<number, HeadingMark>();
  const letters = lines.map(({ text }) => lettersOf(text));
  let from = 0;
  for (const bookmark of bookmarks) {
    const title = lettersOf(bookmark.title);
    for (let at = from; at < lines.length && title !== ''; at++) {
      const count = matching(letters, at, title);
      if (count === 0) continue;
      marks.set(at, { bookmark, lines: count });
      from = at + count;
      break;
    }
  }
  return marks;
}

/** How many lines from here are the title, with or without a number before it. */
function matching(letters: readonly string[], at: number, title: string): number {
  let joined = '';
  for (let count = 1; count <= MAX_TITLE_LINES && at + count <= letters.length; count++) {
    joined += letters[at + count - 1];
    if (joined.length > title.length + MAX_NUMBER_LENGTH) return 0;
    const number = joined.slice(0, -title.length);
    if (joined === title) return count;
    // A number on a line of its own is the page's.
    if (joined.endsWith(title) && number.length < letters[at].length && /^[\divxlc]+$/.test(number)) return count;
  }
  return 0;
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
