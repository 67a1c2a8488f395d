/** What a syntax node is to us, by the number its grammar gives its kind: one look-up a node. */
import type { Language, TreeCursor } from 'web-tree-sitter';
import type { Syntax } from './syntax.js';

export type Role = 'other' | 'definition' | 'wrapper' | 'import' | 'comment' | 'decorator' | 'through' | 'tail';
export type Roles = readonly Role[];

const COMMENTS = ['comment', 'line_comment', 'block_comment'];

export function rolesOf(language: Language, syntax: Syntax): Roles {
  const roleOfKind = (kind: string): Role => {
    if (Object.hasOwn(syntax.definitions, kind)) return 'definition';
    if (syntax.wrappers?.includes(kind)) return 'wrapper';
    if (typeof syntax.imports !== 'function' && syntax.imports.includes(kind)) return 'import';
    if ((syntax.comments ?? COMMENTS).includes(kind)) return 'comment';
    if (syntax.decorators?.includes(kind)) return 'decorator';
    if (syntax.through?.includes(kind)) return 'through';
    if (syntax.tails?.includes(kind)) return 'tail';
    return 'other';
  };
  return Array.from({ length: language.nodeTypeCount }, (_, id) => roleOfKind(language.nodeTypeForId(id) ?? ''));
}

/** Role of the node under the cursor. An import that looks like any other call has to be asked. */
export function roleOf(cursor: TreeCursor, syntax: Syntax, roles: Roles): Role {
  if (typeof syntax.imports === 'function' && syntax.imports(cursor.currentNode)) return 'import';
  return roles[cursor.nodeTypeId] ?? 'other'; // an ERROR has a number beyond the table
}
