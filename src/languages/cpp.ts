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
};

const typeCapture = (verb: string): string =>
  `[(type_identifier) @${verb} (template_type name: (type_identifier) @${verb}) (qualified_identifier name: [(type_identifier) @${verb} (template_type name: (type_identifier) @${verb})])]`;

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
(base_class_clause ${typeCapture('inherits')})`,
  self: ['this'],
  implicitSelf: true,
};

export const cpp: CodeLanguage = {
  ...cFamily,
  name: 'C++',
  extensions: [
    ...['.cpp', '.cc', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.h++', '.ipp', '.inl', '.tpp', '.txx', '.tcc'],
    ...['.ino', '.ixx', '.cppm', '.re2c'],
  ],
  strings: [double, character, { open: 'R"(', close: ')"', escape: '', multiline: true }],
  attributes: ['[['],
  imports: ['#include', 'import', 'using'],
  definers: cppDefiners,
  syntax,
  references,
  modules: c.modules,
};
