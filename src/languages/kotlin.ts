import { annotated, braceLike, character, nestedSlashes, tripleDouble } from './families.js';
import { java } from './java.js';
import type { CodeLanguage } from './language.js';
import type { ReferenceSyntax } from './referenceSyntax.js';
import { type Definition, namedChild, type Syntax, type SyntaxNode } from './syntax.js';

/** `fun List<T>.second()` → `List.second` */
const functionName = (node: SyntaxNode): string | undefined => {
  const nameNode = node.childForFieldName('name');
  const dot = nameNode?.previousSibling;
  const receiver = dot?.type === '.' ? dot.previousSibling?.text.replace(/<.*>|\?$/gs, '') : undefined;
  return receiver ? `${receiver}.${nameNode?.text}` : nameNode?.text;
};

const classBody = (node: SyntaxNode): SyntaxNode | undefined => namedChild(node, 'class_body', 'enum_class_body');

const block = (node: SyntaxNode): SyntaxNode | undefined => namedChild(node, 'block');

const type: Definition = { kind: 'class', body: classBody };

/** The getter or setter of a computed property. */
const accessor = (node: SyntaxNode): SyntaxNode | undefined => {
  const found = namedChild(node, 'getter', 'setter');
  return found && namedChild(found, 'function_body') ? found : undefined;
};

const syntax: Syntax = {
  grammar: 'kotlin',
  definitions: {
    function_declaration: { kind: 'function', name: functionName, body: (node) => namedChild(node, 'function_body') },
    secondary_constructor: { kind: 'function', name: () => 'constructor', body: block },
    anonymous_initializer: { kind: 'function', name: () => 'init', body: block },
    property_declaration: {
      kind: 'function',
      name: (node) => (accessor(node) ? namedChild(node, 'variable_declaration')?.namedChild(0)?.text : undefined),
      body: accessor,
    },
    class_declaration: type,
    object_declaration: type,
    companion_object: {
      ...type,
      name: (node) => node.childForFieldName('name')?.text ?? 'Companion',
    },
    enum_entry: { ...type, name: (node) => (classBody(node) ? node.namedChild(0)?.text : undefined) },
  },
  imports: ['import'],
  exported: (node) => !/\bprivate\b/.test(namedChild(node, 'modifiers')?.text ?? ''),
};

const references: ReferenceSyntax = {
  ...java.references,
  query: `
(call_expression . [(identifier) @calls (navigation_expression (identifier) @calls .)])
(constructor_invocation (user_type (identifier) @inherits .))
(delegation_specifier (user_type (identifier) @inherits .))
(explicit_delegation (user_type (identifier) @delegates .))
(user_type (identifier) @reads)
(navigation_expression . (identifier) (identifier) @reads)
(value_argument (identifier) @reads)
(package_header (qualified_identifier) @namespace)
(import) @imports
(parameter (identifier) @variable . [(user_type) (nullable_type)] @type)
(class_parameter (identifier) @variable . [(user_type) (nullable_type)] @type)
(variable_declaration (identifier) @variable . [(user_type) (nullable_type)] @type)
(property_declaration (variable_declaration (identifier) @variable) (call_expression . [(identifier) (navigation_expression)] @called))
(function_declaration name: (identifier) @function (function_value_parameters) . [(user_type) (nullable_type)] @returns)`,
  typesFirst: false,
  extensions: 'receiver in its name',
};

export const kotlin: CodeLanguage = {
  ...braceLike,
  ...annotated,
  name: 'Kotlin',
  extensions: ['.kt', '.kts', '.ktm'],
  interpreters: ['kotlin', 'kotlinc'],
  strings: [{ ...tripleDouble, escape: '', interpolation: '${' }, { open: '"', interpolation: '${' }, character],
  comments: nestedSlashes,
  imports: ['import', 'package'],
  definers: { fun: 'function', class: 'class', interface: 'class', object: 'class', typealias: 'block' },
  names: [{ pattern: /^(?:\w+\s+)*fun\s+(?:<[^>]*>\s*)?(?:[\w<>?,. ]+\.)?(\w+)\s*\(/, kind: 'function' }, 'definers'],
  syntax,
  references,
  modules: java.modules,
};
