/**
 * The words that a page draws → its lines, in reading order.
 *
 * A PDF places words, not lines. Words at the same height, each to the right of
 * the last, are a line:
 *
 *     "Hel" at 50,700   "lo" at 64,700   "world" at 80,700   "Next" at 50,688
 *     └───────────── Hello world ──────────────┘             └ Next
 *
 * The order in which a page is drawn is mostly that in which it is read, column
 * after column, and sorting by height would mix the columns. So it is kept,
 * unless the order often goes upwards: such a page was drawn in no particular
 * order, and is sorted.
 */

/** A text item of the library; its matrix has size, angle and position. */
export interface PdfWord {
  readonly str: string;
  readonly width: number;
  readonly height: number;
  /** [a, b, c, d, x, y] */
  readonly transform: readonly number[];
  readonly hasEOL?: boolean;
}

export interface PdfLine {
  text: string;
  readonly left: number;
  right: number;
  /** Height of its baseline; less is lower. */
  readonly base: number;
  readonly size: number;
  readonly angle: number;
}

/** As shares of the font size: distance of an index from its line, width of a space, width of a gap in a table. */
const BASELINE_TOLERANCE = 0.5;
const SPACE_WIDTH = 0.2;
const COLUMN_GAP = 2;
/** A page with more upward steps than this share of its lines is sorted. */
const SCRAMBLED_SHARE = 0.15;

export function pdfLines(words: readonly PdfWord[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let openLine: PdfLine | undefined;
  let afterBlank = false;
  for (const word of words) {
    const text = clean(word.str);
    if (text.trim() === '') {
      afterBlank ||= text !== '';
    } else {
      const position = positionOf(word);
      if (openLine && continues(openLine, position)) {
        openLine.text +=
          separatorFor(position.left - openLine.right, openLine.size, afterBlank || /^\s/.test(text)) + text.trim();
        openLine.right = Math.max(openLine.right, position.right);
      } else {
        openLine = { ...position, text: text.trim() };
        lines.push(openLine);
      }
      afterBlank = /\s$/.test(text);
    }
    if (word.hasEOL) openLine = undefined;
  }
  return isScrambled(lines) ? sortedLines(lines) : lines;
}

/** Along and across the direction of writing, so that rotated text has lines, too. */
function positionOf({ transform: [a, b, c, d, x, y], width, height }: PdfWord): Omit<PdfLine, 'text'> {
  const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI) || 0;
  const radians = (angle * Math.PI) / 180;
  const left = x * Math.cos(radians) + y * Math.sin(radians);
  const base = y * Math.cos(radians) - x * Math.sin(radians);
  const size = height || Math.hypot(c, d) || 1;
  return { left, right: left + width, base, size, angle };
}

const continues = (line: PdfLine, word: Omit<PdfLine, 'text'>): boolean =>
  line.angle === word.angle &&
  Math.abs(line.base - word.base) <= BASELINE_TOLERANCE * Math.max(line.size, word.size) &&
  word.left >= line.right - line.size;

function separatorFor(gap: number, size: number, afterBlank: boolean): string {
  if (gap > COLUMN_GAP * size) return '  ';
  return afterBlank || gap > SPACE_WIDTH * size ? ' ' : '';
}

function isScrambled(lines: readonly PdfLine[]): boolean {
  let upward = 0;
  for (let i = 1; i < lines.length; i++) {
    const [above, below] = [lines[i - 1], lines[i]];
    const overlaps = above.angle === below.angle && above.left < below.right && below.left < above.right;
    if (overlaps && below.base > above.base + above.size * BASELINE_TOLERANCE) upward++;
  }
  return upward > 1 && upward > lines.length * SCRAMBLED_SHARE;
}

/** From top to bottom, and from left to right at the same height; those of one height become one line. */
function sortedLines(lines: readonly PdfLine[]): PdfLine[] {
  const out: PdfLine[] = [];
  for (const line of [...lines].sort((a, b) => a.angle - b.angle || b.base - a.base || a.left - b.left)) {
    const last = out.at(-1);
    if (last && continues(last, line)) {
      last.text += separatorFor(line.left - last.right, last.size, true) + line.text;
      last.right = Math.max(last.right, line.right);
    } else out.push({ ...line });
  }
  return out;
}

/** Fonts without a character map give control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const clean = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u00a0]+/g, ' ').replaceAll('\u00ad', '-');
