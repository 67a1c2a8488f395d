/** Lines that belong together by standing further right. */
import type { DocumentLines } from './lines.js';

/**
 * Where the lines end that go on with what begins at `line`: those deeper than
 * `column`, and the blank ones between them.
 *
 *     - an item         column 0
 *       goes on         deeper
 *
 *       still           deeper, after a blank line
 *     text              ends it; so does the end
 */
export function indentedEnd(lines: DocumentLines, line: number, to: number, column: number): number {
  let end = line + 1;
  for (let at = line + 1; at < to; at++) {
    if (lines.isBlank(at)) continue;
    if (lines.indent(at) <= column) break;
    end = at + 1;
  }
  return end;
}

/** Where a stretch without blank lines ends. */
export function blankEnd(lines: DocumentLines, line: number, to: number): number {
  let end = line + 1;
  while (end < to && !lines.isBlank(end)) end++;
  return end;
}
