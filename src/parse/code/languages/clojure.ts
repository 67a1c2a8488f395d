/** In Clojure all is a list. Its first word says what it defines, its second what that is called. */
import type { Syntax, SyntaxNode } from '../syntax.js';

const FUNCTIONS = new Set([
  'defn',
  'defn-',
  'defmacro',
  'defmulti',
  'defmethod',
  'deftest',
  'definline',
  's/defn',
  's/defn-',
  'defspec',
  'defsc',
]);
const CLASSES = new Set([
  'defprotocol',
  'defrecord',
  'deftype',
  'definterface',
  'extend-type',
  'extend-protocol',
  'defstruct',
  's/defrecord',
]);
const IMPORTS = new Set(['ns', 'require', 'import', 'use', 'in-ns', 'load']);

const word = (list: SyntaxNode | null): string =>
  list?.type === 'list_lit' && list.namedChild(0)?.type === 'sym_lit' ? (list.namedChild(0)?.text ?? '') : '';

/** A symbol without what is said about it: `^:private limit` → limit. */
const symbol = (node: SyntaxNode | null | undefined): string | undefined =>
  (node?.childForFieldName('name') ?? node)?.text;

/** Values of `defmethod` tell its methods apart: `area :circle`. */
function functionName(list: SyntaxNode): string | undefined {
  const first = word(list);
  const name = symbol(list.namedChild(1));
  if (first === 'defmethod') return `${name} ${list.namedChild(2)?.text}`;
  if (FUNCTIONS.has(first)) return name;
  return CLASSES.has(word(list.parent)) ? first : undefined; // a method
}

export const clojure: Syntax = {
  grammar: 'clojure',
  definitions: {
    list_lit: {
      kind: 'function',
      name: functionName,
      body: (list) => list.namedChildren.find((child) => child?.type === 'vec_lit')?.nextNamedSibling,
    },
    // One kind of syntax node defines one kind of thing: a class is found by its word.
    sym_lit: {
      kind: 'class',
      name: (first) => (CLASSES.has(first.text) ? symbol(first.nextNamedSibling) : undefined),
      body: (first) => first.nextNamedSibling?.nextNamedSibling,
    },
  },
  imports: (node) => node.type === 'list_lit' && IMPORTS.has(word(node)),
  exported: (node) => !/^\(?\S+-\s|\^:private|\^\{:private true/.test(node.text.slice(0, 80)),
};
