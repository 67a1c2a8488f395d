/** The role of a syntax node, by the number of its kind in the grammar: one lookup per node. */
import type { Language, TreeCursor } from 'web-tree-sitter';
import type { Definition, Role, Syntax, SyntaxNode } from '../../languages/syntax.js';

const COMMENTS = ['comment', 'line_comment', 'block_comment'];

export class Roles {
  readonly #roles: readonly Role[];
  readonly #roleByNode: readonly (((node: SyntaxNode) => Role | undefined) | undefined)[];
  readonly #definitions: readonly (Definition | undefined)[];

  constructor(language: Language, syntax: Syntax) {
    const kinds = rolesByKind(syntax);
    const roleByNode = new Map(Object.entries(syntax.roleByNode ?? {}));
    const ids = Array.from({ length: language.nodeTypeCount }, (_, id) => id);
    const kindOf = (id: number): string => language.nodeTypeForId(id) ?? '';
    this.#roles = ids.map((id) => (language.nodeTypeIsNamed(id) ? (kinds.get(kindOf(id)) ?? 'other') : 'nothing'));
    this.#roleByNode = ids.map((id) => roleByNode.get(kindOf(id)));
    const definitions = new Map(Object.entries(syntax.definitions));
    this.#definitions = ids.map((id) => definitions.get(kindOf(id)));
  }

  /** By the kind alone. An error has a number beyond the table, and may contain whole definitions. */
  of(id: number): Role {
    return this.#roles[id] ?? 'holder';
  }

  /** A statement that contains others, and not an error. */
  isHolder(id: number): boolean {
    return this.#roles[id] === 'holder';
  }

  definition(id: number): Definition | undefined {
    return this.#definitions[id];
  }

  /** Of the node under the cursor. If its kind has several roles, the node decides. */
  at(cursor: TreeCursor, id: number): Role {
    return this.#roleByNode[id]?.(cursor.currentNode) ?? this.of(id);
  }
}

/** The first list that names a kind decides. */
function rolesByKind(syntax: Syntax): Map<string, Role> {
  const lists: readonly (readonly [Role, readonly string[] | undefined])[] = [
    ['definition', Object.keys(syntax.definitions)],
    ['wrapper', syntax.wrappers],
    ['import', syntax.imports],
    ['comment', syntax.comments ?? COMMENTS],
    ['decorator', syntax.decorators],
    ['through', syntax.through],
    ['holder', syntax.holders],
    ['tail', syntax.tails],
  ];
  const roles = new Map<string, Role>();
  for (const [role, kinds] of lists) for (const kind of kinds ?? []) if (!roles.has(kind)) roles.set(kind, role);
  return roles;
}
