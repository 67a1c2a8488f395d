/**
 * Documents contain other languages: a fence of Python, a `<script>`, a cell of a
 * notebook. A parser marks them (`Node.inner`); graft() parses that text in its own
 * language and adds the tree below the node, one level deep:
 *
 *     fence ─inner: python→ parse [start, end) as Python → its nodes, shifted by start → children
 */
import { sourceFromText } from '../sources/read.js';
import type { Inner, Node, Source, Span } from '../types.js';
import { type ParseRequest, type Parser, pendingLoad } from './parser.js';

/** The parsers for an embedded language, tried in turn. */
export interface InnerParsers {
  readonly language: string;
  readonly parsers: readonly Parser[];
}

/** Undefined if no parser knows that language. */
export type FindInnerParsers = (inner: Inner) => InnerParsers | undefined;

/** Symbols listed for one fence. */
const MAX_SYMBOLS = 50;

export async function graft(
  root: Node,
  source: Source,
  host: Parser,
  findParsers: FindInnerParsers,
  request: ParseRequest = {},
): Promise<Node> {
  const grafted = new Map<Node, Node>();
  for (const { node, inner } of innerNodes(root)) {
    const innerParsers = findParsers(inner);
    if (!innerParsers) continue;
    const { parsers, language } = innerParsers;
    for (let loading = pendingLoad(parsers, language); loading; loading = pendingLoad(parsers, language)) await loading;
    // In a document titles are names; a function in one of its examples is not a section.
    if (innerParsers.parsers.every(({ anchors }) => anchors !== host.anchors))
      grafted.set(node, new ClosedNode(node, source, inner, innerParsers));
    else {
      const tree = innerTree(source, inner, innerParsers, request);
      if (tree) grafted.set(node, withInnerTree(node, tree, inner.start, host));
    }
  }
  return grafted.size === 0 ? root : withReplacements(root, grafted);
}

/** What an embedded text was read as; its offsets are counted from its own start. */
interface InnerTree {
  readonly root: Node;
  readonly parser: Parser;
}

/** The tree of the embedded text; undefined if no parser finds anything in it. */
function innerTree(
  { tree, path, text }: Source,
  { start, end }: Inner,
  { language, parsers }: InnerParsers,
  request: ParseRequest,
): InnerTree | undefined {
  const innerSource = sourceFromText(text.slice(start, end), { tree, path, language });
  for (const parser of parsers) {
    const root = parser.parse(innerSource, request);
    if (root) return root.children.length === 0 ? undefined : { root, parser };
  }
  return undefined;
}

/** The node with the embedded tree below it. */
function withInnerTree(node: Node, tree: InnerTree, start: number, host: Parser): Node {
  const keepsNames = host.anchors === tree.parser.anchors;
  const mentions = keepsNames ? tree.root.meta?.mentions : undefined; // counted from where the inside begins
  const meta = metaOf(node, tree);
  return {
    ...node,
    children: tree.root.children.map((child) => shifted(child, start, keepsNames)),
    meta: mentions === undefined ? meta : { ...meta, mentions },
  };
}

function metaOf(node: Node, { root, parser }: InnerTree): Readonly<Record<string, unknown>> {
  const meta: Record<string, unknown> = { ...node.meta };
  const symbols = parser.anchors === 'path' ? symbolsOf(root) : [];
  if (symbols.length > 0) meta.symbols = symbols;
  const imports = root.meta?.imports;
  if (imports !== undefined) meta.imports = imports;
  return meta;
}

function innerNodes(root: Node): { readonly node: Node; readonly inner: Inner }[] {
  const found: { readonly node: Node; readonly inner: Inner }[] = [];
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.inner && node.inner.end > node.inner.start) found.push({ node, inner: node.inner });
    else for (const child of node.children) stack.push(child);
  }
  return found;
}

