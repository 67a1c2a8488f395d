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
  const unit = parent && nearestNamed(parent);
  return unit?.parent && unit;
}

/** The ancestors of nodes of weight 0: they cannot stay whole, or these nodes would be found with them. */
export function holdersOfWeightless(root: Branch): ReadonlySet<Node> {
  const holders = new Set<Node>();
  if (!holdsMute(root.node)) return holders;
  const open = [root];
  for (let branch = open.pop(); branch; branch = open.pop()) {
    if (branch.weight === 0)
      for (let at = branch.parent; at && !holders.has(at.node); at = at.parent) holders.add(at.node);
    else if (!branch.node.closed) for (const child of branch.node.children) open.push(childBranch(branch, child));
  }
  return holders;
}

/** Few documents have any, so no branches are made just to find out. */
function holdsMute(node: Node): boolean {
  if (node.weight === 0) return true;
  if (node.closed) return false;
  for (const child of node.children) if (child.weight === 0 || (!isLeaf(child) && holdsMute(child))) return true;
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
  readonly #anchors: Parser['anchors'];
  /** Slugs are numbered across the whole document, so all are made in its order when the first is needed. */
  #slugs: ReadonlyMap<Node, string> | undefined;
  /** For the children of a node, the number of each among those of its name. Computed on demand. */
  readonly #turns = new Map<Node, ReadonlyMap<Node, number>>();
  readonly #given = new Set<string>();
  readonly #numbers = new Map<string, number>();

  constructor(docId: string, root: Node, anchors: Parser['anchors']) {
    this.#docId = docId;
    this.#root = root;
    this.#anchors = anchors;
  }

  /** Id of a node; for an unnamed one, the id of its nearest named ancestor. */
  of(branch: Branch): string {
    const anchor = this.anchor(branch);
    return anchor === '' ? this.#docId : `${this.#docId}#${anchor}`;
  }

  /** The part after the `#`; empty for the document. */
  anchor(branch: Branch): string {
    return this.#anchors === 'slug' ? this.#slug(branch) : this.#path(branch);
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
      const turn = this.#turn(at.parent.node, at.node);
      parts.push(turn === 1 ? inId(at.node.name) : `${inId(at.node.name)}@${turn}`);
    }
    return parts.reverse().join('.');
  }

  #turn(parent: Node, child: Node): number {
    let turns = this.#turns.get(parent);
    if (!turns) {
      turns = turnsOf(parent);
      this.#turns.set(parent, turns);
    }
    return turns.get(child) ?? 1;
  }

  /** The id itself, or with `@2`, `@3` … if a chunk has it already. */
  once(id: string): string {
    let unique = id;
    for (let n = 2; this.#given.has(unique); n++) unique = `${id}@${n}`;
    this.#given.add(unique);
    return unique;
  }

  /** The next chunk below an id: `…~1`, `…~2`. */
  numbered(id: string): string {
    const number = (this.#numbers.get(id) ?? 0) + 1;
    this.#numbers.set(id, number);
    return this.once(`${id}~${number}`);
  }
}

/** Only the second and later ones of a name. */
function turnsOf(parent: Node): Map<Node, number> {
  const seen = new Map<string, number>();
  const turns = new Map<Node, number>();
  for (const child of parent.children) {
    if (!child.name) continue;
    const turn = (seen.get(child.name) ?? 0) + 1;
    seen.set(child.name, turn);
    if (turn > 1) turns.set(child, turn);
  }
  return turns;
}

function slugsOf(root: Node): Map<Node, string> {
  const slugs = new Slugs();
  const out = new Map<Node, string>();
  const below = ({ children }: Node): void => {
    for (const child of children) {
      if (child.name) out.set(child, slugs.take(child.name));
      if (!isLeaf(child)) below(child);
    }
  };
  below(root);
  return out;
}

/** Separators of ids and white space are percent-encoded. */
const inId = (name: string): string =>
  // A tilde is encoded, too, which a URL would not need: a destructor would look like a numbered chunk.
  name.replace(/[\s\p{Cc}#~@%]/gu, (char) => (char === '~' ? '%7E' : encodeURIComponent(char)));

/** The units of a source: its named nodes, from the top down, with the ids that chunks refer to as parents. */
export function unitsOf(source: Source, root: Node, parser: Parser): Unit[] {
  const ids = new NodeIds(source.docId, root, parser.anchors);
  const units: Unit[] = [];
  const open: Branch[] = [rootBranch(root)];
  for (let branch = open.pop(); branch; branch = open.pop()) {
    if (branch.parent && branch.node.name) units.push(unit(source, branch, ids));
    if (branch.node.closed) continue;
    const { children } = branch.node;
    for (let i = children.length - 1; i >= 0; i--) open.push(childBranch(branch, children[i]));
  }
  return units;
}

function unit({ docId, offsets }: Source, branch: Branch, ids: NodeIds): Unit {
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
