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
const OFF = 0.5;
const BLANK = 0.2;
const WIDE = 2;
/** A page with more upward steps than this share of its lines is sorted. */
const SCRAMBLED = 0.15;

export function pdfLines(words: readonly PdfWord[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let open: PdfLine | undefined;
  let blank = false;
  for (const word of words) {
    const text = clean(word.str);
    if (text.trim() === '') {
      blank ||= text !== '';
    } else {
      const placed = positionOf(word);
      if (open && continues(open, placed)) {
        open.text += between(placed.left - open.right, open.size, blank || /^\s/.test(text)) + text.trim();
        open.right = Math.max(open.right, placed.right);
      } else {
        open = { ...placed, text: text.trim() };
        lines.push(open);
      }
      blank = /\s$/.test(text);
    }
    if (word.hasEOL) open = undefined;
  }
  return isScrambled(lines) ? sorted(lines) : lines;
}

/** Along and across the direction of writing, so that rotated text has lines, too. */
function positionOf({ transform: [a, b, c, d, x, y], width, height }: PdfWord): Omit<PdfLine, 'text'> {
  const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI) || 0;
  const turn = (angle * Math.PI) / 180;
  const left = x * Math.cos(turn) + y * Math.sin(turn);
  const base = y * Math.cos(turn) - x * Math.sin(turn);
  const size = height || Math.hypot(c, d) || 1;
  return { left, right: left + width, base, size, angle };
}

const continues = (line: PdfLine, word: Omit<PdfLine, 'text'>): boolean =>
  line.angle === word.angle &&
  Math.abs(line.base - word.base) <= OFF * Math.max(line.size, word.size) &&
  word.left >= line.right - line.size;

function between(gap: number, size: number, blank: boolean): string {
  if (gap > WIDE * size) return '  ';
  return blank || gap > BLANK * size ? ' ' : '';
}

function isScrambled(lines: readonly PdfLine[]): boolean {
  let upward = 0;
  for (let i = 1; i < lines.length; i++) {
    const [above, below] = [lines[i - 1], lines[i]];
    const stacked = above.angle === below.angle && above.left < below.right && below.left < above.right;
    if (stacked && below.base > above.base + above.size * OFF) upward++;
  }
  return upward > 1 && upward > lines.length * SCRAMBLED;
}

/** From top to bottom, and from left to right at the same height; those of one height become one line. */
function sorted(lines: readonly PdfLine[]): PdfLine[] {
  const out: PdfLine[] = [];
  for (const line of [...lines].sort((a, b) => a.angle - b.angle || b.base - a.base || a.left - b.left)) {
    const last = out.at(-1);
    if (last && continues(last, line)) {
      last.text += between(line.left - last.right, last.size, true) + line.text;
      last.right = Math.max(last.right, line.right);
    } else out.push({ ...line });
  }
  return out;
}

/** Fonts without a character map give control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const clean = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u00a0]+/g, ' ').replaceAll('\u00ad', '-');
