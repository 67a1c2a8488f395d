/**
 * The interface of a class, a module or a whole file, without bodies: its definition
 * line, its documentation, and the signatures of its members.
 *
 *     class HTTPClient:
 *         """Client for making HTTP requests."""
 *         def get(self, url):
 *         def post(self, url, data):
 */
import type { Node, Span } from '../types.js';

/** The outline of a node; undefined if it has no members. `fits` limits it. */
export function classOutline(text: string, node: Node, fits: (outline: string) => boolean): string | undefined {
  const whole = drawn(headLines(text, node), text, node, fits);
  const { head, doc } = node;
  if (whole !== undefined || !head || !doc) return whole;
  // Documentation may be too long: as many of its lines as leave room for every member, else one.
  const lines = lineOf(text, doc).split('\n');
  const short = (count: number, least: number): string | undefined => {
    const left = lines.length - count;
    const docLines = [
      ...lines.slice(0, count),
      `${indentOf(lines[0])}… ${left} more ${left === 1 ? 'line' : 'lines'} of documentation`,
    ];
    const above = doc.start < head.start ? [...docLines, lineOf(text, head)] : [lineOf(text, head), ...docLines];
    return drawn(above, text, node, fits, least);
  };
  const all = membersOf(node).length;
  const most = mostThat(lines.length - 1, (count) => short(count, all) !== undefined);
  return most >= 0 ? short(most, all) : (short(1, 0) ?? short(0, 0));
}

/** Only the signatures of its members, as many as fit: the context of a unit's head. */
export function signatures(text: string, node: Node, fits: (drawn: string) => boolean): string | undefined {
  return drawn([], text, node, fits);
}

function drawn(
  above: readonly string[],
  text: string,
  node: Node,
  fits: (drawn: string) => boolean,
  /** With fewer members there is no outline. */
  least = 0,
): string | undefined {
  const members = membersOf(node);
  if (members.length === 0) return undefined;
  const heads = members.map(({ head }) => (head ? lineOf(text, head) : ''));
  const showing = (count: number): string => {
    const left = count < heads.length ? [rest(heads.length - count)] : [];
    return `${[...above, ...heads.slice(0, count), ...left].join('\n')}\n`;
  };
  const most = mostThat(heads.length, (count) => fits(showing(count)));
  return most < Math.min(least, heads.length) ? undefined : showing(most);
}

/** The largest number up to `most` that fits, where smaller ones fit better; -1 for none. Mostly it is `most`. */
function mostThat(most: number, isFine: (count: number) => boolean): number {
  if (isFine(most)) return most;
  let fine = -1;
  let tooMany = most;
  while (tooMany - fine > 1) {
    const middle = (fine + tooMany) >> 1;
    if (isFine(middle)) fine = middle;
    else tooMany = middle;
  }
  return fine;
}

/** Definitions directly inside, including those in blocks. */
function membersOf(node: Node): Node[] {
  return node.children.flatMap((child) => (child.head ? [child] : membersOf(child)));
}

function headLines(text: string, { head, doc }: Node): string[] {
  if (!head) return [];
  const above = doc && doc.start < head.start ? [lineOf(text, doc)] : [];
  const below = doc && doc.start >= head.end ? [lineOf(text, doc)] : [];
  return [...above, lineOf(text, head), ...below];
}

/** A span with the indentation of its first line. */
function lineOf(text: string, { start, end }: Span): string {
  let from = start;
  while (from > 0 && (text.charCodeAt(from - 1) === 32 || text.charCodeAt(from - 1) === 9)) from--;
  return text.slice(from, end).trimEnd();
}

const indentOf = (line: string): string => /^\s*/.exec(line)?.[0] ?? '';

const rest = (left: number): string => `… ${left} more`;
