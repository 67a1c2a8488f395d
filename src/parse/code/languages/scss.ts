import type { Definition, Syntax, SyntaxNode } from '../syntax.js';
import { css } from './css.js';

const childOf = (node: SyntaxNode, kind: string): SyntaxNode | undefined =>
  node.namedChildren.find((child) => child?.type === kind) ?? undefined;

const callable: Definition = {
  kind: 'function',
  name: (node) => childOf(node, 'name')?.text,
  body: (node) => childOf(node, 'block'),
};

/** This grammar is older than the one of CSS, and has no such rule. */
const { scope_statement: _, ...rules } = css.definitions;

export const scss: Syntax = {
  ...css,
  grammar: 'scss',
  definitions: {
    ...rules,
    include_statement: css.definitions.rule_set,
    mixin_statement: callable,
    function_statement: callable,
    placeholder: {
      kind: 'class',
      name: (node) => `%${childOf(node, 'name')?.text ?? ''}`,
      body: (node) => childOf(node, 'block'),
    },
  },
  imports: ['import_statement', 'use_statement', 'forward_statement'],
  comments: ['comment', 'single_line_comment'],
};
