import { folderOf, resolvePath } from '../text/folders.js';
import { annotated, cLike, nestedSlashes, tripleDouble, tripleSingle } from './families.js';
import type { CodeLanguage } from './language.js';
import { type ModuleLookup, onlyOne } from './modules.js';
import type { ImportedName, ReferenceSyntax } from './referenceSyntax.js';
import type { Definition, Syntax, SyntaxNode } from './syntax.js';

/** `Item.of`, `==`, `size`: the words before the parameters, past the type. */
const callableName = (node: SyntaxNode): string | undefined => {
  const signature = node.namedChildren.find((child) => child?.type.endsWith('_signature')) ?? node;
  if (!signature.type.endsWith('_signature') || signature.type === 'method_signature') return undefined;
  if (signature.type === 'operator_signature')
    return signature.namedChildren.find((child) => child?.type.endsWith('_operator'))?.text;
  if (!signature.type.endsWith('constructor_signature')) return signature.childForFieldName('name')?.text;
  return signature.namedChildren
    .filter((child) => child?.type === 'identifier')
    .map((child) => child?.text)
    .join('.');
};

const callable: Definition = { kind: 'function', name: callableName };

const type: Definition = { kind: 'class' };

const syntax: Syntax = {
  grammar: 'dart',
  definitions: {
    function_signature: callable,
    getter_signature: callable,
    setter_signature: callable,
    method_signature: callable,
    declaration: callable,
    local_function_declaration: {
      kind: 'function',
      name: (node) => node.namedChild(0)?.childForFieldName('parameters')?.childForFieldName('name')?.text,
      body: (node) => node.namedChild(0)?.childForFieldName('body'),
    },
    class_definition: type,
    enum_declaration: type,
    extension_declaration: {
      kind: 'class',
      name: (node) => (node.childForFieldName('name') ?? node.childForFieldName('class'))?.text,
    },
    extension_type_declaration: type,
    mixin_declaration: {
      kind: 'class',
      name: (node) => node.namedChildren.find((child) => child?.type === 'identifier')?.text,
      body: (node) => node.namedChildren.find((child) => child?.type === 'class_body'),
    },
  },
  imports: ['import_or_export', 'part_directive', 'part_of_directive'],
  comments: ['comment', 'documentation_comment'],
  decorators: ['annotation'],
  tails: ['function_body'],
  exported: (_, definedName) => !/(^|\.)_/.test(definedName),
};

/** `import 'package:shop/client.dart' as c;`, `export 'item.dart';`, `part 'item.g.dart';` */
function imports(statement: string): readonly ImportedName[] {
  const match = /["']([^"']+)["'](?:\s+(?:deferred\s+)?as\s+(\w+))?/.exec(statement);
  return match ? [{ module: match[1], name: '*', local: match[2] }] : [];
}

const references: ReferenceSyntax = {
  query: `
((identifier) @calls . (selector (argument_part)))
((selector (unconditional_assignable_selector (identifier) @calls)) . (selector (argument_part)))
(superclass (type_identifier) @inherits)
(mixins (type_identifier) @includes)
(interfaces (type_identifier) @inherits)
(type_identifier) @reads
[(import_or_export) (part_directive)] @imports
(formal_parameter (type_identifier) @type name: (identifier) @variable)
(initialized_variable_definition (type_identifier) @type name: (identifier) @variable)
(declaration (type_identifier) @type (initialized_identifier_list (initialized_identifier . (identifier) @variable)))
(initialized_variable_definition name: (identifier) @variable value: (new_expression (type_identifier) @made))
(function_signature (type_identifier) @returns name: (identifier) @function)`,
  typesFirst: true,
  imports,
  self: ['this', 'super'],
  implicitSelf: true,
  reach: 'file',
};

const modules: ModuleLookup = {
  files(name, { path }, files) {
    const inPackage = /^package:[^/]+\/(.+)$/.exec(name)?.[1];
    return inPackage === undefined
      ? files.first([resolvePath(folderOf(path), name) ?? ''])
      : onlyOne(`lib/${inPackage}`, files);
  },
};

export const dart: CodeLanguage = {
  ...cLike,
  ...annotated,
  name: 'Dart',
  extensions: ['.dart'],
  interpreters: ['dart'],
  strings: [
    { ...tripleDouble, interpolation: '${' },
    { ...tripleSingle, interpolation: '${' },
    { open: '"', interpolation: '${' },
    { open: "'", interpolation: '${' },
  ],
  comments: nestedSlashes,
  imports: ['import', 'export', 'part', 'library'],
  definers: { class: 'class', mixin: 'class', extension: 'class', enum: 'class' },
  syntax,
  references,
  modules,
};
