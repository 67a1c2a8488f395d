import { braceLike, keyName, slashes } from './families.js';
import type { CodeLanguage } from './language.js';
import type { Definition, Role, SyntaxNode } from './syntax.js';

const boundName = ({ parent }: SyntaxNode): string | undefined =>
  parent?.type === 'binding' ? parent.childForFieldName('attrpath')?.text.replace(/^"|"$/g, '') : undefined;

/** A file is one expression: `{ pkgs }: let … in { … }`. Its contents are inside. */
const outerExpressionRole = ({ parent }: SyntaxNode): Role | undefined =>
  parent && OUTER_EXPRESSIONS.has(parent.type) ? 'through' : undefined;

const OUTER_EXPRESSIONS = new Set([
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
function innermostBody(node: SyntaxNode): SyntaxNode | null {
  const body = node.childForFieldName('body');
  return body?.type === 'function_expression' ? innermostBody(body) : body;
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
      function_expression: { kind: 'function', name: boundName, body: innermostBody },
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
      function_expression: outerExpressionRole,
      attrset_expression: outerExpressionRole,
      rec_attrset_expression: outerExpressionRole,
    },
    wrappers: ['binding'],
    through: ['let_expression', 'binding_set', 'with_expression', 'assert_expression'],
    opener: '=',
  },
};
