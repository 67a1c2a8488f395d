import { indentation, lineComments, multilineDouble, round, single } from './families.js';
import type { CodeLanguage } from './language.js';
import type { SyntaxNode } from './syntax.js';

const erlangName = { pattern: /^('[^']+'|[a-z][\w@]*)\s*\(/, kind: 'function' } as const;

const clauseOf = (node: SyntaxNode): SyntaxNode | null => node.childForFieldName('clause');

export const erlang: CodeLanguage = {
  grain: 'lines',
  name: 'Erlang',
  extensions: ['.erl', '.hrl', '.escript', '.xrl', '.yrl', '.app.src'],
  filenames: ['rebar.config', 'rebar.config.script', 'Emakefile'],
  interpreters: ['escript'],
  blocks: indentation(round, 'end', 'of', 'catch', 'after'),
  strings: [multilineDouble, single],
  comments: lineComments('%'),
  escape: '$',
  carries: '',
  clauses: true,
  attributes: ['-spec', '-doc', '-deprecated'],
  imports: ['-module', '-include', '-include_lib', '-import', '-export', '-behaviour', '-behavior'],
  definers: {},
  names: [{ pattern: /^-(?:record|type|opaque)\(?\s*(\w+)/, kind: 'class' }, erlangName],
  syntax: {
    grammar: 'erlang',
    definitions: {
      fun_decl: {
        kind: 'function',
        name: (node) => clauseOf(node)?.childForFieldName('name')?.text,
        body: (node) => clauseOf(node)?.childForFieldName('body'),
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
  },
};
