/**
 * The sections of a document as a flat list, in document order, whatever their
 * sizes: for an index of headings.
 *
 *     Intro.            0  > Guide                      body "Intro.\n"
 *     # Wood            1  > Guide › Wood               body "Grows.\n"
 *     Grows.
 *     ## Oak            2  > Guide › Wood › Oak         body "Hard.\n"
 *     Hard.
 *
 * A span begins after its heading's line and includes everything below it; a body is
 * the span without the sections inside it and without any heading's line. So every
 * byte is in one body or belongs to one heading. A heading with nothing below it is
 * an entry without a body.
 */
import { checkArgument } from '../../checkArgument.js';
import { filenameOf, sourceFromText } from '../../sources/read.js';
import { Slugs } from '../../text/slug.js';
import type { Node, Source } from '../../types.js';
import { markdownDocument } from './document.js';

export interface TreeEntry {
  /** `{tree}:{path}`, and `#{slug}` for a heading. */
  readonly id: string;
  readonly docId: string;
  /** null for the document itself. */
  readonly parentId: string | null;
  /** The heading's level; 0 for the document. */
  readonly depth: number;
  /** In document order, from 0. */
  readonly position: number;
  readonly title: string;
  readonly slug: string | null;
  readonly byteStart: number;
  readonly byteEnd: number;
  readonly body: string;
  readonly breadcrumb: string;
  readonly tree: string;
  readonly path: string;
}

export class MarkdownTree {
  readonly entries: readonly TreeEntry[];
  readonly #byId: ReadonlyMap<string, TreeEntry>;

  constructor(entries: readonly TreeEntry[]) {
    this.entries = entries;
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
  }

  /** Entries with a body of their own; the others only contain their children. */
  chunks(): TreeEntry[] {
    return this.entries.filter(({ body }) => body.trim() !== '');
  }

  /** By the chain of parents: the prefix of a slug says nothing about nesting. */
  isAncestor(ancestor: string, descendant: string): boolean {
    for (let at = this.#byId.get(descendant)?.parentId; at; at = this.#byId.get(at)?.parentId)
      if (at === ancestor) return true;
    return false;
  }
}

/** A `.txt` has no headings, whatever its lines look like. */
export function markdownTree(text: string, path = 'text.md', tree = 'main'): MarkdownTree {
  for (const argument of [text, path, tree]) checkArgument('markdownTree()', 'text', argument);
  const isPlain = /\.txt$/i.test(path);
  const source = sourceFromText(text, { tree, path, language: isPlain ? 'text' : 'markdown' });
  const plainRoot: Node = { kind: 'document', start: 0, end: source.text.length, children: [], grain: 'prose' };
  const root = isPlain ? plainRoot : markdownDocument(source.text, /\.mdx$/i.test(path));
  const filename = filenameOf(path);
  return new MarkdownTree(
    new TreeFlattener(source, root.name ?? (isPlain ? filename.slice(0, -4) : filename)).flatten(root),
  );
}

class TreeFlattener {
  readonly #source: Source;
  readonly #title: string;
  readonly #slugs = new Slugs();
  readonly #entries: TreeEntry[] = [];

  constructor(source: Source, title: string) {
    this.#source = source;
    this.#title = title;
  }

  flatten(root: Node): TreeEntry[] {
    const { docId } = this.#source;
    this.#add(root, { id: docId, parentId: null, depth: 0, title: this.#title, slug: null }, []);
    this.#addSections(root, docId, []);
    return this.#entries;
  }

  /** Recursion is limited by the levels of headings. */
  #addSections(node: Node, parentId: string, path: readonly string[]): void {
    for (const child of node.children) {
      if (!child.head) continue;
      const title = child.name ?? '';
      const slug = this.#slugs.take(title);
      const id = `${this.#source.docId}#${slug}`;
      // A first heading that repeats the document's title is left out of the path.
      const repeatsTitle = this.#entries.length === 1 && title === this.#title;
      const childPath = repeatsTitle ? path : [...path, title];
      this.#add(child, { id, parentId, depth: Number(child.meta?.level), title, slug }, childPath);
      this.#addSections(child, id, childPath);
    }
  }

  #add(
    node: Node,
    entryFields: Pick<TreeEntry, 'id' | 'parentId' | 'depth' | 'title' | 'slug'>,
    path: readonly string[],
  ): void {
    const { docId, tree, path: file, offsets, text } = this.#source;
    const start = node.head?.end ?? node.start;
    this.#entries.push({
      ...entryFields,
      docId,
      position: this.#entries.length,
      byteStart: offsets.byteAt(start),
      byteEnd: offsets.byteAt(node.end),
      body: bodyOf(text, node, start),
      breadcrumb: `> ${[this.#title, ...path].join(' › ')}`,
      tree,
      path: file,
    });
  }
}

/** The span without sections and headings inside it. */
function bodyOf(text: string, node: Node, start: number): string {
  let body = '';
  let at = start;
  for (const child of node.children) {
    if (!child.head) continue;
    body += text.slice(at, child.start);
    at = child.end;
  }
  return body + text.slice(at, node.end);
}
