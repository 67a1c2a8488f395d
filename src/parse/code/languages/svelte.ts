import type { Syntax, SyntaxNode } from '../syntax.js';
import { firstAfter, script, style } from './component.js';

const startOf = (node: SyntaxNode): SyntaxNode | undefined =>
  node.namedChildren.find(({ type }) => type === 'snippet_start');

export const svelte: Syntax = {
  grammar: 'svelte',
  definitions: {
    script_element: script,
    style_element: style,
    // `{#snippet row(item)} … {/snippet}`
    snippet_statement: {
      kind: 'function',
      name: (node) => startOf(node)?.namedChildren.find(({ type }) => type === 'snippet_name')?.text,
      body: (node) => firstAfter(startOf(node)),
    },
  },
  imports: [],
  through: ['end_tag', 'snippet_end', 'if_end', 'each_end', 'await_end', 'key_end'],
  opener: '',
};
