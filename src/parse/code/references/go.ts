import type { ImportedName, ReferenceSyntax } from './referenceSyntax.js';

/** What a package is called here: its folder, without a version behind it. */
const nameOf = (path: string): string =>
  path
    .replace(/\/v\d+$/, '')
    .split('/')
    .at(-1) ?? path;

/** `import ( "net/http"; render "acme.org/x/render" )` */
function imports(statement: string): readonly ImportedName[] {
  const lines = statement.replace(/\/\/.*/g, '').matchAll(/(?:([\w.]+)\s+)?["`]([^"`]+)["`]/g);
  return [...lines].map(([, alias, module]) => {
    const local = alias === undefined || alias === 'import' ? nameOf(module) : alias;
    return local === '.' ? { module, name: '*' } : { module, local };
  });
}

const TYPE = (verb: string): string =>
  `[(type_identifier) @${verb} (qualified_type name: (type_identifier) @${verb}) (generic_type type: (type_identifier) @${verb})]`;

export const go: ReferenceSyntax = {
  query: `
(call_expression function: [(identifier) @calls (selector_expression field: (field_identifier) @calls)])
(composite_literal type: ${TYPE('creates')})
(field_declaration !name type: ${TYPE('inherits')})
(type_elem ${TYPE('inherits')})
(type_identifier) @reads
(selector_expression operand: (identifier) field: (field_identifier) @reads)
(argument_list (identifier) @reads)
(assignment_statement left: (expression_list (selector_expression operand: (identifier) field: (field_identifier) @writes)))
(import_declaration) @imports`,
  imports,
  capitalFields: true,
  self: [],
  reach: 'folder',
};
