import { lineComments, lispLike } from './families.js';
import type { CodeLanguage } from './language.js';
import type { SyntaxNode } from './syntax.js';

/** `defn`, `defmacro`, `s/defn`, `deftest`, and the `def…` macros of libraries. */
const FUNCTION = /^([\w.-]+\/)?def(?!once$|ault)\S+$/;

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

const firstSymbol = (list: SyntaxNode | null): string =>
  list?.type === 'list_lit' && list.namedChild(0)?.type === 'sym_lit' ? (list.namedChild(0)?.text ?? '') : '';

/** A symbol without its metadata: `^:private limit` → limit. */
const symbolName = (node: SyntaxNode | null | undefined): string | undefined =>
  (node?.childForFieldName('name') ?? node)?.text;

/** A `defmethod` is named with its dispatch value: `area :circle`. */
function functionName(list: SyntaxNode): string | undefined {
  const keyword = firstSymbol(list);
  const name = symbolName(list.namedChild(1));
  if (keyword === 'defmethod') return `${name} ${list.namedChild(2)?.text}`;
  if (CLASSES.has(keyword)) return undefined;
  if (FUNCTION.test(keyword) || (keyword === 'def' && firstSymbol(list.namedChild(2)) === 'fn')) return name;
  return CLASSES.has(firstSymbol(list.parent)) ? keyword : undefined; // a method
}

/** The node after the parameters, or the first of several arities. */
function functionBody(list: SyntaxNode): SyntaxNode | null | undefined {
  const first = list.namedChildren.find((child) => child?.type === 'vec_lit' || child?.type === 'list_lit');
  return first?.type === 'vec_lit' ? (first.nextNamedSibling ?? list.lastChild) : first?.firstChild;
}

/** The opening bracket of the first member: if it were the member, that would be the body and not a method. */
function classBody(keyword: SyntaxNode): SyntaxNode | null | undefined {
  let member = keyword.nextNamedSibling?.nextNamedSibling;
  while (member && (member.type === 'vec_lit' || member.type === 'str_lit')) member = member.nextNamedSibling;
  return member?.firstChild;
}

/** `(defn f "Doc." [x] …)`. If the body is the bracket of an arity or of a member, the docstring is one list further out. */
function docOf({ type, parent }: SyntaxNode): SyntaxNode | undefined {
  const list = type === '(' ? parent?.parent : parent;
  const third = list && /def/.test(firstSymbol(list)) ? list.namedChild(2) : undefined;
  return third?.type === 'str_lit' ? third : undefined;
}

export const clojure: CodeLanguage = {
  ...lispLike,
  name: 'Clojure',
  extensions: ['.clj', '.cljs', '.cljc', '.edn', '.cljd', '.boot'],
  interpreters: ['clojure', 'clj', 'bb', 'lein'],
  comments: lineComments(';'),
  syntax: {
    grammar: 'clojure',
    definitions: {
      list_lit: {
        kind: 'function',
        name: functionName,
        body: functionBody,
      },
      // A kind of syntax node maps to one kind of definition, and functions are lists: a class is found by its keyword.
      sym_lit: {
        kind: 'class',
        name: (first) => (CLASSES.has(first.text) ? symbolName(first.nextNamedSibling) : undefined),
        body: classBody,
      },
    },
    imports: [],
    docstring: docOf,
    roleByNode: { list_lit: (node) => (IMPORTS.has(firstSymbol(node)) ? 'import' : undefined) },
    exported: (node) => !/^\(?\S+-\s|\^:private|\^\{:private true/.test(node.text.slice(0, 80)),
  },
};
