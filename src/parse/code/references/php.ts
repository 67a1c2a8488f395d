import { type ImportedName, lastOf, namesIn, type ReferenceSyntax } from './referenceSyntax.js';

/** `use App\Core\Base as B, X\Y;`, `use App\{One, Two};`, `require __DIR__ . '/x.php';` */
function imports(statement: string): readonly ImportedName[] {
  const file = /\b(?:require|include)(?:_once)?\b[\s\S]*?["']([^"']+)["']/.exec(statement)?.[1];
  if (file !== undefined) return [{ module: file.startsWith('/') ? `.${file}` : file, name: '*' }];
  const text = statement.replace(/^\s*use\s+((function|const)\s+)?|;\s*$/g, '').replaceAll('\\', '.');
  const group = /^([\w.]*?)\.\{([\s\S]*)\}\s*$/.exec(text.trim());
  const before = group ? `${group[1]}.` : '';
  return namesIn(group ? group[2] : text).map(({ name, local }) => {
    const path = lastOf((before + name).replace(/^\./, ''));
    return { ...path, local: local === name ? path.name : local };
  });
}

const NAME = (verb: string): string => `[(name) @${verb} (qualified_name (name) @${verb})]`;

export const php: ReferenceSyntax = {
  query: `
(function_call_expression function: ${NAME('calls')})
(member_call_expression name: (name) @calls)
(nullsafe_member_call_expression name: (name) @calls)
(scoped_call_expression name: (name) @calls)
(object_creation_expression ${NAME('creates')})
(base_clause ${NAME('inherits')})
(class_interface_clause ${NAME('inherits')})
(use_declaration ${NAME('includes')})
(named_type ${NAME('reads')})
(class_constant_access_expression . ${NAME('reads')})
(binary_expression operator: "instanceof" right: ${NAME('reads')})
(namespace_definition name: (namespace_name) @namespace)
(namespace_use_declaration) @imports
[(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @imports`,
  imports,
  self: ['this', 'self', 'static', 'parent'],
  reach: 'folder',
};
