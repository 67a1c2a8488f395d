import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

/** `Item.of`, `==`, `size`: the words before the parameters, past the type. */
const name = (node: SyntaxNode): string | undefined => {
  const signature = node.namedChildren.find((child) => child?.type.endsWith('_signature')) ?? node;
  if (!signature.type.endsWith('_signature') || signature.type === 'method_signature') return undefined;
  if (signature.type === 'operator_signature')
    return signature.namedChildren.find((child) => child?.type.endsWith('_operator'))?.text;
  if (!signature.type.endsWith('constructor_signature')) return signature.childForFieldName('name')?.text;
  return signature.namedChildren
    .filter((child) => child?.type === 'identifier')
    .map((child) => child?.text)
    .join('.');
};

const callable: Definition = { kind: 'function', name };
const type: Definition = { kind: 'class' };

export const dart: Syntax = {
  grammar: 'dart',
  definitions: {
    function_signature: callable,
    getter_signature: callable,
    setter_signature: callable,
    method_signature: callable,
    declaration: callable,
    local_function_declaration: {
      kind: 'function',
      name: (node) => node.namedChild(0)?.childForFieldName('parameters')?.childForFieldName('name')?.text,
      body: (node) => node.namedChild(0)?.childForFieldName('body'),
    },
    class_definition: type,
    enum_declaration: type,
    extension_declaration: {
      kind: 'class',
      name: (node) => (node.childForFieldName('name') ?? node.childForFieldName('class'))?.text,
    },
    extension_type_declaration: type,
    mixin_declaration: {
      kind: 'class',
      name: (node) => node.namedChildren.find((child) => child?.type === 'identifier')?.text,
      body: (node) => node.namedChildren.find((child) => child?.type === 'class_body'),
    },
  },
  imports: ['import_or_export', 'part_directive', 'part_of_directive'],
  comments: ['comment', 'documentation_comment'],
  decorators: ['annotation'],
  tails: ['function_body'],
  exported: (_, spoken) => !/(^|\.)_/.test(spoken),
};
