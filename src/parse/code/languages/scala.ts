import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

const type: Definition = { kind: 'class' };

const withBody = (node: SyntaxNode): string | undefined =>
  node.childForFieldName('body') ? node.childForFieldName('name')?.text : undefined;

export const scala: Syntax = {
  grammar: 'scala',
  definitions: {
    function_definition: { kind: 'function' },
    function_declaration: { kind: 'function' },
    class_definition: type,
    trait_definition: type,
    object_definition: type,
    enum_definition: type,
    given_definition: {
      kind: 'class',
      name: (node) => (node.childForFieldName('name') ?? node.childForFieldName('return_type'))?.text,
    },
    extension_definition: {
      kind: 'class',
      name: (node) =>
        node
          .childForFieldName('parameters')
          ?.namedChild(0)
          ?.childForFieldName('type')
          ?.text.replace(/\[.*\]/s, ''),
      // Nothing stands around its members: the first word of the first one is where they begin.
      body: (node) => node.childForFieldName('body')?.firstChild,
    },
    package_object: { kind: 'module' },
    package_clause: { kind: 'module', name: withBody },
  },
  imports: ['import_declaration', 'export_declaration'],
  opener: '=',
  exported: (node) =>
    !node.namedChildren.some((child) => child?.type === 'modifiers' && /\bprivate\b/.test(child.text)),
};
