import { braceLike, hashes } from './families.js';
import type { CodeLanguage } from './language.js';
import type { SyntaxNode } from './syntax.js';

const CLASSES = /(^|::)(setClass|setRefClass|R6Class|ggproto|new_class)$/;

const METHODS = /(^|::)(setMethod|setGeneric|setReplaceMethod|setValidity)$/;

const unquoted = (name: string | undefined): string | undefined => name?.replace(/^[`"']|[`"']$/g, '');

const functionIn = (node: SyntaxNode, field: string): SyntaxNode | undefined => {
  const value = node.childForFieldName(field);
  return value?.type === 'function_definition' ? value : undefined;
};

const callee = (call: SyntaxNode | null): string =>
  call?.type === 'call' ? (call.childForFieldName('function')?.text ?? '') : '';

const argumentsOf = (call: SyntaxNode | null | undefined): SyntaxNode[] =>
  call?.childForFieldName('arguments')?.namedChildren.filter((child) => child?.type === 'argument') ?? [];

const firstArgument = (call: SyntaxNode): string | undefined => unquoted(argumentsOf(call)[0]?.text);

/** A class is a call: `setClass("Item", …)`, `Item <- R6Class("Item", …)`. The first word tells. */
function className(keyword: SyntaxNode): string | undefined {
  const { parent } = keyword;
  if (parent?.type === 'call') return CLASSES.test(keyword.text) ? firstArgument(parent) : undefined;
  return parent?.type === 'binary_operator' && CLASSES.test(callee(parent.childForFieldName('rhs')))
    ? keyword.text
    : undefined;
}

/** After the class's name: the argument's first token. If it were the argument itself, that could not be a member. */
const classBody = ({ parent }: SyntaxNode): SyntaxNode | null | undefined =>
  argumentsOf(parent?.type === 'call' ? parent : parent?.childForFieldName('rhs'))[1]?.firstChild;

export const r: CodeLanguage = {
  ...braceLike,
  name: 'R',
  extensions: ['.r', '.rsx'],
  filenames: ['.Rprofile'],
  interpreters: ['rscript', 'Rscript'],
  comments: hashes,
  letters: '.',
  imports: ['library', 'require', 'source'],
  names: [
    { pattern: /^`?([\w.]+)`?\s*(?:<<?-|=)\s*function\b/, kind: 'function' },
    { pattern: /^(?:setMethod|setGeneric)\(\s*["']([^"']+)/, kind: 'function' },
    { pattern: /^(?:setClass|setRefClass)\(\s*["']([^"']+)/, kind: 'class' },
  ],
  syntax: {
    grammar: 'r',
    definitions: {
      binary_operator: {
        kind: 'function',
        name: (node) => (functionIn(node, 'rhs') ? unquoted(node.childForFieldName('lhs')?.text) : undefined),
        body: (node) => functionIn(node, 'rhs')?.childForFieldName('body'),
      },
      call: {
        kind: 'function',
        name: (node) => (METHODS.test(callee(node)) ? firstArgument(node) : undefined),
        body: (node) =>
          argumentsOf(node)
            .map((argument) => functionIn(argument, 'value'))
            .find(Boolean)
            ?.childForFieldName('body'),
      },
      identifier: { kind: 'class', name: className, body: classBody },
      // A member of a class, in its list of members.
      argument: {
        kind: 'function',
        name: (node) =>
          functionIn(node, 'value') && callee(node.parent?.parent ?? null) === 'list'
            ? unquoted(node.childForFieldName('name')?.text)
            : undefined,
        body: (node) => functionIn(node, 'value')?.childForFieldName('body'),
      },
    },
    imports: [],
    roleByNode: { call: ({ text }) => (/^(library|require|source)\(/.test(text) ? 'import' : undefined) },
    opener: ',',
  },
};
