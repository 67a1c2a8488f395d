/** Where a node stands among the headings of its document. */
import type { Node } from '../../types.js';

/** The nodes from the root's child down to `node`, itself included; each found by its place. */
export function pathTo(root: Node, node: Node): Node[] {
  const path: Node[] = [];
  for (let at = root; at !== node; ) {
    const child = childAt(at, node);
    if (!child) break;
    path.push(child);
    at = child;
  }
  return path;
}

/** The child that holds the start of a node. */
function childAt({ children }: Node, { start }: Node): Node | undefined {
  let low = 0;
  let high = children.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (children[middle].end <= start) low = middle + 1;
    else high = middle;
  }
  const found = children[low];
  return found && found.start <= start ? found : undefined;
}

const MAX_HEADER_LEVEL = 6;

export interface HeadingFields {
  readonly headers: Readonly<Record<string, string>>;
  /** Of the innermost heading; null above the first one. */
  readonly headingLevel: number | null;
}

/** The titles a path goes through: { h1: 'Wood', h2: 'Oak' }. Below the sixth level there is no name for it. */
export function headersOf(path: readonly Node[]): HeadingFields {
  const headers: Record<string, string> = {};
  let headingLevel: number | null = null;
  for (const node of path) {
    if (node.closed) break; // an example in another language has no headings of ours
    const { name, meta } = node;
    const level = meta?.level;
    if (typeof level !== 'number') continue;
    if (level <= MAX_HEADER_LEVEL && name) headers[`h${level}`] = name;
    headingLevel = Math.min(level, MAX_HEADER_LEVEL);
  }
  return { headers, headingLevel };
}
