import { haskellLike } from './families.js';
import type { CodeLanguage } from './language.js';
import type { Definition, Role, SyntaxNode } from './syntax.js';

/** An operator is named by its symbol, in brackets or not. */
const nameOf = (node: SyntaxNode): string | undefined =>
  (node.childForFieldName('name') ?? node.namedChild(0)?.childForFieldName('operator'))?.text.replace(/^\(|\)$/g, '');

/** `{-# INLINE size #-}` belongs to `size`, which is above or below it. */
function pragmaOf({ text, previousNamedSibling: before, nextNamedSibling: after }: SyntaxNode): Role | undefined {
  const words = text.split(/[\s,]+/);
  const isAbout = (node: SyntaxNode | null): boolean => node !== null && words.some((word) => word === nameOf(node));
  return isAbout(before) ? 'tail' : isAbout(after) ? 'decorator' : undefined;
}

const binding: Definition = { kind: 'function', name: nameOf, body: 'match' };

const declarationsOf = (node: SyntaxNode): SyntaxNode | null => node.childForFieldName('declarations');

/** The constructors after `=` or below `where`. */
const constructors = (node: SyntaxNode): SyntaxNode | null | undefined =>
  node.childForFieldName('constructors') ?? node.childForFieldName('constructor');

export const haskell: CodeLanguage = {
  ...haskellLike,
  name: 'Haskell',
  extensions: ['.hs', '.hsc', '.hs-boot', '.lhs', '.chs'],
  interpreters: ['runhaskell', 'runghc', 'stack'],
  syntax: {
    grammar: 'haskell',
    definitions: {
      signature: { kind: 'function', name: nameOf },
      function: binding,
      bind: binding,
      class: { kind: 'class', body: declarationsOf },
      instance: {
        kind: 'class',
        name: (node) => [node.childForFieldName('name')?.text, node.childForFieldName('patterns')?.text].join(' '),
        body: declarationsOf,
      },
      data_type: { kind: 'class', body: constructors },
      newtype: { kind: 'class', body: constructors },
    },
    imports: ['import'],
    comments: ['comment', 'haddock'],
    roleByNode: { pragma: pragmaOf },
    through: ['imports', 'declarations', 'local_binds'],
    clauses: true, // a signature is one, too
    opener: '=',
  },
};
