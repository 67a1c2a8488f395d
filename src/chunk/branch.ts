/** A node with its ancestors, from which names, ids and breadcrumbs are made. */
import type { Parser } from '../parse/parser.js';
import { Slugs } from '../text/slug.js';
import type { Node, Source, Unit } from '../types.js';

export interface Branch {
  readonly node: Node;
  readonly parent: Branch | undefined;
  readonly depth: number;
  /** Its own, or that of its parent. */
  readonly weight: number;
}

export const rootBranch = (node: Node): Branch => ({ node, parent: undefined, depth: 0, weight: node.weight ?? 1 });
export const childBranch = (parent: Branch, node: Node): Branch => ({
  node,
  parent,
  depth: parent.depth + 1,
  weight: node.weight ?? parent.weight,
});

/** Names from the top down, without unnamed nodes. The root's name is the document's title and not part of the path. */
export function namePath(branch: Branch): string[] {
  const names: string[] = [];
  for (let at = branch; at.parent; at = at.parent) if (at.node.name) names.push(at.node.name);
  return names.reverse();
}

/** The branch itself or its nearest ancestor with a name, or else the document. */
export function nearestNamed(branch: Branch): Branch {
  let at = branch;
  while (at.parent && !at.node.name) at = at.parent;
  return at;
}

/** The nearest ancestor with a name; the document's title does not count. */
export function namedParent({ parent }: Branch): Branch | undefined {
  const named = parent && nearestNamed(parent);
  return named?.parent && named;
}

/** The ancestors of nodes of weight 0: they cannot stay whole, or these nodes would be found with them. */
export function ancestorsOfWeightless(root: Branch): ReadonlySet<Node> {
  const ancestors = new Set<Node>();
  if (!hasWeightless(root.node)) return ancestors;
  const stack = [root];
  for (let branch = stack.pop(); branch; branch = stack.pop()) {
    if (branch.weight === 0)
      for (let at = branch.parent; at && !ancestors.has(at.node); at = at.parent) ancestors.add(at.node);
    else if (!branch.node.closed) for (const child of branch.node.children) stack.push(childBranch(branch, child));
  }
  return ancestors;
}

/** Few documents have any, so no branches are made just to find out. */
function hasWeightless(node: Node): boolean {
  if (node.weight === 0) return true;
  if (node.closed) return false;
  for (const child of node.children) if (child.weight === 0 || (!isLeaf(child) && hasWeightless(child))) return true;
  return false;
}

/** True for most nodes. The children of a closed node are parsed on demand. */
const isLeaf = (node: Node): boolean => node.closed === true || node.children.length === 0;

/**
 * Ids of the nodes of one source. A second sibling of the same name is `@2`,
 * whichever of the two ends up in a chunk.
 *
 *     main:src/client.py#Client.get      main:src/client.py#Client.get@2
 *     main:README.md#installation        by slug, if the parser has headings
 */
export class NodeIds {
  readonly #docId: string;
  readonly #root: Node;
  readonly #parser: Pick<Parser, 'anchors' | 'sourceType'>;
  /** Slugs are numbered across the whole document, so all are made in its order when the first is needed. */
  #slugs: ReadonlyMap<Node, string> | undefined;
  /** For the named nodes directly inside a node, the number of each among those of its name. Computed on demand. */
  readonly #occurrences = new Map<Node, ReadonlyMap<Node, number>>();
  readonly #usedIds = new Set<string>();
  readonly #lastNumbers = new Map<string, number>();

  constructor(docId: string, root: Node, parser: Pick<Parser, 'anchors' | 'sourceType'>) {
    this.#docId = docId;
    this.#root = root;
    this.#parser = parser;
  }

  /** Id of a node; for an unnamed one, the id of its nearest named ancestor. */
  of(branch: Branch): string {
    const anchor = this.anchor(branch);
    return anchor === '' ? this.#docId : `${this.#docId}#${anchor}`;
  }

  /** The part after the `#`; empty for the document. */
  anchor(branch: Branch): string {
    return this.#parser.anchors === 'slug' ? this.#slug(branch) : this.#path(branch);
  }

