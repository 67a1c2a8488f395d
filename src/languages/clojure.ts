import { lineComments, lispLike } from './families.js';
import type { CodeLanguage } from './language.js';
import type { SyntaxNode } from './syntax.js';

/** `defn`, `defmacro`, `s/defn`, `deftest`, and what else a library thinks of. */
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
  if (CLASSES.has(first)) return undefined;
  if (FUNCTION.test(first) || (first === 'def' && word(list.namedChild(2)) === 'fn')) return name;
  return CLASSES.has(word(list.parent)) ? first : undefined; // a method
}

/** After the parameters, or where the first of several arities begins. */
function functionBody(list: SyntaxNode): SyntaxNode | null | undefined {
  const first = list.namedChildren.find((child) => child?.type === 'vec_lit' || child?.type === 'list_lit');
  return first?.type === 'vec_lit' ? (first.nextNamedSibling ?? list.lastChild) : first?.firstChild;
}

/** The first member's bracket: were it the member, that would be the body and no method. */
function classBody(first: SyntaxNode): SyntaxNode | null | undefined {
  let member = first.nextNamedSibling?.nextNamedSibling;
  while (member && (member.type === 'vec_lit' || member.type === 'str_lit')) member = member.nextNamedSibling;
  return member?.firstChild;
}

/** `(defn f "Doc." [x] …)`. The body may be the bracket of an arity or of a member: then that is one list further out. */
function docOf({ type, parent }: SyntaxNode): SyntaxNode | undefined {
  const list = type === '(' ? parent?.parent : parent;
  const third = list && /def/.test(word(list)) ? list.namedChild(2) : undefined;
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
      // One kind of syntax node defines one kind of thing: a class is found by its word.
      sym_lit: {
        kind: 'class',
        name: (first) => (CLASSES.has(first.text) ? symbol(first.nextNamedSibling) : undefined),
        body: classBody,
      },
    },
    imports: [],
    docstring: docOf,
    either: { list_lit: (node) => (IMPORTS.has(word(node)) ? 'import' : undefined) },
    exported: (node) => !/^\(?\S+-\s|\^:private|\^\{:private true/.test(node.text.slice(0, 80)),
  },
};
