import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

const named = (kind: Definition['kind'], holds: string): Definition => ({
  kind,
  name: (node) => node.namedChildren.find((child) => child?.type === holds)?.text,
  body: (node: SyntaxNode) => node.children.find((child) => child?.type === '{'),
});

export const powershell: Syntax = {
  grammar: 'powershell',
  definitions: {
    function_statement: named('function', 'function_name'),
    class_statement: named('class', 'simple_name'),
    enum_statement: named('class', 'simple_name'),
    class_method_definition: named('function', 'simple_name'),
  },
  imports: ({ type, text }) => type === 'pipeline' && /^(import-module|using|\.)\s/i.test(text),
};
