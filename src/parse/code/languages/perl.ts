import type { Definition, Syntax, SyntaxNode } from '../syntax.js';

const block = (node: SyntaxNode): SyntaxNode | undefined =>
  node.namedChildren.find((child) => child?.type === 'block') ?? undefined;

/** `package Acme { … }`. One that ends with a semicolon holds nothing. */
const braced = (kind: 'class' | 'module'): Definition => ({
  kind,
  name: (node) => (block(node) ? node.childForFieldName('name')?.text : undefined),
  body: block,
});

export const perl: Syntax = {
  grammar: 'perl',
  definitions: {
    subroutine_declaration_statement: { kind: 'function' },
    method_declaration_statement: { kind: 'function' },
    package_statement: braced('module'),
    class_statement: braced('class'),
  },
  imports: ['use_statement'],
  either: { expression_statement: ({ text }) => (/^require\s/.test(text) ? 'import' : undefined) },
  comments: ['comment', 'pod'],
  exported: (_, name) => !name.startsWith('_'),
};
