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
  imports: [],
  either: {
    normal_command: (node) =>
      IMPORTS.has(childOf(node, 'identifier')?.text.toLowerCase() ?? '') ? 'import' : undefined,
  },
  through: [
    'body',
    'endfunction_command',
    'endmacro_command',
    'endif_command',
    'endforeach_command',
    'endwhile_command',
  ],
  holders: ['if_condition', 'foreach_loop'],
  comments: ['line_comment', 'bracket_comment'],
};
