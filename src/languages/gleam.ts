import { braceLike, lineComments, multilineDouble } from './families.js';
import type { CodeLanguage } from './language.js';
import type { SyntaxNode } from './syntax.js';

const childOf = (node: SyntaxNode, kind: string): SyntaxNode | undefined =>
  node.namedChildren.find((child) => child?.type === kind) ?? undefined;

export const gleam: CodeLanguage = {
  ...braceLike,
  name: 'Gleam',
  extensions: ['.gleam'],
  strings: [multilineDouble],
  comments: lineComments('//'),
  attributes: ['@'],
  imports: ['import'],
  definers: { fn: 'function', type: 'class', const: 'block' },
  syntax: {
    grammar: 'gleam',
    definitions: {
      function: { kind: 'function' },
      external_function: { kind: 'function' },
      type_definition: {
        kind: 'class',
        name: (node) => childOf(node, 'type_name')?.childForFieldName('name')?.text,
        body: (node) => childOf(node, 'data_constructors'),
      },
    },
    imports: ['import'],
    comments: ['comment', 'statement_comment', 'module_comment'],
    decorators: ['attribute'],
    exported: (node) => childOf(node, 'visibility_modifier') !== undefined,
  },
};
