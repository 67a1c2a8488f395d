import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

const type: Definition = { kind: 'class' };

/** `if (! function_exists('f')) { function f() … }`: the function, when there is nothing else. */
const guarded = (node: SyntaxNode): SyntaxNode | undefined => {
  const inside = node.childForFieldName('body')?.namedChildren.filter((child) => child?.type !== 'comment') ?? [];
  return inside.length === 1 && inside[0]?.type === 'function_definition' ? inside[0] : undefined;
};

export const php: Syntax = {
  grammar: 'php',
  definitions: {
    function_definition: { kind: 'function' },
    method_declaration: { kind: 'function' },
    if_statement: {
      kind: 'function',
      name: (node) => guarded(node)?.childForFieldName('name')?.text,
      body: (node) => guarded(node)?.childForFieldName('body'),
    },
    class_declaration: type,
    interface_declaration: type,
    trait_declaration: type,
    enum_declaration: type,
    namespace_definition: {
      kind: 'module',
      name: (node) => (node.childForFieldName('body') ? node.childForFieldName('name')?.text : undefined),
    },
  },
  imports: ['namespace_use_declaration'],
  either: {
    expression_statement: (node) =>
      /^(include|require)(_once)?_expression$/.test(node.namedChild(0)?.type ?? '') ? 'import' : undefined,
  },
  through: ['compound_statement', 'declaration_list'],
  exported: (node) =>
    !node.namedChildren.some((child) => child?.type === 'visibility_modifier' && child.text !== 'public'),
};
