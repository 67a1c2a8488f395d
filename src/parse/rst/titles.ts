/**
 * Titles are underlined, and may have the same line above them:
 *
 *     ====
 *     Wood        level 1, the first kind that appears: `=` over and under
 *     ====
 *
 *     Oak         level 2, the second kind: `-` under
 *     ---
 *
 * The line must be as long as the title, or at least four characters. Without a
 * title, between blank lines, it is a transition.
 */
import { block } from '../document/block.js';
import type { BlockReader, ReadContext } from '../document/read.js';

/** Shorter adornments must be as long as their title. */
const MIN_ADORNMENT_CHARS = 4;

export const rstTitle: BlockReader<RstContext> = (context, { line, to, depth }) => {
  if (depth > 0) return undefined;
  const { lines } = context;
  const overline = adornment(context, line);
  if (overline !== undefined) {
    const hasOverline =
      line + 2 < to &&
      !lines.isBlank(line + 1) &&
      adornment(context, line + 2) === overline &&
      lines.stop(line) - lines.first(line) === lines.stop(line + 2) - lines.first(line + 2);
    if (hasOverline) return titleAt(context, line, line + 1, line + 3, `${overline}over`);
    if (lines.stop(line) - lines.first(line) < MIN_ADORNMENT_CHARS || !lines.isBlank(line + 1)) return undefined;
    return { next: line + 1, blocks: [block('transition', lines, line, line + 1)] };
  }
  if (line + 1 >= to || lines.first(line) !== lines.start(line)) return undefined;
  const underline = adornment(context, line + 1);
  if (underline === undefined || lines.first(line + 1) !== lines.start(line + 1)) return undefined;
  const length = lines.stop(line + 1) - lines.first(line + 1);
  if (length < MIN_ADORNMENT_CHARS && length < lines.stop(line) - lines.first(line)) return undefined;
  return titleAt(context, line, line, line + 2, underline);
};

function titleAt({ lines, adornments }: RstContext, from: number, line: number, next: number, kind: string) {
  if (!adornments.includes(kind)) adornments.push(kind);
  const level = adornments.indexOf(kind) + 1;
  const heading = { start: lines.start(from), end: lines.end(next - 1), level, name: plainTitle(lines.trimmed(line)) };
  return { next, heading };
}

/** The adornment character of a line that consists of it. */
function adornment({ lines }: RstContext, line: number): string | undefined {
  const unit = lines.unit(line);
  if (!isPunctuation(unit) || !lines.isRun(line, unit, 1)) return undefined;
  // `..` is a comment and `::` announces a literal block.
  const isShort = lines.stop(line) - lines.first(line) < 3;
  return isShort && (unit === 0x2e || unit === 0x3a) ? undefined : String.fromCharCode(unit);
}

export const isPunctuation = (unit: number): boolean =>
  (unit >= 0x21 && unit <= 0x2f) ||
  (unit >= 0x3a && unit <= 0x40) ||
  (unit >= 0x5b && unit <= 0x60) ||
  (unit >= 0x7b && unit <= 0x7e);

/**
 * A title without its markup.
 *
 *     :class:`Oak <oak.Oak>` is *hard*  → Oak is hard
 *     ``code`` and `a link <url>`_      → code and a link
 */

/** Lengths are limited, so that unbalanced quotes cost little. */
const INLINE =
  /``([^`]{1,400})``|(?::[\w.+:-]{1,80}:)?`([^`<]{1,400})(?:<[^`>]{0,400}>)?`(?:[\w.+:-]{1,80}:|__?)?|\*{1,2}([^*]{1,400})\*{1,2}|\|([^|]{1,100})\|_{0,2}|\\(.)/g;

const plainTitle = (title: string): string =>
  title
    .replace(INLINE, (_, code, role, strong, substitution, escaped) =>
      (code ?? role ?? strong ?? substitution ?? escaped ?? '').trim(),
    )
    .replace(/\s+/g, ' ')
    .trim();

/** State shared by the readers of reStructuredText. */
export interface RstContext extends ReadContext {
  /** Kinds of adornment, in the order of appearance: they are the levels. */
  readonly adornments: string[];
  /** Language of literal blocks, set by the last `highlight` directive. */
  language: string | undefined;
}
