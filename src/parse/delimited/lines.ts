/**
 * The facts about each line that one pass over the text collects; the tree is built
 * from these alone. Lines are counted from 0 here.
 *
 *     line                      depth  flags
 *     // greets                   0    COMMENT
 *     function greet(name) {      0    OPENS_BODY
 *       say(`hi                   1
 *         ${name}`);              1    CONTINUES
 *     }                           0    CLOSES
 */
export interface LineTable {
  readonly count: number;
  /** Number of blocks around the line's first character, less the closers at its start; or its indentation. */
  readonly depth: Int32Array;
  /** Offset of the first character that is not blank. */
  readonly first: Uint32Array;
  /** Columns before it. */
  readonly indent: Int32Array;
  /** Sum of the constants below. */
  readonly flags: Uint16Array;
  /**
   * Lines that leave a body open which is not their own, and its depth:
   *
   *     void f(int a,      depth 0
   *            int b) {    depth 1, and the body of depth 0 starts here
   */
  readonly bodies: ReadonlyMap<number, number>;
}

export const BLANK = 1;
/** Contains only comments. */
export const COMMENT = 2;
/** Starts inside a string, a comment or a statement of the line before. */
export const CONTINUES = 4;
/** Starts by closing a bracket or a block. */
export const CLOSES = 8;
/** Starts with a word that continues the block above: `else`. */
export const CONTINUES_BLOCK = 16;
/** Starts by opening the body of the statement above: `{`. */
export const BODY = 32;
/** Its last character ends a statement. */
export const ENDS_STATEMENT = 64;
/** … with `;` or `}`, where `ENDS_STATEMENT` may be only a comma. */
export const TERMINATED = 1024;
/** Its last character is a comma. */
export const COMMA = 2048;
/** Belongs to the line below: `@cached`. */
export const ATTRIBUTE = 128;
/** Leaves a block open that is more than a parenthesis. */
export const OPENS_BODY = 256;
export const IMPORT = 512;

/** A tab advances to the next multiple of this. */
const TAB_WIDTH = 8;

export const isWhiteSpace = (unit: number): boolean => unit <= 32 || (unit >= 0xa0 && isWideBlank(unit));

const isWideBlank = (unit: number): boolean =>
  unit === 0xa0 || unit === 0xfeff || unit === 0x3000 || unit === 0x2028 || unit === 0x2029;

export function skipBlanks(text: string, from: number, stop: number): number {
  let at = from;
  while (at < stop && isWhiteSpace(text.charCodeAt(at))) at++;
  return at;
}

export function columnsBetween(text: string, from: number, to: number): number {
  let column = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    // A byte order mark has no width.
    if (unit !== 0xfeff) column = unit === 9 ? column - (column % TAB_WIDTH) + TAB_WIDTH : column + 1;
  }
  return column;
}

/**
 * Where blocks are indentation, a comment belongs to the code below it, or to the
 * code above if it is indented like that and the code below is not:
 *
 *     def f():
 *         x
 *         # of f: as deep as x
 *     # of g
 *     def g():
 *     # of y, whatever its indentation
 *         y
 */
export function assignCommentDepths({ count, depth, indent, flags }: LineTable): void {
  const isCode = (line: number): boolean => (flags[line] & (BLANK | COMMENT | CONTINUES)) === 0;
  const depthBelow = new Int32Array(count);
  for (let i = count - 1, nextDepth = 0; i >= 0; i--) {
    depthBelow[i] = nextDepth;
    if (isCode(i)) nextDepth = depth[i];
  }
  for (let i = 0, depthAbove = 0; i < count; i++) {
    if (isCode(i)) depthAbove = depth[i];
    else if (flags[i] & COMMENT) depth[i] = Math.max(depthBelow[i], Math.min(indent[i], depthAbove));
  }
}
