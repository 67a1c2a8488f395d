import type { ImportedName, ReferenceSyntax } from './referenceSyntax.js';

/** `#include "net/client.h"` brings in all that is declared there. */
function imports(statement: string): readonly ImportedName[] {
  const module = /[<"]([^>"]+)[>"]/.exec(statement)?.[1];
  return module === undefined ? [] : [{ module, name: '*' }];
}

const shared = `
(call_expression function: [(identifier) @calls (field_expression field: (field_identifier) @calls)])
(argument_list (identifier) @reads)
(type_identifier) @reads
(preproc_include) @imports
`;

export const c: ReferenceSyntax = { query: shared, imports, self: [], reach: 'tree' };

const NAMED = (verb: string): string =>
  `[(type_identifier) @${verb} (template_type name: (type_identifier) @${verb}) (qualified_identifier name: [(type_identifier) @${verb} (template_type name: (type_identifier) @${verb})])]`;

export const cpp: ReferenceSyntax = {
  query: `${shared}
(call_expression function: [
  (qualified_identifier name: [
    (identifier) @calls
    (template_function name: (identifier) @calls)
    (qualified_identifier name: (identifier) @calls)])
  (template_function name: (identifier) @calls)
  (field_expression field: (template_method name: (field_identifier) @calls))])
(new_expression type: ${NAMED('creates')})
(base_class_clause ${NAMED('inherits')})`,
  imports,
  self: ['this'],
  implicitSelf: true,
  reach: 'tree',
};
