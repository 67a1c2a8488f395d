import { folderOf, resolvePath } from '../text/folders.js';
import { cFamily } from './families.js';
import type { CodeLanguage } from './language.js';
import { type ModuleLookup, onlyOne } from './modules.js';
import type { ImportedName, ReferenceSyntax } from './referenceSyntax.js';
import type { Definition, Syntax, SyntaxNode } from './syntax.js';

/** `Store<T>::get` → `Store::get`, `operator bool() const` → `operator bool`. */
const qualifiedName = (name: SyntaxNode): string => {
  if (name.type === 'operator_cast') return `operator ${name.childForFieldName('type')?.text}`;
  const inner = name.childForFieldName('name');
  if (!inner) return name.text;
  const scope = name.childForFieldName('scope');
  return scope ? `${qualifiedName(scope)}::${qualifiedName(inner)}` : qualifiedName(inner);
};

/** Past pointers, references and parameters to the name: `*find(int n)` → `find`. */
const functionName = (node: SyntaxNode): string | undefined => {
  let declarator = node.childForFieldName('declarator');
  let parameters: SyntaxNode | null = null;
  while (declarator?.type.endsWith('_declarator')) {
    parameters = declarator.childForFieldName('parameters') ?? parameters;
    declarator = declarator.childForFieldName('declarator') ?? declarator.namedChild(0);
  }
  const cast = declarator?.childForFieldName('name') ?? declarator;
  if (!declarator || (!parameters && cast?.type !== 'operator_cast')) return undefined;
  // `TEST(Store, keeps_order) {`: the name is in the arguments of the macro.
  const isMacro = !node.childForFieldName('type') && /^[A-Z][A-Z0-9_]+$/.test(declarator.text);
  const macroName = isMacro ? parameters?.namedChildren.map((parameter) => parameter?.text).join('.') : undefined;
  return macroName || qualifiedName(declarator);
};

const isComment = (node: SyntaxNode | null): boolean => node?.type === 'comment';

const areAdjacent = (above: SyntaxNode | null, below: SyntaxNode | null): boolean =>
  above !== null && below !== null && above.endPosition.row === below.startPosition.row - 1;

/** A prototype counts as a definition only below a comment of its own: that is how headers document functions. */
const prototypeName = (node: SyntaxNode): string | undefined => {
  const { previousNamedSibling: above, nextNamedSibling: below } = node;
  if (!isComment(above) || !areAdjacent(above, node) || (areAdjacent(node, below) && !isComment(below)))
    return undefined;
  if (above?.previousNamedSibling?.endPosition.row === above?.startPosition.row) return undefined; // a trailing comment of the line above
  // In a body `Lock lock(mutex);` looks the same; in a struct `int (*compare)(int)` is a field.
  const pointer = node.childForFieldName('declarator')?.childForFieldName('declarator');
  if (node.parent?.type === 'compound_statement' || pointer?.type === 'parenthesized_declarator') return undefined;
  return functionName(node);
};

/**
 * The node with the members. The grammar takes `class EXPORT Store {` for a function that returns
 * a `class EXPORT`: then the braces and the name belong to its parent.
 */
const memberBody = (node: SyntaxNode): SyntaxNode | null | undefined =>
  node.childForFieldName('body') ??
  (node.parent?.type === 'function_definition' ? node.parent.childForFieldName('body') : undefined);

const typeName = (node: SyntaxNode): string | undefined => {
  const body = memberBody(node);
  if (!body) return undefined;
  return node.childForFieldName('body')
    ? node.childForFieldName('name')?.text
    : node.nextSibling?.text.match(/^\w+/)?.[0];
};

const prototype: Definition = { kind: 'function', name: prototypeName };

const type: Definition = { kind: 'class', name: typeName, body: memberBody };

const syntax: Syntax = {
  grammar: 'c',
  definitions: {
    function_definition: { kind: 'function', name: functionName },
    declaration: prototype,
    field_declaration: prototype,
    preproc_function_def: { kind: 'function', body: 'value' },
    struct_specifier: type,
    union_specifier: type,
    enum_specifier: type,
    type_definition: {
      kind: 'class',
      name: (node) =>
        node.childForFieldName('type')?.childForFieldName('body')
          ? node.childForFieldName('declarator')?.text
          : undefined,
      body: (node) => node.childForFieldName('type')?.childForFieldName('body'),
    },
  },
  imports: ['preproc_include'],
  through: [
    ...['preproc_if', 'preproc_ifdef', 'preproc_else', 'preproc_elif', 'preproc_elifdef'],
    ...['compound_statement', 'linkage_specification', 'declaration_list'],
  ],
  exported: (node) =>
    !node.namedChildren.some((child) => child?.type === 'storage_class_specifier' && child.text === 'static'),
};

/** `#include "net/client.h"` imports every declaration of that file. */
function imports(statement: string): readonly ImportedName[] {
  const module = /[<"]([^>"]+)[>"]/.exec(statement)?.[1];
  return module === undefined ? [] : [{ module, name: '*' }];
}

const references: ReferenceSyntax = {
  query: `
(call_expression function: [(identifier) @calls (field_expression field: (field_identifier) @calls)])
(argument_list (identifier) @reads)
(type_identifier) @types
(preproc_include) @imports
`,
  imports,
  self: [],
  reach: 'tree',
};

/** In the folder of the including file, or the only path that ends so: `net/client.h` under any folder of headers. */
const modules: ModuleLookup = {
  files(name, { path }, files) {
    const localFile = files.first([resolvePath(folderOf(path), name) ?? '']);
    if (localFile.length > 0) return localFile;
    return name.startsWith('.') ? [] : onlyOne(name, files);
  },
  declaresOnly: (path) => /\.h(h|pp|xx)?$/.test(path),
};

export const c = {
  ...cFamily,
  name: 'C',
  extensions: ['.c', '.h', '.idc'],
  interpreters: ['tcc'],
  syntax,
  references,
  modules,
} satisfies CodeLanguage;
