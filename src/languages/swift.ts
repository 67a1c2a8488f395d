import { braceLike, nestedSlashes, tripleDouble } from './families.js';
import type { CodeLanguage } from './language.js';
import type { ModuleLookup } from './modules.js';
import type { ReferenceSyntax } from './referenceSyntax.js';
import type { Definition, Syntax, SyntaxNode } from './syntax.js';

const computedBody = (node: SyntaxNode): SyntaxNode | undefined =>
  node.namedChildren.find((child) => child?.type === 'computed_property') ?? undefined;

const type: Definition = { kind: 'class' };

const syntax: Syntax = {
  grammar: 'swift',
  definitions: {
    function_declaration: { kind: 'function' },
    protocol_function_declaration: { kind: 'function' },
    deinit_declaration: { kind: 'function', name: () => 'deinit' },
    subscript_declaration: { kind: 'function', name: () => 'subscript', body: computedBody },
    property_declaration: {
      kind: 'function',
      name: (node) => (computedBody(node) ? node.childForFieldName('name')?.text : undefined),
      body: computedBody,
    },
    class_declaration: type,
    protocol_declaration: type,
  },
  imports: ['import_declaration'],
  comments: ['comment', 'multiline_comment'],
  through: ['statements'],
  exported: (node) =>
    !node.namedChildren.some((child) => child?.type === 'modifiers' && /\b(file)?private\b(?!\()/.test(child.text)),
};

/** Definitions of a module see each other; imports name whole modules, which are seldom folders. */
const references: ReferenceSyntax = {
  query: `
(call_expression . [
  (simple_identifier) @calls
  (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @calls))])
(inheritance_specifier inherits_from: (user_type (type_identifier) @inherits))
(type_identifier) @reads
(navigation_expression target: (simple_identifier) suffix: (navigation_suffix suffix: (simple_identifier) @reads))
(parameter name: (simple_identifier) @variable . (_) @type)
(property_declaration name: (pattern bound_identifier: (simple_identifier) @variable) (type_annotation (_) @type))
(property_declaration name: (pattern bound_identifier: (simple_identifier) @variable)
  value: (call_expression . (simple_identifier) @called))`,
  self: ['self', 'super', 'Self'],
  implicitSelf: true,
  reach: 'tree',
};

/** Everything that is built together is visible without an import. */
const modules: ModuleLookup = { files: () => [] };

export const swift: CodeLanguage = {
  ...braceLike,
  name: 'Swift',
  extensions: ['.swift', '.swiftinterface'],
  interpreters: ['swift'],
  strings: [tripleDouble, { open: '"', interpolation: '\\(' }, { open: '#"', close: '"#', escape: '' }],
  comments: nestedSlashes,
  directives: { start: '#', branches: { if: 'enter', else: 'again', elseif: 'again', endif: 'leave' } },
  attributes: ['@'],
  inlineAttributes: true,
  imports: ['import'],
  definers: {
    func: 'function',
    class: 'class',
    struct: 'class',
    enum: 'class',
    protocol: 'class',
    extension: 'class',
    actor: 'class',
    macro: 'function',
  },
  names: ['definers', { pattern: /^(?:\w+\s+)*(init|deinit|subscript)\b/, kind: 'function' }],
  syntax,
  references,
  modules,
};
