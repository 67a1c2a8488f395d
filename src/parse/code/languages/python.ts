import type { Role, Syntax, SyntaxNode } from '../syntax.js';

/** A quote, or a letter before one: `r"…"`. */
const STRING = new Set(['"', "'", 'r', 'R', 'u', 'U', 'b', 'B']);

/** A body's first string, when it stands there for itself. Most bodies show with their first letter that it does not. */
const firstString = (body: SyntaxNode, text: string): SyntaxNode | undefined => {
  if (!STRING.has(text.charAt(body.startIndex))) return undefined;
  const first = body.namedChild(0);
  const string = first?.type === 'expression_statement' ? first.namedChild(0) : first;
  return string?.type === 'string' ? string : undefined;
};

const nameIn = (node: SyntaxNode | null): string | undefined =>
  (node?.childForFieldName('definition') ?? node)?.childForFieldName('name')?.text;

/** What stands above a function of the same name with `@overload` is a part of its head. */
const overload = (node: SyntaxNode): Role | undefined => {
  if (!/^@(\w+\.)?overload\b/.test(node.text)) return undefined;
  let next = node.nextNamedSibling;
  while (next?.type === 'comment') next = next.nextNamedSibling;
  return nameIn(node) === nameIn(next) ? 'decorator' : undefined;
};

export const python: Syntax = {
  grammar: 'python',
  definitions: {
    function_definition: { kind: 'function' },
    class_definition: { kind: 'class' },
  },
  imports: ['import_statement', 'import_from_statement', 'future_import_statement'],
  wrappers: ['decorated_definition'],
  either: { decorated_definition: overload },
  through: ['block'],
  holders: [
    ...['if_statement', 'elif_clause', 'else_clause', 'with_statement'],
    ...['try_statement', 'except_clause', 'finally_clause'],
  ],
  docstring: firstString,
  opener: '', // the colon is part of how a signature reads
  exported: (_, name) => !name.startsWith('_'),
};
