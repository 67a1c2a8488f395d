import { mlLike } from './families.js';
import type { CodeLanguage } from './language.js';
import { namedChild, type SyntaxNode } from './syntax.js';

/** `let rec f … and g …` is named after the first binding. */
const binding = (node: SyntaxNode): SyntaxNode | undefined => namedChild(node, 'let_binding');

const isFunction = (node: SyntaxNode | undefined): boolean =>
  namedChild(node, 'parameter') !== undefined ||
  ['fun_expression', 'function_expression'].includes(node?.childForFieldName('body')?.type ?? '');

/** `module Short = A.Long`, `module Names = Set.Make (String)`: names for modules that are defined elsewhere. */
const ALIAS_BODIES = new Set(['module_path', 'module_application', 'extended_module_path']);

const moduleBody = (node: SyntaxNode): SyntaxNode | undefined => {
  const module = namedChild(node, 'module_binding');
  const body = module?.childForFieldName('body') ?? module?.childForFieldName('module_type');
  return body && !ALIAS_BODIES.has(body.type) ? body : undefined;
};

const typeBody = (node: SyntaxNode): SyntaxNode | undefined => {
  const body = namedChild(node, 'type_binding')?.childForFieldName('body');
  return body?.type === 'record_declaration' || body?.type === 'variant_declaration' ? body : undefined;
};

export const ocaml: CodeLanguage = {
  ...mlLike,
  name: 'OCaml',
  extensions: ['.ml', '.mli', '.mll', '.mly', '.eliom', '.eliomi'],
  interpreters: ['ocaml', 'ocamlrun'],
  strings: [...mlLike.strings, { open: '{|', close: '|}', escape: '', multiline: true }],
  syntax: {
    grammar: 'ocaml',
    definitions: {
      value_definition: {
        kind: 'function',
        name: (node) => (isFunction(binding(node)) ? binding(node)?.childForFieldName('pattern')?.text : undefined),
        body: (node) => binding(node)?.childForFieldName('body'),
      },
      value_specification: { kind: 'function', name: (node) => node.namedChild(0)?.text },
      module_definition: {
        kind: 'module',
        name: (node) =>
          moduleBody(node) ? namedChild(namedChild(node, 'module_binding'), 'module_name')?.text : undefined,
        body: moduleBody,
      },
      module_type_definition: { kind: 'module', name: (node) => namedChild(node, 'module_type_name')?.text },
      class_definition: {
        kind: 'class',
        name: (node) => namedChild(namedChild(node, 'class_binding'), 'class_name')?.text,
        body: (node) => namedChild(node, 'class_binding')?.childForFieldName('body'),
      },
      method_definition: { kind: 'function', name: (node) => namedChild(node, 'method_name')?.text },
      type_definition: {
        kind: 'class',
        name: (node) =>
          typeBody(node) ? namedChild(node, 'type_binding')?.childForFieldName('name')?.text : undefined,
        body: typeBody,
      },
    },
    imports: ['open_module', 'open_module_signature', 'include_module', 'include_module_type'],
    opener: '=',
  },
};
