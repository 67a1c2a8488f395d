import { type ImportedName, lastOf, type ReferenceSyntax } from './referenceSyntax.js';

/** `using Acme.Core;`, `using static Acme.Maths;`, `using C = Acme.Client;` */
function imports(statement: string): readonly ImportedName[] {
  const found = /\busing\s+(?:static\s+)?(?:(\w+)\s*=\s*)?(?:global::)?([\w.]+)/.exec(statement);
  if (!found) return [];
  const [, local, path] = found;
  return [local ? { ...lastOf(path), local } : { module: path, name: '*' }];
}

const TYPE = (verb: string): string =>
  `[(identifier) @${verb} (generic_name (identifier) @${verb}) (qualified_name name: (identifier) @${verb})]`;

export const csharp: ReferenceSyntax = {
  query: `
(invocation_expression function: [
  (identifier) @calls
  (generic_name (identifier) @calls)
  (member_access_expression name: [(identifier) @calls (generic_name (identifier) @calls)])
  (conditional_access_expression (member_binding_expression name: (identifier) @calls))])
(object_creation_expression type: ${TYPE('creates')})
(base_list ${TYPE('inherits')})
(parameter type: ${TYPE('reads')})
(variable_declaration type: ${TYPE('reads')})
(method_declaration returns: ${TYPE('reads')})
(property_declaration type: ${TYPE('reads')})
(type_argument_list ${TYPE('reads')})
(cast_expression type: ${TYPE('reads')})
(attribute name: ${TYPE('reads')})
(member_access_expression expression: (identifier) name: (identifier) @reads)
(assignment_expression left: (member_access_expression expression: (identifier) name: (identifier) @writes))
(file_scoped_namespace_declaration name: (_) @namespace)
(using_directive) @imports`,
  imports,
  capitalFields: true,
  self: ['this', 'base'],
  implicitSelf: true,
  reach: 'folder',
};
