import type { Syntax, SyntaxNode } from '../syntax.js';
import { html } from './html.js';

const startOf = (node: SyntaxNode): SyntaxNode | undefined =>
  node.namedChildren.find((child) => child?.type === 'snippet_start') ?? undefined;

export const svelte: Syntax = {
  ...html,
  grammar: 'svelte',
  definitions: {
    ...html.definitions,
    snippet_statement: {
      kind: 'function',
      name: (node) => startOf(node)?.namedChildren.find((child) => child?.type === 'snippet_name')?.text,
      body: (node) => startOf(node)?.children.at(-1),
    },
  },
};
