import type { Definition, Role, Syntax, SyntaxNode } from '../syntax.js';

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'generator_function', 'function']);

/** `const f = () => …`: a declaration of one variable whose value is a function or a class. */
const declared = (node: SyntaxNode): SyntaxNode | null => {
  const declarator = node.namedChildren.find((child) => child?.type === 'variable_declarator');
  const value = declarator?.childForFieldName('value');
  return value && (FUNCTIONS.has(value.type) || value.type === 'class') ? (declarator ?? null) : null;
};

const variable: Definition = {
  kind: 'function',
  name: (node) => declared(node)?.childForFieldName('name')?.text,
  body: (node) => declared(node)?.childForFieldName('value')?.childForFieldName('body'),
};

/** Fields such as `handler = () => …` are methods in all but name. */
const field: Definition = {
  kind: 'function',
  name: (node) => {
    const value = node.childForFieldName('value');
    if (!value || !FUNCTIONS.has(value.type)) return undefined;
    return (node.childForFieldName('property') ?? node.childForFieldName('name'))?.text;
  },
  body: (node) => node.childForFieldName('value')?.childForFieldName('body'),
};

/** `app.listen = function () …`, `exports.run = () => …`. */
const assigned: Definition = {
  kind: 'function',
  name: (node) => {
    const assignment = node.namedChild(0);
    const right = assignment?.type === 'assignment_expression' ? assignment.childForFieldName('right') : undefined;
    return right && FUNCTIONS.has(right.type) ? assignment?.childForFieldName('left')?.text : undefined;
  },
  body: (node) => node.namedChild(0)?.childForFieldName('right')?.childForFieldName('body'),
};

/** What JavaScript and TypeScript share. */
const shared: Syntax['definitions'] = {
  function_declaration: { kind: 'function' },
  generator_function_declaration: { kind: 'function' },
  class_declaration: { kind: 'class' },
  method_definition: { kind: 'function' },
  lexical_declaration: variable,
  variable_declaration: variable,
  expression_statement: assigned,
};

/** `const fs = require('fs')` */
const required = ({ text }: SyntaxNode): Role | undefined =>
  /^(const|let|var)\s[^=]{1,400}=\s*require\(/.test(text) ? 'import' : undefined;

/** `export * from './item.js'` */
const reexported = (node: SyntaxNode): Role | undefined => (node.childForFieldName('source') ? 'import' : undefined);

export const javascript: Syntax = {
  grammar: 'javascript',
  definitions: { ...shared, field_definition: field },
  imports: ['import_statement'],
  decorators: ['decorator'],
  wrappers: ['export_statement'],
  either: { lexical_declaration: required, variable_declaration: required, export_statement: reexported },
  exported: (node) => node.parent?.type === 'export_statement',
};

export const jsx: Syntax = { ...javascript };

const nameIn = (node: SyntaxNode | null): string | undefined =>
  (node?.childForFieldName('declaration') ?? node)?.childForFieldName('name')?.text;

/** A signature above a function of the same name is one of its overloads. */
const overload = (node: SyntaxNode): Role | undefined => {
  let next = node.nextNamedSibling;
  while (next?.type === 'comment') next = next.nextNamedSibling;
  const name = nameIn(node);
  return name !== undefined && name === nameIn(next) ? 'decorator' : undefined;
};

const exportedOverload = (node: SyntaxNode): Role | undefined =>
  node.childForFieldName('declaration')?.type === 'function_signature' ? overload(node) : undefined;

export const typescript: Syntax = {
  ...javascript,
  grammar: 'typescript',
  definitions: {
    ...shared,
    abstract_class_declaration: { kind: 'class' },
    interface_declaration: { kind: 'class' },
    enum_declaration: { kind: 'class' },
    internal_module: { kind: 'module' },
    module: { kind: 'module' },
    function_signature: { kind: 'function' },
    abstract_method_signature: { kind: 'function' },
    public_field_definition: field,
  },
  wrappers: ['export_statement', 'ambient_declaration'],
  either: {
    ...javascript.either,
    export_statement: (node) => reexported(node) ?? exportedOverload(node),
    function_signature: overload,
    method_signature: (node) => (node.parent?.type === 'class_body' ? overload(node) : undefined),
  },
};

export const tsx: Syntax = { ...typescript, grammar: 'tsx' };
