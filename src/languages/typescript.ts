import { jsxStrings, typedScriptLike } from './families.js';
import { javascript, jsxQuery, scriptQuery } from './javascript.js';
import type { CodeLanguage } from './language.js';
import type { ReferenceSyntax } from './referenceSyntax.js';
import type { Role, Syntax, SyntaxNode } from './syntax.js';

const nameIn = (node: SyntaxNode | null): string | undefined =>
  (node?.childForFieldName('declaration') ?? node)?.childForFieldName('name')?.text;

/** A signature above a function of the same name is one of its overloads. */
const overloadRole = (node: SyntaxNode): Role | undefined => {
  let next = node.nextNamedSibling;
  while (next?.type === 'comment') next = next.nextNamedSibling;
  const name = nameIn(node);
  return name !== undefined && name === nameIn(next) ? 'decorator' : undefined;
};

const exportedOverloadRole = (node: SyntaxNode): Role | undefined =>
  node.childForFieldName('declaration')?.type === 'function_signature' ? overloadRole(node) : undefined;

/** The TypeScript grammar has another name for a field. */
const { field_definition, ...definitions } = javascript.syntax.definitions;

const syntax: Syntax = {
  ...javascript.syntax,
  grammar: 'typescript',
  definitions: {
    ...definitions,
    abstract_class_declaration: { kind: 'class' },
    interface_declaration: { kind: 'class' },
    enum_declaration: { kind: 'class' },
    internal_module: { kind: 'module' },
    module: { kind: 'module' },
    function_signature: { kind: 'function' },
    abstract_method_signature: { kind: 'function' },
    public_field_definition: field_definition,
  },
  wrappers: ['export_statement', 'ambient_declaration'],
  roleByNode: {
    ...javascript.syntax.roleByNode,
    export_statement: (node) => javascript.syntax.roleByNode?.export_statement(node) ?? exportedOverloadRole(node),
    function_signature: overloadRole,
    method_signature: (node) => (node.parent?.type === 'class_body' ? overloadRole(node) : undefined),
  },
};

const typeQuery = `
(class_heritage (extends_clause value: [(identifier) @inherits (member_expression property: (property_identifier) @inherits)]))
(implements_clause [(type_identifier) @inherits (generic_type name: (type_identifier) @inherits)])
(extends_type_clause type: [(type_identifier) @inherits (generic_type name: (type_identifier) @inherits)])
(type_identifier) @reads
(required_parameter pattern: (identifier) @variable type: (type_annotation) @type)
(optional_parameter pattern: (identifier) @variable type: (type_annotation) @type)
(required_parameter (accessibility_modifier) pattern: (identifier) @field type: (type_annotation) @type)
(variable_declarator name: (identifier) @variable type: (type_annotation) @type)
(public_field_definition name: [(property_identifier) (private_property_identifier)] @variable type: (type_annotation) @type)
(public_field_definition name: [(property_identifier) (private_property_identifier)] @variable
  value: (new_expression constructor: (_) @made))
(function_declaration name: (identifier) @function return_type: (type_annotation) @returns)
(method_definition name: (property_identifier) @function return_type: (type_annotation) @returns)
(property_signature name: (property_identifier) @variable type: (type_annotation) @type)
`;

const references: ReferenceSyntax = { ...javascript.references, query: `${scriptQuery}${typeQuery}` };

export const typescript = {
  ...typedScriptLike,
  name: 'TypeScript',
  extensions: ['.ts', '.mts', '.cts', '.gts', '.ets'],
  interpreters: ['deno', 'ts-node', 'tsx'],
  syntax,
  references,
  modules: javascript.modules,
} satisfies CodeLanguage;

export const tsx: CodeLanguage = {
  ...typedScriptLike,
  name: 'TSX',
  extensions: ['.tsx'],
  strings: jsxStrings,
  syntax: { ...syntax, grammar: 'tsx' },
  references: { ...javascript.references, query: `${scriptQuery}${jsxQuery}${typeQuery}` },
  modules: javascript.modules,
};
