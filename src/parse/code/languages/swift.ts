import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

const computed = (node: SyntaxNode): SyntaxNode | undefined =>
  node.namedChildren.find((child) => child?.type === 'computed_property') ?? undefined;

const type: Definition = { kind: 'class' };

export const swift: Syntax = {
  grammar: 'swift',
  definitions: {
    function_declaration: { kind: 'function' },
    protocol_function_declaration: { kind: 'function' },
    deinit_declaration: { kind: 'function', name: () => 'deinit' },
    subscript_declaration: { kind: 'function', name: () => 'subscript', body: computed },
    property_declaration: {
      kind: 'function',
      name: (node) => (computed(node) ? node.childForFieldName('name')?.text : undefined),
      body: computed,
    },
    class_declaration: type,
    protocol_declaration: type,
  },
  imports: ['import_declaration'],
  comments: ['comment', 'multiline_comment'],
  through: ['statements'],
  exported: (node) =>
    !node.namedChildren.some((child) => child?.type === 'modifiers' && /\b(file)?private\b(?!\()/.test(child.text)),
};
