import { braceLike, character, double, nestedSlashes } from './families.js';
import type { CodeLanguage } from './language.js';
import type { SyntaxNode } from './syntax.js';

const childOf = (node: SyntaxNode | null | undefined, kind: string): SyntaxNode | undefined =>
  node?.children.find((child) => child?.type === kind) ?? undefined;

/** `let total = (items) => …`, or in an interface `let total: array<item> => int`. */
const isFunction = (binding: SyntaxNode | undefined): boolean => {
  const body = binding?.childForFieldName('body');
  return body ? body.type === 'function' : childOf(childOf(binding, 'type_annotation'), 'function_type') !== undefined;
};

/** Braces, or the result of a functor. An alias of another module has neither. */
const moduleBody = (node: SyntaxNode): SyntaxNode | null | undefined => {
  const binding = childOf(node, 'module_binding');
  const definition = binding?.childForFieldName('definition');
  if (definition?.type === 'functor') return definition.childForFieldName('body');
  return definition?.type === 'block' ? childOf(binding, '=') : undefined;
};

const typeBody = (node: SyntaxNode): SyntaxNode | undefined => {
  const binding = childOf(node, 'type_binding');
  return childOf(binding, 'record_type') || childOf(binding, 'variant_type') ? childOf(binding, '=') : undefined;
};

export const rescript: CodeLanguage = {
  ...braceLike,
  name: 'ReScript',
  extensions: ['.res', '.resi'],
  strings: [double, character, { open: '`', multiline: true, interpolation: '${' }],
  comments: nestedSlashes,
  attributes: ['@'],
  inlineAttributes: true,
  imports: ['open', 'include'],
  definers: { let: 'function', rec: 'function', type: 'class', module: 'module' },
  syntax: {
    grammar: 'rescript',
    definitions: {
      let_declaration: {
        kind: 'function',
        name: (node) => {
          const binding = childOf(node, 'let_binding');
          return isFunction(binding) ? binding?.childForFieldName('pattern')?.text : undefined;
        },
        body: (node) => childOf(node, 'let_binding')?.childForFieldName('body')?.childForFieldName('body'),
      },
      external_declaration: { kind: 'function', name: (node) => childOf(node, 'value_identifier')?.text },
      module_declaration: {
        kind: 'module',
        name: (node) =>
          moduleBody(node) ? childOf(node, 'module_binding')?.childForFieldName('name')?.text : undefined,
        body: moduleBody,
      },
      type_declaration: {
        kind: 'class',
        name: (node) => (typeBody(node) ? childOf(node, 'type_binding')?.childForFieldName('name')?.text : undefined),
        body: typeBody,
      },
    },
    imports: ['open_statement', 'include_statement'],
    decorators: ['decorator'],
    opener: '=>',
  },
};
