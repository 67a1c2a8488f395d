import { character, tripleDouble } from './families.js';
import type { CodeLanguage } from './language.js';
import { type Definition, namedChild, type SyntaxNode } from './syntax.js';

/** `load(key)::Item where T` → load. Other than calls, only a bare identifier has a name. */
function functionName(head: SyntaxNode | null | undefined): string | undefined {
  switch (head?.type) {
    case 'signature':
    case 'typed_expression':
    case 'where_expression':
      return functionName(head.namedChild(0));
    case 'call_expression':
      return head.namedChild(0)?.text;
    default:
      return head?.parent?.type === 'signature' ? head.text : undefined;
  }
}

const block = (node: SyntaxNode): SyntaxNode | undefined => namedChild(node, 'block');

const method: Definition = {
  kind: 'function',
  name: (node) => functionName(namedChild(node, 'signature')),
  body: block,
};

/** `length(i::Item) = …`: an assignment to a call. */
const shortFunction: Definition = {
  kind: 'function',
  name: (node) => functionName(node.namedChild(0)),
  body: (node) => node.lastNamedChild,
};

export const julia: CodeLanguage = {
  grain: 'lines',
  name: 'Julia',
  extensions: ['.jl'],
  interpreters: ['julia'],
  blocks: {
    by: 'words',
    pairs: ['()', '[]', '{}'],
    opens: {
      function: 'first',
      macro: 'first',
      struct: 'anywhere',
      abstract: 'first',
      primitive: 'first',
      module: 'first',
      baremodule: 'first',
      if: 'first',
      for: 'first',
      while: 'first',
      try: 'first',
      let: 'first',
      quote: 'first',
      begin: 'anywhere',
      do: 'anywhere',
    },
    closes: { end: 'anywhere' },
    bodies: [],
    middles: ['else', 'elseif', 'catch', 'finally'],
  },
  strings: [tripleDouble, { open: '"', interpolation: '$(' }, character, { open: '`', interpolation: '$(' }],
  comments: { line: ['#'], block: [{ open: '#=', close: '=#', nested: true }] },
  letters: '!',
  sigils: '.$:',
  // A docstring is above the definition that it documents.
  attributes: ['@inline', '@noinline', '@doc', '"'],
  imports: ['using', 'import'],
  definers: {
    function: 'function',
    macro: 'function',
    struct: 'class',
    module: 'module',
    baremodule: 'module',
    type: 'class',
  },
  syntax: {
    grammar: 'julia',
    definitions: {
      function_definition: method,
      macro_definition: { ...method, name: (node) => `@${functionName(namedChild(node, 'signature'))}` },
      assignment: shortFunction,
      struct_definition: {
        kind: 'class',
        name: (node) => namedChild(node, 'type_head')?.text.match(/^[^\s{<]+/)?.[0],
        body: block,
      },
      module_definition: { kind: 'module', body: block },
    },
    imports: ['using_statement', 'import_statement'],
    roleByNode: { call_expression: ({ text }) => (text.startsWith('include(') ? 'import' : undefined) },
    comments: ['line_comment', 'block_comment', 'string_literal'], // a docstring is a string above the definition
    through: ['block'],
    holders: ['if_statement', 'elseif_clause', 'else_clause'],
    wrappers: ['macrocall_expression', 'macro_argument_list'],
    opener: '=',
  },
};
