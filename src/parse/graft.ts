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
  find: FindInnerParsers,
  want: ParseRequest = {},
): Promise<Node> {
  const grafted = new Map<Node, Node>();
  for (const { node, inner } of innerNodes(root)) {
    const readers = find(inner);
    if (!readers) continue;
    const { parsers, language } = readers;
    for (let need = pendingLoad(parsers, language); need; need = pendingLoad(parsers, language)) await need;
    // In a document titles are names; a function in one of its examples is not a section.
    if (readers.parsers.every(({ anchors }) => anchors !== host.anchors))
      grafted.set(node, new ClosedNode(node, source, inner, readers));
    else {
      const tree = innerTree(source, inner, readers, want);
      if (tree) grafted.set(node, opened(node, tree, inner.start, host));
    }
  }
  return grafted.size === 0 ? root : replaced(root, grafted);
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
  want: ParseRequest,
): InnerTree | undefined {
  const inside = sourceFromText(text.slice(start, end), { tree, path, language });
  for (const parser of parsers) {
    const root = parser.parse(inside, want);
    if (root) return root.children.length === 0 ? undefined : { root, parser };
  }
  return undefined;
}

/** The node with the embedded tree below it. */
function opened(node: Node, tree: InnerTree, start: number, host: Parser): Node {
  const named = host.anchors === tree.parser.anchors;
  const mentions = named ? tree.root.meta?.mentions : undefined; // counted from where the inside begins
  const meta = metaOf(node, tree);
  return {
    ...node,
    children: tree.root.children.map((child) => moved(child, start, named)),
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
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.inner && node.inner.end > node.inner.start) found.push({ node, inner: node.inner });
    else for (const child of node.children) open.push(child);
  }
  return found;
}

/** Copies only the nodes above a replaced one: a tree has thousands of nodes, and few contain a graft. */
function replaced(node: Node, grafted: ReadonlyMap<Node, Node>): Node {
  const graft = grafted.get(node);
  if (graft) return graft;
  let children: Node[] | undefined;
  for (let i = 0; i < node.children.length; i++) {
    const child = node.children[i];
    const now = replaced(child, grafted);
    if (now === child) continue;
    children ??= [...node.children];
    children[i] = now;
  }
  return children ? { ...node, children } : node;
}

function moved(node: Node, by: number, named: boolean): Node {
  const { name, head, doc, lead, inner, own, ...rest } = node;
  const shift = (span: Span): Span => ({ start: span.start + by, end: span.end + by });
  return {
    ...rest,
    ...shift(node),
    ...(named && name !== undefined ? { name } : {}),
    ...(head && named ? { head: shift(head) } : {}),
    ...(doc ? { doc: shift(doc) } : {}),
    ...(own ? { own: own.map((at) => at + by) } : {}),
    ...(lead ? { lead: shift(lead) } : {}),
    children: node.children.map((child) => moved(child, by, named)),
  };
}

/** The definitions of the embedded code, in order: `Client`, `Client.get`. */
function symbolsOf(root: Node): string[] {
  const symbols: string[] = [];
  const open: (readonly [Node, string])[] = root.children.map((child) => [child, ''] as const).reverse();
  for (let next = open.pop(); next && symbols.length < MAX_SYMBOLS; next = open.pop()) {
    const [node, above] = next;
    const path = node.name ? (above ? `${above}.${node.name}` : node.name) : above;
    if (node.name) symbols.push(path);
    for (let i = node.children.length - 1; i >= 0; i--) open.push([node.children[i], path]);
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
  readonly #readers: InnerParsers;
  #isRead = false;
  #tree: InnerTree | undefined;
  #children: readonly Node[] | undefined;
  #meta: Readonly<Record<string, unknown>> | undefined;

  constructor(node: Node, source: Source, inner: Inner, readers: InnerParsers) {
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
    if (readers.parsers.some(({ load }) => load)) this.fleeting = true;
    this.#node = node;
    this.#source = source;
    this.#inner = inner;
    this.#readers = readers;
  }

  get children(): readonly Node[] {
    this.#children ??=
      this.#look()?.root.children.map((child) => moved(child, this.#inner.start, false)) ?? this.#node.children;
    return this.#children;
  }

  get meta(): Readonly<Record<string, unknown>> {
    const tree = this.#look();
    this.#meta ??= tree ? metaOf(this.#node, tree) : (this.#node.meta ?? {});
    return this.#meta;
  }

  #look(): InnerTree | undefined {
    if (!this.#isRead) this.#tree = innerTree(this.#source, this.#inner, this.#readers, {});
    this.#isRead = true;
    return this.#tree;
  }
}
