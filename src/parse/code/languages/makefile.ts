import type { Syntax, SyntaxNode } from '../syntax.js';

const childOf = (node: SyntaxNode, kind: string): SyntaxNode | undefined =>
  node.namedChildren.find((child) => child?.type === kind) ?? undefined;

/** `.PHONY` and its like are settings. Without a recipe a rule only says what depends on what. */
const targetOf = (node: SyntaxNode): string | undefined => {
  const targets = childOf(node, 'targets')?.text.replaceAll('\\', ' ');
  return targets === undefined || /^\.[A-Z]/.test(targets) || !childOf(node, 'recipe') ? undefined : targets;
};

export const makefile: Syntax = {
  grammar: 'make',
  definitions: {
    rule: { kind: 'function', name: targetOf, body: (node) => childOf(node, 'recipe') },
    define_directive: { kind: 'function', body: 'value' },
  },
  imports: ['include_directive'],
  holders: ['conditional', 'else_directive', 'elsif_directive'],
};
