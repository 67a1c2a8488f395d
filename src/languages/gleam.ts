import { braceLike, doubleLines, lineComments } from './families.js';
import type { CodeLanguage } from './language.js';
import type { SyntaxNode } from './syntax.js';

const child = (node: SyntaxNode, kind: string): SyntaxNode | undefined =>
  node.namedChildren.find((inner) => inner?.type === kind) ?? undefined;

export const gleam: CodeLanguage = {
  ...braceLike,
  name: 'Gleam',
  extensions: ['.gleam'],
  strings: [doubleLines],
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
        name: (node) => child(node, 'type_name')?.childForFieldName('name')?.text,
        body: (node) => child(node, 'data_constructors'),
      },
    },
    imports: ['import'],
    comments: ['comment', 'statement_comment', 'module_comment'],
    decorators: ['attribute'],
    exported: (node) => child(node, 'visibility_modifier') !== undefined,
  },
};
