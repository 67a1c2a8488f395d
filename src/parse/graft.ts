/**
 * Documents hold other languages: a fence of Python, a `<script>`, a cell of a
 * notebook. A parser says where (`Node.inner`); here that language's own tree is
 * put below the node, one level deep:
 *
 *     fence ─inner: python→ read [start, end) as Python → its nodes, moved by start → children
 */
import { sourceFromText } from '../sources/read.js';
import type { Inner, Node, Source, Span } from '../types.js';
import type { Parser } from './parser.js';

/** A tree of the inside, and the parser it is by; undefined when nobody can read that language. */
export type ReadInner = (source: Source) => Promise<{ readonly parser: Parser; readonly root: Node } | undefined>;

/** More names than these say no more about a fence. */
const MOST_SYMBOLS = 50;

export async function graft(root: Node, source: Source, host: Parser, read: ReadInner): Promise<Node> {
  const grafted = new Map<Node, Node>();
  for (const { node, inner } of innersOf(root)) {
    const { tree, path } = source;
    const text = source.text.slice(inner.start, inner.end);
    const found = await read(sourceFromText(text, { tree, path, language: inner.language }));
    if (!found || found.root.children.length === 0) continue;
    // In a document titles are names; a function in one of its examples is not a section.
    const named = host.anchors === found.parser.anchors;
    const symbols = found.parser.anchors === 'path' ? symbolsOf(found.root) : [];
    const { imports, mentions } = found.root.meta ?? {};
    grafted.set(node, {
      ...node,
      children: found.root.children.map((child) => moved(child, inner.start, named)),
      meta: {
        ...node.meta,
        ...(symbols.length === 0 ? {} : { symbols }),
        ...(imports === undefined ? {} : { imports }),
        ...(mentions === undefined || !named ? {} : { mentions }), // counted from where the inside begins
      },
    });
  }
  return grafted.size === 0 ? root : replaced(root, grafted);
}

function innersOf(root: Node): { readonly node: Node; readonly inner: Inner }[] {
  const found: { readonly node: Node; readonly inner: Inner }[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.inner && node.inner.end > node.inner.start) found.push({ node, inner: node.inner });
    else for (const child of node.children) open.push(child);
  }
  return found;
}

function replaced(node: Node, grafted: ReadonlyMap<Node, Node>): Node {
  const graft = grafted.get(node);
  if (graft) return graft;
  const children = node.children.map((child) => replaced(child, grafted));
  return children.every((child, i) => child === node.children[i]) ? node : { ...node, children };
}

function moved(node: Node, by: number, named: boolean): Node {
  const { name, head, doc, lead, inner, ...rest } = node;
  const shift = (span: Span): Span => ({ start: span.start + by, end: span.end + by });
  return {
    ...rest,
    ...shift(node),
    ...(named && name !== undefined ? { name } : {}),
    ...(head && named ? { head: shift(head) } : {}),
    ...(doc ? { doc: shift(doc) } : {}),
    ...(lead ? { lead: shift(lead) } : {}),
    children: node.children.map((child) => moved(child, by, named)),
  };
}

/** `Client`, `Client.get`: what the inside defines, in order. */
function symbolsOf(root: Node): string[] {
  const symbols: string[] = [];
  const open: (readonly [Node, string])[] = root.children.map((child) => [child, ''] as const).reverse();
  for (let next = open.pop(); next && symbols.length < MOST_SYMBOLS; next = open.pop()) {
    const [node, above] = next;
    const path = node.name ? (above ? `${above}.${node.name}` : node.name) : above;
    if (node.name) symbols.push(path);
    for (let i = node.children.length - 1; i >= 0; i--) open.push([node.children[i], path]);
  }
  return symbols;
}
