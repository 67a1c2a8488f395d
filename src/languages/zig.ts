import { cLike, lineComments } from './families.js';
import type { CodeLanguage } from './language.js';
import { type Definition, namedChild } from './syntax.js';

/** A type is a value: `const Item = struct { … }`. */
const container: Definition = {
  kind: 'class',
  name: ({ parent }) => (parent?.type === 'variable_declaration' ? parent.namedChild(0)?.text : undefined),
  body: (node) => node.children.find((child) => child?.type === '{'),
};

/** `"loads"` → test loads. */
const testName = (name: string | undefined): string | undefined => name && `test ${name.replace(/^"|"$/g, '')}`;

export const zig: CodeLanguage = {
  ...cLike,
  name: 'Zig',
  extensions: ['.zig'],
  // A line of a multi-line string starts with two backslashes and ends with the line.
  comments: lineComments('//', { text: '\\\\', at: 'first' }),
  definers: { fn: 'function', test: 'function' },
  names: [
    { pattern: /^(?:pub\s+)?const\s+(\w+)\s*=\s*(?:packed\s+|extern\s+)?(?:struct|enum|union)/, kind: 'class' },
    { pattern: /^test\s*("[^"]*")/, kind: 'function' },
    'definers',
  ],
  syntax: {
    grammar: 'zig',
    definitions: {
      function_declaration: { kind: 'function' },
      struct_declaration: container,
      enum_declaration: container,
      union_declaration: container,
      opaque_declaration: container,
      error_set_declaration: container,
      test_declaration: {
        kind: 'function',
        name: (node) => testName(namedChild(node, 'string', 'identifier')?.text),
        body: (node) => namedChild(node, 'block'),
      },
    },
    imports: [],
    roleByNode: {
      variable_declaration: ({ text }) =>
        /^(pub\s+)?const\s+[\w@"]+\s*=\s*@import\b/.test(text) ? 'import' : undefined,
    },
    wrappers: ['variable_declaration'],
    exported: ({ type, text, parent }) =>
      /^(pub|export)\b/.test(
        type.endsWith('_declaration') && parent?.type === 'variable_declaration' ? parent.text : text,
      ),
  },
};
