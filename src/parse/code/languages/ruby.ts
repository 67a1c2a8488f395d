import type { Syntax, SyntaxNode } from '../syntax.js';

const IMPORTS = new Set(['require', 'require_relative', 'autoload', 'load']);
const MAKERS = new Set(['Class', 'Data', 'Module', 'Struct']);

/** `Point = Struct.new(:x, :y) do …`: the call, when it makes a class that has a block. */
const made = (node: SyntaxNode): SyntaxNode | undefined => {
  const call = node.childForFieldName('right');
  const maker = call?.type === 'call' ? call.childForFieldName('receiver')?.text : undefined;
  return call && maker && MAKERS.has(maker) && call.childForFieldName('block') ? call : undefined;
};

/** Without a body the signature ends before `end`. */
const body = (node: SyntaxNode): SyntaxNode | null => node.childForFieldName('body') ?? node.lastChild;

export const ruby: Syntax = {
  grammar: 'ruby',
  definitions: {
    method: { kind: 'function', body },
    singleton_method: {
      kind: 'function',
      name: (node) => `${node.childForFieldName('object')?.text}.${node.childForFieldName('name')?.text}`,
      body,
    },
    class: { kind: 'class', body },
    singleton_class: { kind: 'class', name: 'value', body },
    module: { kind: 'module', body },
    assignment: {
      kind: 'class',
      name: (node) => made(node) && node.childForFieldName('left')?.text,
      body: (node) => made(node)?.childForFieldName('block')?.childForFieldName('body'),
    },
  },
  imports: [],
  either: {
    call: (node) =>
      node.childForFieldName('receiver') === null && IMPORTS.has(node.childForFieldName('method')?.text ?? '')
        ? 'import'
        : undefined,
  },
  wrappers: ['call', 'argument_list'], // `private def …`
  opener: '=', // `def size = 1`
  through: ['body_statement', 'block_body', 'then'],
  holders: ['if', 'unless', 'elsif', 'else'],
};
