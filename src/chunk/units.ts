/** The units of a source: its named nodes, from the top down, with the ids that chunks have for parents. */
import type { Parser } from '../parse/parser.js';
import type { Node, Source, Unit } from '../types.js';
import { type Branch, childBranch, NodeIds, namedParent, rootBranch } from './branch.js';

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
