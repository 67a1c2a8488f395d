/**
 * What a class, a module or a whole file offers, without how: its definition
 * line, its documentation, and the signatures of its members.
 *
 *     class HTTPClient:
 *         """Client for making HTTP requests."""
 *         def get(self, url):
 *         def post(self, url, data):
 */
import type { Node, Span } from '../types.js';

/** The outline of a node, or undefined when it has no members to speak of. `fits` bounds it. */
export function outline(text: string, node: Node, fits: (outline: string) => boolean): string | undefined {
  const members = membersOf(node);
  if (members.length === 0) return undefined;
  const lines = [...headLines(text, node)];
  let left = members.length;
  for (const member of members) {
    const head = member.head ? lineOf(text, member.head) : '';
    if (!fits(`${[...lines, head, rest(left)].join('\n')}\n`)) break;
    lines.push(head);
    left--;
  }
  if (left > 0) lines.push(rest(left));
  const drawn = `${lines.join('\n')}\n`;
  return fits(drawn) ? drawn : undefined;
}

/** Definitions directly inside, those in blocks included. */
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

const rest = (left: number): string => `… ${left} more`;
