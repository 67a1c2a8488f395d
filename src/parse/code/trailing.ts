/**
 * Where blocks end with their indentation, a grammar may take what stands
 * between two of them for the end of the first:
 *
 *     def size: Int =
 *       1
 *
 *     // Says which.        ← still inside the syntax node of `size`
 *     def name: String =
 *
 * Comments at the end of a node that stand no deeper than it speak of what follows.
 */
import type { TreeCursor } from 'web-tree-sitter';
import type { Span } from '../../types.js';
import type { Item } from './join.js';
import type { CodeLines } from './lines.js';
import type { Roles } from './roles.js';

/** Such comments of the node under the cursor, in order. Only a node that ends where a line begins has them. */
export function commentsAtEnd(cursor: TreeCursor, { start: from, end }: Span, lines: CodeLines, roles: Roles): Item[] {
  if (lines.head(end) <= from) return [];
  const found: Item[] = [];
  const { startPosition, lastNamedChild } = cursor.currentNode;
  let node = lastNamedChild;
  while (node) {
    const start = lines.head(node.startIndex);
    if (roles.of(node.typeId) === 'comment' && start >= 0 && node.startPosition.column <= startPosition.column) {
      found.unshift({ role: 'comment', start, end: lines.end(node.endIndex) });
      node = node.previousNamedSibling;
    } else if (found.length > 0) break;
    else node = node.lastNamedChild;
  }
  return found;
}
