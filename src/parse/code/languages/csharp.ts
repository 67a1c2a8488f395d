import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

const accessors = (node: SyntaxNode): SyntaxNode | null =>
  node.childForFieldName('accessors') ?? node.childForFieldName('value');

/** `int Size { get { … } }`, `int Size => 1`; but `int Size { get; set; }` is a field with manners. */
const computed = (node: SyntaxNode): boolean => {
  const list = node.childForFieldName('accessors');
  if (!list) return node.childForFieldName('value')?.type === 'arrow_expression_clause';
  return list.namedChildren.some((accessor) => accessor?.childForFieldName('body'));
};

const explicit = (node: SyntaxNode): string =>
  node.namedChildren.find((child) => child?.type === 'explicit_interface_specifier')?.text ?? '';

const property: Definition = {
  kind: 'function',
  name: (node) => (computed(node) ? `${explicit(node)}${node.childForFieldName('name')?.text}` : undefined),
  body: accessors,
};

const type: Definition = { kind: 'class' };

export const csharp: Syntax = {
  grammar: 'csharp',
  definitions: {
    method_declaration: {
      kind: 'function',
      name: (node) => `${explicit(node)}${node.childForFieldName('name')?.text}`,
    },
    local_function_statement: { kind: 'function' },
    constructor_declaration: { kind: 'function' },
    destructor_declaration: { kind: 'function', name: (node) => `~${node.childForFieldName('name')?.text}` },
    operator_declaration: {
      kind: 'function',
      name: (node) => `operator ${node.childForFieldName('operator')?.text}`,
    },
    conversion_operator_declaration: {
      kind: 'function',
      name: (node) => `operator ${node.childForFieldName('type')?.text}`,
    },
    property_declaration: property,
    event_declaration: property,
    indexer_declaration: { kind: 'function', name: (node) => `${explicit(node)}this[]`, body: accessors },
    class_declaration: type,
    struct_declaration: type,
    interface_declaration: type,
    enum_declaration: type,
    record_declaration: type,
    namespace_declaration: { kind: 'module' },
  },
  imports: ['using_directive', 'extern_alias_directive'],
  wrappers: ['global_statement'],
  through: ['preproc_if', 'preproc_else', 'preproc_elif', 'block'],
  exported: (node) => node.namedChildren.some((child) => child?.type === 'modifier' && child.text === 'public'),
};
