import { c } from './c.js';
import { cFamily, character, cppDefiners, double } from './families.js';
import type { CodeLanguage } from './language.js';
import type { ReferenceSyntax } from './referenceSyntax.js';
import type { Syntax } from './syntax.js';

const syntax: Syntax = {
  ...c.syntax,
  grammar: 'cpp',
  definitions: {
    ...c.syntax.definitions,
    class_specifier: c.syntax.definitions.struct_specifier,
    concept_definition: { kind: 'class', body: () => undefined },
    namespace_definition: { kind: 'module' },
  },
  wrappers: ['template_declaration', 'friend_declaration'],
  // What is in a namespace without a name is looked up like what is outside of it, however small it is.
  roleByNode: { namespace_definition: (node) => (node.childForFieldName('name') ? undefined : 'holder') },
};

const typeCapture = (verb: string): string =>
  `[(type_identifier) @${verb} (template_type name: (type_identifier) @${verb}) (qualified_identifier name: [(type_identifier) @${verb} (template_type name: (type_identifier) @${verb})])]`;

/** A name behind any pointer or reference. */
const declarator = (name: string): string =>
  `[(${name}) @variable (pointer_declarator declarator: (${name}) @variable) (reference_declarator (${name}) @variable)]`;

const declarations = `
(parameter_declaration type: (_) @type declarator: ${declarator('identifier')})
(field_declaration type: (_) @type declarator: ${declarator('field_identifier')})
(declaration type: (_) @type declarator: [${declarator('identifier')} (init_declarator declarator: ${declarator('identifier')})])
(for_range_loop type: (_) @type declarator: ${declarator('identifier')})
(init_declarator value: (new_expression type: (_) @made))
(init_declarator value: (call_expression function: (qualified_identifier name: (template_function
  name: (identifier) @_how arguments: (template_argument_list . (type_descriptor) @made))))
  (#any-of? @_how "make_unique" "make_shared"))
((init_declarator value: (call_expression function: [(identifier) (qualified_identifier) (field_expression)] @called))
  (#not-match? @called "make_(unique|shared)"))
(function_definition type: (_) @returns declarator: [
  (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier)] @function)
  (_ declarator: (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier)] @function))
  (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier)] @function))])`;

const builtinTypes: ReadonlySet<string> = new Set(
  'auto bool char char8_t char16_t char32_t double float int long short signed size_t ssize_t unsigned void wchar_t'.split(
    ' ',
  ),
);

const references: ReferenceSyntax = {
  ...c.references,
  query: `${c.references.query}
(call_expression function: [
  (qualified_identifier name: [
    (identifier) @calls
    (template_function name: (identifier) @calls)
    (qualified_identifier name: (identifier) @calls)])
  (template_function name: (identifier) @calls)
  (field_expression field: (template_method name: (field_identifier) @calls))])
(new_expression type: ${typeCapture('creates')})
(base_class_clause ${typeCapture('inherits')})
${declarations}`,
  typesFirst: true,
  builtinTypes,
  standardModules: ['std'],
  self: ['this'],
  implicitSelf: true,
};

/** What a header of C++ has and one of C has not, at the beginning of a line. */
const HEADER = new RegExp(
  String.raw`^[ \t]*(?:${[
    String.raw`template\s*<`,
    String.raw`(?:inline\s+)?namespace\b[\w:\s]{0,200}\{`,
    String.raw`using\s+(?:namespace\s+[\w:]+\s*;|[\w:]+\s*=)`,
    String.raw`class\s+(?:\w+\s+){0,4}\w+\s*(?::[^:]|[{;])`,
    String.raw`(?:public|private|protected)\s*:`,
    String.raw`(?:virtual|explicit|friend)\s+[\w:~]+`,
    String.raw`#[ \t]*include[ \t]*<[a-z_]+>`,
  ].join('|')})|\bstd::\w|\boperator\s*[^\w\s;,)]|\)\s*noexcept\b`,
  'm',
);

export const cpp: CodeLanguage = {
  ...cFamily,
  name: 'C++',
  extensions: [
    ...['.cpp', '.cc', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.h++', '.ipp', '.inl', '.tpp', '.txx', '.tcc'],
    ...['.ino', '.ixx', '.cppm', '.re2c'],
  ],
  shares: { extension: '.h', pattern: HEADER },
  strings: [double, character, { open: 'R"(', close: ')"', escape: '', multiline: true }],
  attributes: ['[['],
  imports: ['#include', 'import', 'using'],
  definers: cppDefiners,
  syntax,
  references,
  modules: c.modules,
};
