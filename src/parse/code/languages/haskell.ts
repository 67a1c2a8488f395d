import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

/** `area (Circle r) = …`, or an operator between its operands. */
const binding: Definition = {
  kind: 'function',
  name: (node) => (node.childForFieldName('name') ?? node.namedChild(0)?.childForFieldName('operator'))?.text,
  body: 'match',
};

const where = (node: SyntaxNode): SyntaxNode | null => node.childForFieldName('declarations');

/** What stands right of the `=`, or below `where`. */
const constructors = (node: SyntaxNode): SyntaxNode | null | undefined =>
  node.childForFieldName('constructors') ?? node.childForFieldName('constructor');

export const haskell: Syntax = {
  grammar: 'haskell',
  definitions: {
    function: binding,
    bind: binding,
    class: { kind: 'class', body: where },
    instance: {
      kind: 'class',
      name: (node) => [node.childForFieldName('name')?.text, node.childForFieldName('patterns')?.text].join(' '),
      body: where,
    },
    data_type: { kind: 'class', body: constructors },
    newtype: { kind: 'class', body: constructors },
  },
  imports: ['import'],
  comments: ['comment', 'haddock'],
  decorators: ['signature', 'pragma'],
  opener: '=',
};
