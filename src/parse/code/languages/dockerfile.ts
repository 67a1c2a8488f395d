import type { Syntax, SyntaxNode } from '../syntax.js';

const imageOf = (node: SyntaxNode): string | undefined =>
  node.namedChildren.find((child) => child?.type === 'image_spec')?.text;

export const dockerfile: Syntax = {
  grammar: 'dockerfile',
  definitions: {
    from_instruction: { kind: 'module', name: (node) => node.childForFieldName('as')?.text ?? imageOf(node) },
  },
  imports: [],
  takesRest: true,
};
