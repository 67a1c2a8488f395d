import type { Syntax, SyntaxNode } from '../syntax.js';

/** `static final Adapter DATE = new Adapter() { … };`: a class in all but name. */
const anonymous = (node: SyntaxNode): SyntaxNode | undefined => {
  const value = node.childForFieldName('declarator')?.childForFieldName('value');
  return value?.namedChildren.find((child) => child?.type === 'class_body') ?? undefined;
};

export const java: Syntax = {
  grammar: 'java',
  definitions: {
    method_declaration: { kind: 'function' },
    constructor_declaration: { kind: 'function' },
    compact_constructor_declaration: { kind: 'function' },
    class_declaration: { kind: 'class' },
    interface_declaration: { kind: 'class' },
    enum_declaration: { kind: 'class' },
    record_declaration: { kind: 'class' },
    annotation_type_declaration: { kind: 'class' },
    enum_constant: {
      kind: 'class',
      name: (node) => (node.childForFieldName('body') ? node.childForFieldName('name')?.text : undefined),
    },
    field_declaration: {
      kind: 'class',
      name: (node) =>
        anonymous(node) ? node.childForFieldName('declarator')?.childForFieldName('name')?.text : undefined,
      body: anonymous,
    },
    module_declaration: { kind: 'module' },
  },
  imports: ['import_declaration'],
  through: ['enum_body_declarations', 'block'],
  exported: (node) => {
    const first = node.namedChild(0);
    return first?.type === 'modifiers' && /(^|\s)public(\s|$)/.test(first.text);
  },
};
