/** Trees written as their texts: offsets follow from them. `head`, `doc` and `lead` are counted from the node's start. */
import type { Node, Span } from '../../src/types.js';

export type Tree = Partial<Omit<Node, 'start' | 'end' | 'children'>> & {
  readonly text?: string;
  /** Children, and as a string what stands between them. */
  readonly inside?: readonly (Tree | string)[];
  /** Own text after the last child. */
  readonly after?: string;
};

export function grow(tree: Tree, at = 0): { readonly node: Node; readonly text: string } {
  const { text: own = '', inside = [], after = '', kind = 'block', grain = 'lines', head, doc, lead, ...rest } = tree;
  let text = own;
  const children: Node[] = [];
  for (const child of inside) {
    if (typeof child === 'string') {
      text += child;
      continue;
    }
    const grown = grow(child, at + text.length);
    children.push(grown.node);
    text += grown.text;
  }
  text += after;
  const shift = (span: Span): Span => ({ start: span.start + at, end: span.end + at });
  return {
    text,
    node: {
      ...rest,
      kind,
      grain,
      start: at,
      end: at + text.length,
      children,
      ...(head ? { head: shift(head) } : {}),
      ...(doc ? { doc: shift(doc) } : {}),
      ...(lead ? { lead: shift(lead) } : {}),
    },
  };
}
