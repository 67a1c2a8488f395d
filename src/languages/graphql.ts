import { braceLike, double, hashes, tripleDouble } from './families.js';
import type { CodeLanguage } from './language.js';
import { type Definition, type DefinitionKind, namedChild } from './syntax.js';

const definitionBy = (kind: DefinitionKind, body: string, name = 'name'): Definition => ({
  kind,
  name: (node) => namedChild(node, name)?.text,
  body: (node) => namedChild(node, body),
});

const type = definitionBy('class', 'fields_definition');

const values = definitionBy('class', 'enum_values_definition');

const input = definitionBy('class', 'input_fields_definition');

export const graphql: CodeLanguage = {
  ...braceLike,
  name: 'GraphQL',
  extensions: ['.graphql', '.gql', '.graphqls'],
  strings: [tripleDouble, double],
  comments: hashes,
  attributes: ['"'],
  definers: {
    type: 'class',
    interface: 'class',
    union: 'class',
    enum: 'class',
    input: 'class',
    extend: 'class',
    query: 'function',
    mutation: 'function',
    subscription: 'function',
    fragment: 'function',
    directive: 'block',
    on: 'block',
  },
  syntax: {
    grammar: 'graphql',
    definitions: {
      object_type_definition: type,
      object_type_extension: type,
      interface_type_definition: type,
      interface_type_extension: type,
      enum_type_definition: values,
      enum_type_extension: values,
      input_object_type_definition: input,
      input_object_type_extension: input,
      schema_definition: {
        kind: 'class',
        name: () => 'schema',
        body: (node) => node.children.find((child) => child?.type === '{'),
      },
      operation_definition: definitionBy('function', 'selection_set'),
      fragment_definition: definitionBy('function', 'selection_set', 'fragment_name'),
    },
    imports: [],
    docstring: ({ parent }) => parent && namedChild(parent, 'description'),
    through: ['document'],
    wrappers: [
      ...['definition', 'executable_definition', 'type_system_definition', 'type_system_extension'],
      ...['type_definition', 'type_extension'],
    ],
  },
};
