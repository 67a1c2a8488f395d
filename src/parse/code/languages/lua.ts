import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

const functionIn = (node: SyntaxNode | null): SyntaxNode | undefined => {
  const value = node?.childForFieldName('value');
  return value?.type === 'function_definition' ? value : undefined;
};

/** `name = function () … end`: what stands on the left is a list, and so is what stands on the right. */
const assigned: Definition = {
  kind: 'function',
  name: (node) => (functionIn(node.namedChild(1)) ? node.namedChild(0)?.childForFieldName('name')?.text : undefined),
  body: (node) => functionIn(node.namedChild(1))?.childForFieldName('body'),
};

/** The same in a table. */
const field: Definition = {
  kind: 'function',
  name: (node) => (functionIn(node) ? node.childForFieldName('name')?.text : undefined),
  body: (node) => functionIn(node)?.childForFieldName('body'),
};

export const lua: Syntax = {
  grammar: 'lua',
  definitions: {
    function_declaration: { kind: 'function' },
    assignment_statement: assigned,
    field,
  },
  imports: [],
  either: {
    function_call: ({ text }) => (/^require\b/.test(text) ? 'import' : undefined),
    variable_declaration: ({ text }) => (/^local\s+\w+\s*=\s*require\b/.test(text) ? 'import' : undefined),
  },
  wrappers: ['variable_declaration'],
  exported: (node) => node.parent?.type !== 'variable_declaration' && node.firstChild?.type !== 'local',
};
