import { braces, cLike, double, single } from './families.js';
import type { CodeLanguage } from './language.js';
import type { Definition, SyntaxNode } from './syntax.js';

const block = (node: SyntaxNode): SyntaxNode | undefined =>
  node.namedChildren.find((child) => child?.type === 'block') ?? undefined;

/** `package Acme { … }`. One that ends with a semicolon has no body. */
const bracedDefinition = (kind: 'class' | 'module'): Definition => ({
  kind,
  name: (node) => (block(node) ? node.childForFieldName('name')?.text : undefined),
  body: block,
});

export const perl: CodeLanguage = {
  ...cLike,
  name: 'Perl',
  blocks: braces('elsif', 'else', 'catch', 'finally', 'continue'),
  extensions: ['.pl', '.pm', '.t', '.plx', '.ph', '.psgi'],
  filenames: ['cpanfile', 'Makefile.PL'],
  interpreters: ['perl'],
  strings: [double, single],
  comments: {
    line: [{ text: '#', at: 'spaced' }],
    block: ['pod', 'head1', 'head2', 'head3', 'head4', 'over', 'item', 'begin', 'for', 'encoding'].map((word) => ({
      open: `=${word}`,
      close: '\n=cut',
      at: 'margin',
    })),
  },
  escape: '\\',
  regex: { after: '~(,=!&|{;', words: ['split', 'if', 'unless', 'and', 'or', 'not', 'grep', 'map', 'return', 'x'] },
  heredocs: { mark: '<<', spaced: false },
  imports: ['use', 'require', 'no'],
  definers: { sub: 'function', package: 'module', class: 'class', method: 'function', role: 'class' },
  names: ['definers'],
  syntax: {
    grammar: 'perl',
    definitions: {
      subroutine_declaration_statement: { kind: 'function' },
      method_declaration_statement: { kind: 'function' },
      package_statement: bracedDefinition('module'),
      class_statement: bracedDefinition('class'),
    },
    imports: ['use_statement'],
    roleByNode: { expression_statement: ({ text }) => (/^require\s/.test(text) ? 'import' : undefined) },
    comments: ['comment', 'pod'],
    exported: (_, name) => !name.startsWith('_'),
  },
};
