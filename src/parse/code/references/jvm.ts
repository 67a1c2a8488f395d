import { type ImportedName, lastOf, namesIn, type ReferenceSyntax } from './referenceSyntax.js';

/** `import static com.acme.Client.open;`, `import com.acme.*`, `import com.acme.Client as C` */
function imports(statement: string): readonly ImportedName[] {
  const found = /\bimport\s+(?:static\s+)?([\w.`]+?)(\.\*)?(?:\s+as\s+(\w+))?\s*;?\s*$/.exec(statement.trim());
  if (!found) return [];
  const [, path, all, alias] = found;
  if (all) return [{ module: path, name: '*' }];
  const { module, name } = lastOf(path.replaceAll('`', ''));
  return [{ module, name, local: alias ?? name }];
}

/** `import com.acme.{Base => B, Item, _}` */
function selectors(statement: string): readonly ImportedName[] {
  const text = statement.replace(/^\s*(import|export)\s+/, '').trim();
  const group = /^([\w.`]+)\.\{([\s\S]*)\}$/.exec(text);
  const [module, list] = group ? [group[1], group[2]] : [lastOf(text.split(/\s+as\s+/)[0]).module, lastOf(text).name];
  return namesIn(list, /\s*=>\s*|\s+as\s+/).map(({ name, local }) =>
    /^([_*]|given)$/.test(name) ? { module, name: '*' } : { module, name, local },
  );
}

const JAVA_TYPE = (verb: string): string =>
  `[(type_identifier) @${verb} (generic_type . (type_identifier) @${verb}) (scoped_type_identifier (type_identifier) @${verb} .)]`;

export const java: ReferenceSyntax = {
  query: `
(method_invocation name: (identifier) @calls)
(object_creation_expression type: ${JAVA_TYPE('creates')})
(superclass ${JAVA_TYPE('inherits')})
(super_interfaces (type_list ${JAVA_TYPE('inherits')}))
(extends_interfaces (type_list ${JAVA_TYPE('inherits')}))
(type_identifier) @reads
(field_access object: (identifier) field: (identifier) @reads)
(method_reference . (identifier) @reads)
[(marker_annotation name: (identifier) @reads) (annotation name: (identifier) @reads)]
(assignment_expression left: (field_access object: (identifier) field: (identifier) @writes))
(package_declaration [(identifier) (scoped_identifier)] @namespace)
(import_declaration) @imports`,
  imports,
  self: ['this', 'super'],
  implicitSelf: true,
  reach: 'folder',
};

export const kotlin: ReferenceSyntax = {
  query: `
(call_expression . [(identifier) @calls (navigation_expression (identifier) @calls .)])
(constructor_invocation (user_type (identifier) @inherits .))
(delegation_specifier (user_type (identifier) @inherits .))
(explicit_delegation (user_type (identifier) @delegates .))
(user_type (identifier) @reads)
(navigation_expression . (identifier) (identifier) @reads)
(value_argument (identifier) @reads)
(package_header (qualified_identifier) @namespace)
(import) @imports`,
  imports,
  self: ['this', 'super'],
  implicitSelf: true,
  reach: 'folder',
};

const SCALA_TYPE = (verb: string): string =>
  `[(type_identifier) @${verb} (generic_type type: (type_identifier) @${verb}) (stable_type_identifier (type_identifier) @${verb})]`;

export const scala: ReferenceSyntax = {
  query: `
(call_expression function: [
  (identifier) @calls
  (field_expression field: (identifier) @calls)
  (generic_function function: [(identifier) @calls (field_expression field: (identifier) @calls)])])
(instance_expression ${SCALA_TYPE('creates')})
(extends_clause type: ${SCALA_TYPE('inherits')})
(type_identifier) @reads
(field_expression value: (identifier) field: (identifier) @reads)
(arguments (identifier) @reads)
(package_clause name: (package_identifier) @namespace)
(import_declaration) @imports`,
  imports: selectors,
  self: ['this', 'super'],
  implicitSelf: true,
  reach: 'folder',
};
