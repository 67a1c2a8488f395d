import { braceLike, keyName, slashes } from './families.js';
import type { CodeLanguage } from './language.js';
import type { Definition, Role, SyntaxNode } from './syntax.js';

const boundName = ({ parent }: SyntaxNode): string | undefined =>
  parent?.type === 'binding' ? parent.childForFieldName('attrpath')?.text.replace(/^"|"$/g, '') : undefined;

/** A file is one expression: `{ pkgs }: let … in { … }`. Its contents are inside. */
const outermost = ({ parent }: SyntaxNode): Role | undefined =>
  parent && FRAMES.has(parent.type) ? 'through' : undefined;

const FRAMES = new Set([
  ...['source_code', 'function_expression', 'let_expression', 'with_expression', 'assert_expression'],
]);

/** A set with its attributes on lines of their own; `{ }` and `{ enable = true; }` are values like any other. */
const isOpenSet = (node: SyntaxNode | null): boolean =>
  (node?.type === 'attrset_expression' || node?.type === 'rec_attrset_expression') &&
  node.startPosition.row < node.endPosition.row;

/** `name = { … }`: a set with nested attributes. */
const attributes: Definition = {
  kind: 'module',
  name: (node) => (isOpenSet(node) ? boundName(node) : undefined),
  body: (node) => node,
};

/** `first: count: …`: a function that returns a function has two parameters. */
function innermost(node: SyntaxNode): SyntaxNode | null {
  const body = node.childForFieldName('body');
  return body?.type === 'function_expression' ? innermost(body) : body;
}

export const nix: CodeLanguage = {
  ...braceLike,
  name: 'Nix',
  extensions: ['.nix'],
  strings: [
    { open: '"', multiline: true, interpolation: '${' },
    { open: "''", escape: '', multiline: true, interpolation: '${' },
  ],
  comments: { line: ['#'], block: slashes.block },
  ends: ';{},:',
  letters: "-'",
  names: [keyName],
  syntax: {
    grammar: 'nix',
    definitions: {
      function_expression: { kind: 'function', name: boundName, body: innermost },
      attrset_expression: attributes,
      rec_attrset_expression: attributes,
      // `mkDerivation { … }`, `mkIf cfg.enable { … }`
      apply_expression: {
        kind: 'module',
        name: (node) => (isOpenSet(node.childForFieldName('argument')) ? boundName(node) : undefined),
        body: 'argument',
      },
    },
    imports: [],
    roleByNode: {
      binding: ({ text }) => (/^[\w-]+\s*=\s*import\s/.test(text) ? 'import' : undefined),
      function_expression: outermost,
      attrset_expression: outermost,
      rec_attrset_expression: outermost,
    },
    wrappers: ['binding'],
    through: ['let_expression', 'binding_set', 'with_expression', 'assert_expression'],
    opener: '=',
  },
};
