import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

const boundName = ({ parent }: SyntaxNode): string | undefined =>
  parent?.type === 'binding' ? parent.childForFieldName('attrpath')?.text : undefined;

/** `name = { … }`: attributes are names inside a name. */
const attributes: Definition = { kind: 'module', name: boundName, body: (node) => node };

const isSet = (node: SyntaxNode | null): boolean =>
  node?.type === 'attrset_expression' || node?.type === 'rec_attrset_expression';

export const nix: Syntax = {
  grammar: 'nix',
  definitions: {
    function_expression: { kind: 'function', name: boundName },
    attrset_expression: attributes,
    rec_attrset_expression: attributes,
    // `mkDerivation { … }`, `mkIf cfg.enable { … }`
    apply_expression: {
      ...attributes,
      name: (node) => (isSet(node.childForFieldName('argument')) ? boundName(node) : undefined),
      body: 'argument',
    },
  },
  imports: (node) => node.type === 'binding' && /^[\w-]+\s*=\s*import\s/.test(node.text),
  wrappers: ['binding'],
  opener: '=',
};
