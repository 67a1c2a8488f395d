import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

const IMPORTS = new Set(['include', 'find_package', 'add_subdirectory']);

const childOf = (node: SyntaxNode | undefined, ...kinds: readonly string[]): SyntaxNode | undefined =>
  node?.namedChildren.find((child) => child !== null && kinds.includes(child.type)) ?? undefined;

/** `function(add_item name)`: the first argument is the name, the others are the parameters. */
const command: Definition = {
  kind: 'function',
  name: (node) =>
    childOf(childOf(childOf(node, 'function_command', 'macro_command'), 'argument_list'), 'argument')?.text,
  body: (node) => childOf(node, 'body'),
};

export const cmake: Syntax = {
  grammar: 'cmake',
  definitions: { function_def: command, macro_def: command },
  imports: (node) => {
    const name = node.type === 'normal_command' ? childOf(node, 'identifier')?.text : undefined;
    return name !== undefined && IMPORTS.has(name.toLowerCase());
  },
  comments: ['line_comment', 'bracket_comment'],
};
