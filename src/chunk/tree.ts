/** A node with the way down to it: what names, ids and breadcrumbs are made from. */
import type { Parser } from '../parse/parser.js';
import { Slugs } from '../text/slug.js';
import type { Node } from '../types.js';

export interface Branch {
  readonly node: Node;
  readonly parent: Branch | undefined;
  readonly depth: number;
}

export const rootBranch = (node: Node): Branch => ({ node, parent: undefined, depth: 0 });
export const childBranch = (parent: Branch, node: Node): Branch => ({ node, parent, depth: parent.depth + 1 });

/** Names from the top down, the unnamed left out. */
export function namePath(branch: Branch): string[] {
  const names: string[] = [];
  for (let at: Branch | undefined = branch; at; at = at.parent) if (at.node.name) names.push(at.node.name);
  return names.reverse();
}

/** The nearest ancestor with a name, if any. */
export function namedParent(branch: Branch): Branch | undefined {
  let at = branch.parent;
  while (at && !at.node.name) at = at.parent;
  return at;
}

/**
 * Ids of the named nodes of one source, given out in document order, so that a
 * second node of the same name is `@2` whichever of them ends up in a chunk.
 *
 *     main:src/client.py#Client.get      main:src/client.py#Client.get@2
 *     main:README.md#installation        by slug, where the parser says so
 */
export class NodeIds {
  readonly #ids = new Map<Node, string>();
  readonly #docId: string;
  readonly #given = new Set<string>();
  readonly #numbers = new Map<string, number>();

  constructor(docId: string, root: Node, anchors: Parser['anchors']) {
    this.#docId = docId;
    const slugs = new Slugs();
    const seen = new Map<string, number>();
    const open: [node: Node, path: string][] = [[root, '']];
    for (let next = open.pop(); next; next = open.pop()) {
      const [node, above] = next;
      const path = node.name ? (above ? `${above}.${escape(node.name)}` : escape(node.name)) : above;
      if (node.name) {
        const n = (seen.get(path) ?? 0) + 1;
        seen.set(path, n);
        this.#ids.set(node, anchors === 'slug' ? slugs.take(node.name) : n === 1 ? path : `${path}@${n}`);
      }
      for (let i = node.children.length - 1; i >= 0; i--) open.push([node.children[i], path]);
    }
  }

  /** Id of a node; an unnamed one answers with the id of what holds it. */
  of(branch: Branch): string {
    for (let at: Branch | undefined = branch; at; at = at.parent) {
      const anchor = this.#ids.get(at.node);
      if (anchor !== undefined) return `${this.#docId}#${anchor}`;
    }
    return this.#docId;
  }

  /** The id itself, or with `@2`, `@3` … when a chunk has it already. */
  once(id: string): string {
    let unique = id;
    for (let n = 2; this.#given.has(unique); n++) unique = `${id}@${n}`;
    this.#given.add(unique);
    return unique;
  }

  /** The next piece below an id: `…~1`, `…~2`. */
  numbered(id: string): string {
    const number = (this.#numbers.get(id) ?? 0) + 1;
    this.#numbers.set(id, number);
    return this.once(`${id}~${number}`);
  }
}

/** What separates the parts of an id, and what would break a line, is written as in a URL. */
const escape = (name: string): string =>
  name.replace(/[\s\p{Cc}#~@%]/gu, (char) => encodeURIComponent(char));
