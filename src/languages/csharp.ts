import { character, cLike, double, tripleDouble } from './families.js';
import type { CodeLanguage } from './language.js';
import type { ModuleLookup } from './modules.js';
import { type ImportedName, lastOf, type ReferenceSyntax } from './referenceSyntax.js';
import type { Definition, Syntax, SyntaxNode } from './syntax.js';

const accessorBody = (node: SyntaxNode): SyntaxNode | null =>
  node.childForFieldName('accessors') ?? node.childForFieldName('value');

/** `int Size { get { … } }`, `int Size => 1`; but `int Size { get; set; }` is no more than a field. */
const isComputed = (node: SyntaxNode): boolean => {
  const list = node.childForFieldName('accessors');
  if (!list) return node.childForFieldName('value')?.type === 'arrow_expression_clause';
  return list.namedChildren.some((accessor) => accessor?.childForFieldName('body'));
};

const explicitInterface = (node: SyntaxNode): string =>
  node.namedChildren.find((child) => child?.type === 'explicit_interface_specifier')?.text ?? '';

const property: Definition = {
  kind: 'function',
  name: (node) => (isComputed(node) ? `${explicitInterface(node)}${node.childForFieldName('name')?.text}` : undefined),
  body: accessorBody,
};

const type: Definition = { kind: 'class' };

/**
 * `extension(Order order) { … }` is no named thing: its members are those of the class around it. The grammar reads it as
 * a class (parse/code/parseableText.ts), so its first five letters stand where the keyword `class` would.
 */
const isExtensionBlock = (node: SyntaxNode): boolean => node.child(0)?.text === 'exten';

const syntax: Syntax = {
  grammar: 'csharp',
  definitions: {
    method_declaration: {
      kind: 'function',
      name: (node) => `${explicitInterface(node)}${node.childForFieldName('name')?.text}`,
    },
    local_function_statement: { kind: 'function' },
    constructor_declaration: { kind: 'function' },
    destructor_declaration: { kind: 'function', name: (node) => `~${node.childForFieldName('name')?.text}` },
    operator_declaration: {
      kind: 'function',
      name: (node) => `operator ${node.childForFieldName('operator')?.text}`,
    },
    conversion_operator_declaration: {
      kind: 'function',
      name: (node) => `operator ${node.childForFieldName('type')?.text}`,
    },
    property_declaration: property,
    event_declaration: property,
    indexer_declaration: { kind: 'function', name: (node) => `${explicitInterface(node)}this[]`, body: accessorBody },
    class_declaration: type,
    struct_declaration: type,
    interface_declaration: type,
    enum_declaration: type,
    record_declaration: type,
    namespace_declaration: { kind: 'module' },
  },
  imports: ['using_directive', 'extern_alias_directive'],
  wrappers: ['global_statement'],
  through: ['preproc_if', 'preproc_else', 'preproc_elif', 'block', 'declaration_list'],
  roleByNode: { class_declaration: (node) => (isExtensionBlock(node) ? 'holder' : undefined) },
  exported: (node) => node.namedChildren.some((child) => child?.type === 'modifier' && child.text === 'public'),
};

/** `using Acme.Core;`, `using static Acme.Maths;`, `using C = Acme.Client;` */
function imports(statement: string): readonly ImportedName[] {
  const match = /\busing\s+(?:static\s+)?(?:(\w+)\s*=\s*)?(?:global::)?([\w.]+)/.exec(statement);
  if (!match) return [];
  const [, local, path] = match;
  return [local ? { ...lastOf(path), local } : { module: path, name: '*' }];
}

const typeCapture = (verb: string): string =>
  `[(identifier) @${verb} (generic_name (identifier) @${verb}) (qualified_name name: (identifier) @${verb})]`;

const references: ReferenceSyntax = {
  query: `
(invocation_expression function: [
  (identifier) @calls
  (generic_name (identifier) @calls)
  (member_access_expression name: [(identifier) @calls (generic_name (identifier) @calls)])
  (conditional_access_expression (member_binding_expression name: (identifier) @calls))])
(object_creation_expression type: ${typeCapture('creates')})
(base_list ${typeCapture('inherits')})
(parameter type: ${typeCapture('reads')})
(variable_declaration type: ${typeCapture('reads')})
(method_declaration returns: ${typeCapture('reads')})
(property_declaration type: ${typeCapture('reads')})
(type_argument_list ${typeCapture('reads')})
(cast_expression type: ${typeCapture('reads')})
(attribute name: ${typeCapture('reads')})
(member_access_expression expression: (identifier) name: (identifier) @reads)
(assignment_expression left: (member_access_expression expression: (identifier) name: (identifier) @writes))
(file_scoped_namespace_declaration name: (_) @namespace)
(using_directive) @imports
(parameter type: (_) @type name: (identifier) @variable)
(variable_declaration type: (_) @type (variable_declarator name: (identifier) @variable))
(property_declaration type: (_) @type name: (identifier) @variable)
(foreach_statement type: (_) @type left: (identifier) @variable)
(declaration_pattern type: (_) @type name: (identifier) @variable)
(variable_declarator (object_creation_expression type: (_) @made))
(variable_declarator [(invocation_expression function: (_) @called) (await_expression (invocation_expression function: (_) @called))])
(method_declaration returns: (_) @returns name: (identifier) @function)`,
  typesFirst: true,
  imports,
  capitalFields: true,
  extensions: 'class named so',
  globalNamespace: 'global',
  self: ['this', 'base'],
  implicitSelf: true,
  reach: 'folder',
};

const modules: ModuleLookup = { namespaces: true, files: () => [] };

export const csharp: CodeLanguage = {
  ...cLike,
  name: 'C#',
  extensions: ['.cs', '.csx', '.cake'],
  interpreters: ['dotnet-script'],
  aliases: ['c#'],
  strings: [double, character, tripleDouble, { open: '@"', close: '"', escape: '', doubled: true, multiline: true }],
  directives: {
    start: '#',
    branches: { if: 'enter', else: 'again', elif: 'again', endif: 'leave' },
  },
  attributes: ['['],
  imports: ['using'],
  definers: { ...cLike.definers, record: 'class', delegate: 'function' },
  syntax,
  references,
  modules,
};
