import { BLANK, COMMENT, CONTINUES, type LineTable } from './lines.js';

/**
 * Where blocks are indentation, a comment stands with the code below it, or with
 * the code above if it is indented like that and the code below is not:
 *
 *     def f():
 *         x
 *         # of f: as deep as x
 *     # of g
 *     def g():
 *     # of y, wherever it stands
 *         y
 */
export function settleComments({ count, depth, indent, flags }: LineTable): void {
  const isCode = (line: number): boolean => (flags[line] & (BLANK | COMMENT | CONTINUES)) === 0;
  const below = new Int32Array(count);
  for (let i = count - 1, next = 0; i >= 0; i--) {
    below[i] = next;
    if (isCode(i)) next = depth[i];
  }
  for (let i = 0, above = 0; i < count; i++) {
    if (isCode(i)) above = depth[i];
    else if (flags[i] & COMMENT) depth[i] = Math.max(below[i], Math.min(indent[i], above));
  }
}
