import type { Syntax, SyntaxNode } from '../syntax.js';

const clause = (node: SyntaxNode): SyntaxNode | null => node.childForFieldName('clause');

export const erlang: Syntax = {
  grammar: 'erlang',
  definitions: {
    fun_decl: {
      kind: 'function',
      name: (node) => clause(node)?.childForFieldName('name')?.text,
      body: (node) => clause(node)?.childForFieldName('body'),
    },
    record_decl: {
      kind: 'class',
      body: (node) => node.children.find((child) => child?.type === '{'),
    },
    // A macro with parameters is a function; one without is a constant.
    macro_lhs: {
      kind: 'function',
      name: (node) => (node.childForFieldName('args') ? node.childForFieldName('name')?.text : undefined),
      body: (node) => node.parent?.childForFieldName('replacement'),
    },
  },
  imports: ['pp_include', 'pp_include_lib', 'import_attribute'],
  wrappers: ['pp_define'],
  decorators: ['spec'],
  clauses: true,
  opener: ',',
};
