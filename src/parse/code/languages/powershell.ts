import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

const named = (kind: Definition['kind'], holds: string): Definition => ({
  kind,
  name: (node) => node.namedChildren.find((child) => child?.type === holds)?.text,
  body: (node: SyntaxNode) => node.children.find((child) => child?.type === '{'),
});

/** Help stands in a comment at the head of a body: `<# .SYNOPSIS … #>`. */
const help = ({ nextNamedSibling: first }: SyntaxNode): SyntaxNode | undefined =>
  first?.type === 'comment' && first.text.startsWith('<#') ? first : undefined;

export const powershell: Syntax = {
  grammar: 'powershell',
  definitions: {
    function_statement: named('function', 'function_name'),
    class_statement: named('class', 'simple_name'),
    enum_statement: named('class', 'simple_name'),
    class_method_definition: named('function', 'simple_name'),
  },
  imports: [],
  docstring: help,
  through: ['statement_list', 'script_block', 'script_block_body', 'named_block_list'],
  either: { pipeline: ({ text }) => (/^(import-module|using|\.)\s/i.test(text) ? 'import' : undefined) },
};