/** Copies only the nodes above a replaced one: a tree has thousands of nodes, and few contain a graft. */
function withReplacements(node: Node, grafted: ReadonlyMap<Node, Node>): Node {
  const graftedNode = grafted.get(node);
  if (graftedNode) return graftedNode;
  let children: Node[] | undefined;
  for (let i = 0; i < node.children.length; i++) {
    const child = node.children[i];
    const replacement = withReplacements(child, grafted);
    if (replacement === child) continue;
    children ??= [...node.children];
    children[i] = replacement;
  }
  return children ? { ...node, children } : node;
}

function shifted(node: Node, offset: number, keepsNames: boolean): Node {
  const { name, head, doc, lead, inner, own, withinLines, ...otherFields } = node;
  const shift = (span: Span): Span => ({ start: span.start + offset, end: span.end + offset });
  return {
    ...otherFields,
    ...shift(node),
    ...(keepsNames && name !== undefined ? { name } : {}),
    ...(head && keepsNames ? { head: shift(head) } : {}),
    ...(doc ? { doc: shift(doc) } : {}),
    ...(own ? { own: own.map((at) => at + offset) } : {}),
    ...(lead ? { lead: shift(lead) } : {}),
    children: node.children.map((child) => shifted(child, offset, keepsNames)),
    ...(withinLines && keepsNames ? { withinLines: withinLines.map((part) => shifted(part, offset, keepsNames)) } : {}),
  };
}

/** The definitions of the embedded code, in order: `Client`, `Client.get`. */
function symbolsOf(root: Node): string[] {
  const symbols: string[] = [];
  const stack: (readonly [Node, string])[] = root.children.map((child) => [child, ''] as const).reverse();
  for (let entry = stack.pop(); entry && symbols.length < MAX_SYMBOLS; entry = stack.pop()) {
    const [node, parentPath] = entry;
    const path = node.name ? (parentPath ? `${parentPath}.${node.name}` : node.name) : parentPath;
    if (node.name) symbols.push(path);
    for (let i = node.children.length - 1; i >= 0; i--) stack.push([node.children[i], path]);
  }
  return symbols;
}

/**
 * A node whose inside is parsed on first access, and whose children are made on demand: most fences are never split,
 * and only their symbols are read.
 *
 * A copy of it (`{ ...node }`) has neither children nor meta: check `closed` first.
 */
class ClosedNode implements Node {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly grain: Node['grain'];
  readonly closed: true;
  readonly name?: string;
  readonly head?: Span;
  readonly doc?: Span;
  readonly lead?: Span;
  readonly weight?: number;
  readonly inner?: Inner;
  readonly fleeting?: true;
  readonly #node: Node;
  readonly #source: Source;
  readonly #inner: Inner;
  readonly #innerParsers: InnerParsers;
  #isParsed = false;
  #tree: InnerTree | undefined;
  #children: readonly Node[] | undefined;
  #meta: Readonly<Record<string, unknown>> | undefined;

  constructor(node: Node, source: Source, inner: Inner, innerParsers: InnerParsers) {
    this.kind = node.kind;
    this.start = node.start;
    this.end = node.end;
    this.grain = node.grain;
    this.closed = true;
    if (node.name !== undefined) this.name = node.name;
    if (node.head) this.head = node.head;
    if (node.doc) this.doc = node.doc;
    if (node.lead) this.lead = node.lead;
    if (node.weight !== undefined) this.weight = node.weight;
    if (node.inner) this.inner = node.inner;
    if (innerParsers.parsers.some(({ load }) => load)) this.fleeting = true;
    this.#node = node;
    this.#source = source;
    this.#inner = inner;
    this.#innerParsers = innerParsers;
  }

  get children(): readonly Node[] {
    this.#children ??=
      this.#parsedTree()?.root.children.map((child) => shifted(child, this.#inner.start, false)) ?? this.#node.children;
    return this.#children;
  }

  get meta(): Readonly<Record<string, unknown>> {
    const tree = this.#parsedTree();
    this.#meta ??= tree ? metaOf(this.#node, tree) : (this.#node.meta ?? {});
    return this.#meta;
  }

  #parsedTree(): InnerTree | undefined {
    if (!this.#isParsed) this.#tree = innerTree(this.#source, this.#inner, this.#innerParsers, {});
    this.#isParsed = true;
    return this.#tree;
  }
}
