import { braceLike, lineComments, multilineDouble } from './families.js';
import type { CodeLanguage } from './language.js';
import { namedChild } from './syntax.js';

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
        name: (node) => namedChild(node, 'type_name')?.childForFieldName('name')?.text,
        body: (node) => namedChild(node, 'data_constructors'),
      },
    },
    imports: ['import'],
    comments: ['comment', 'statement_comment', 'module_comment'],
    decorators: ['attribute'],
    exported: (node) => namedChild(node, 'visibility_modifier') !== undefined,
  },
};