  #slug(branch: Branch): string {
    this.#slugs ??= slugsOf(this.#root);
    const slugs = this.#slugs;
    let at: Branch | undefined = branch;
    while (at && !slugs.has(at.node)) at = at.parent;
    return (at && slugs.get(at.node)) ?? '';
  }

  #path(branch: Branch): string {
    const parts: string[] = [];
    for (let at = branch; at.parent; at = at.parent) {
      if (!at.node.name) continue;
      // In code, what has no name is an `#ifdef` or the like; in data it is one of many records.
      const container = this.#parser.sourceType === 'code' ? nearestNamed(at.parent) : at.parent;
      const occurrence = this.#occurrence(container.node, at.node);
      parts.push(occurrence === 1 ? escapeForId(at.node.name) : `${escapeForId(at.node.name)}@${occurrence}`);
    }
    return parts.reverse().join('.');
  }

  #occurrence(parent: Node, child: Node): number {
    let occurrences = this.#occurrences.get(parent);
    if (!occurrences) {
      occurrences = occurrencesOf(parent, this.#parser.sourceType === 'code');
      this.#occurrences.set(parent, occurrences);
    }
    return occurrences.get(child) ?? 1;
  }

  /** The id itself, or with `@2`, `@3` … if a chunk has it already. */
  unique(id: string): string {
    let candidate = id;
    for (let n = 2; this.#usedIds.has(candidate); n++) candidate = `${id}@${n}`;
    this.#usedIds.add(candidate);
    return candidate;
  }

  /** The next chunk below an id: `…~1`, `…~2`. */
  numbered(id: string): string {
    const number = (this.#lastNumbers.get(id) ?? 0) + 1;
    this.#lastNumbers.set(id, number);
    return this.unique(`${id}~${number}`);
  }
}

/** Only the second and later ones of a name. `deep`: what has no name is looked into. */
function occurrencesOf(parent: Node, deep: boolean): Map<Node, number> {
  const counts = new Map<string, number>();
  const occurrences = new Map<Node, number>();
  const visit = (node: Node): void => {
    for (const child of partsOf(node)) {
      if (child.name) {
        const occurrence = (counts.get(child.name) ?? 0) + 1;
        counts.set(child.name, occurrence);
        if (occurrence > 1) occurrences.set(child, occurrence);
      } else if (deep && !child.closed) visit(child);
    }
  };
  visit(parent);
  return occurrences;
}

/** Its children, and members within its lines, in order. */
function partsOf({ children, withinLines }: Node): readonly Node[] {
  return withinLines ? [...children, ...withinLines].sort((a, b) => a.start - b.start || b.end - a.end) : children;
}

function slugsOf(root: Node): Map<Node, string> {
  const slugs = new Slugs();
  const out = new Map<Node, string>();
  const visit = ({ children }: Node): void => {
    for (const child of children) {
      if (child.name) out.set(child, slugs.take(child.name));
      if (!isLeaf(child)) visit(child);
    }
  };
  visit(root);
  return out;
}

/** Separators of ids and white space are percent-encoded. */
const escapeForId = (name: string): string =>
  // A tilde is encoded, too, which a URL would not need: a destructor would look like a numbered chunk.
  name.replace(/[\s\p{Cc}#~@%]/gu, (char) => (char === '~' ? '%7E' : encodeURIComponent(char)));

/** The units of a source: its named nodes, from the top down, with the ids that chunks refer to as parents. */
export function unitsOf(source: Source, root: Node, parser: Parser): Unit[] {
  const ids = new NodeIds(source.docId, root, parser);
  const units: Unit[] = [];
  const stack: Branch[] = [rootBranch(root)];
  for (let branch = stack.pop(); branch; branch = stack.pop()) {
    if (branch.parent && branch.node.name) units.push(unitOf(source, branch, ids));
    if (branch.node.closed) continue;
    const parts = partsOf(branch.node);
    for (let i = parts.length - 1; i >= 0; i--) stack.push(childBranch(branch, parts[i]));
  }
  return units;
}

function unitOf({ docId, offsets }: Source, branch: Branch, ids: NodeIds): Unit {
  const { kind, name = '', start, end } = branch.node;
  const parent = namedParent(branch);
  return {
    id: ids.of(branch),
    parentId: parent ? ids.of(parent) : docId,
    kind,
    name,
    depth: branch.depth,
    charStart: start,
    charEnd: end,
    startLine: offsets.lineAt(start),
    endLine: offsets.lineAt(Math.max(start, end - 1)),
  };
}
