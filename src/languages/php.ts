import { folderOf, resolvePath } from '../text/folders.js';
import { braces, cLike, double, single, slashes } from './families.js';
import type { CodeLanguage } from './language.js';
import type { ModuleLookup } from './modules.js';
import { type ImportedName, lastOf, namesIn, type ReferenceSyntax } from './referenceSyntax.js';
import type { Definition, Syntax, SyntaxNode } from './syntax.js';

const type: Definition = { kind: 'class' };

/** `if (! function_exists('f')) { function f() … }`: the function, if it is all that the block contains. */
const guardedFunction = (node: SyntaxNode): SyntaxNode | undefined => {
  const statements = node.childForFieldName('body')?.namedChildren.filter((child) => child?.type !== 'comment') ?? [];
  return statements.length === 1 && statements[0]?.type === 'function_definition' ? statements[0] : undefined;
};

const syntax: Syntax = {
  grammar: 'php',
  definitions: {
    function_definition: { kind: 'function' },
    method_declaration: { kind: 'function' },
    if_statement: {
      kind: 'function',
      name: (node) => guardedFunction(node)?.childForFieldName('name')?.text,
      body: (node) => guardedFunction(node)?.childForFieldName('body'),
    },
    class_declaration: type,
    interface_declaration: type,
    trait_declaration: type,
    enum_declaration: type,
    namespace_definition: {
      kind: 'module',
      name: (node) => (node.childForFieldName('body') ? node.childForFieldName('name')?.text : undefined),
    },
  },
  imports: ['namespace_use_declaration'],
  roleByNode: {
    expression_statement: (node) =>
      /^(include|require)(_once)?_expression$/.test(node.namedChild(0)?.type ?? '') ? 'import' : undefined,
  },
  through: ['compound_statement', 'declaration_list'],
  exported: (node) =>
    !node.namedChildren.some((child) => child?.type === 'visibility_modifier' && child.text !== 'public'),
};

/** `use App\Core\Base as B, X\Y;`, `use App\{One, Two};`, `require __DIR__ . '/x.php';` */
function imports(statement: string): readonly ImportedName[] {
  const file = /\b(?:require|include)(?:_once)?\b[\s\S]*?["']([^"']+)["']/.exec(statement)?.[1];
  if (file !== undefined) return [{ module: file.startsWith('/') ? `.${file}` : file, name: '*' }];
  const text = statement.replace(/^\s*use\s+((function|const)\s+)?|;\s*$/g, '').replaceAll('\\', '.');
  const group = /^([\w.]*?)\.\{([\s\S]*)\}\s*$/.exec(text.trim());
  const prefix = group ? `${group[1]}.` : '';
  return namesIn(group ? group[2] : text).map(({ name, local }) => {
    const path = lastOf((prefix + name).replace(/^\./, ''));
    return { ...path, local: local === name ? path.name : local };
  });
}

const nameCapture = (verb: string): string => `[(name) @${verb} (qualified_name (name) @${verb})]`;

const references: ReferenceSyntax = {
  query: `
(function_call_expression function: ${nameCapture('calls')})
(member_call_expression name: (name) @calls)
(nullsafe_member_call_expression name: (name) @calls)
(scoped_call_expression name: (name) @calls)
(object_creation_expression ${nameCapture('creates')})
(base_clause ${nameCapture('inherits')})
(class_interface_clause ${nameCapture('inherits')})
(use_declaration ${nameCapture('includes')})
(named_type ${nameCapture('reads')})
(class_constant_access_expression . ${nameCapture('reads')})
(binary_expression operator: "instanceof" right: ${nameCapture('reads')})
(namespace_definition name: (namespace_name) @namespace)
(namespace_use_declaration) @imports
(simple_parameter type: (_) @type name: (variable_name) @variable)
(property_promotion_parameter type: (_) @type name: (variable_name) @field)
(property_declaration type: (_) @type (property_element name: (variable_name) @variable))
(assignment_expression left: [(variable_name) @variable (member_access_expression name: (name) @field)]
  right: (object_creation_expression . [(name) (qualified_name)] @made))
[(method_declaration name: (name) @function return_type: (_) @returns)
 (function_definition name: (name) @function return_type: (_) @returns)]
[(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @imports`,
  imports,
  typesFirst: true,
  self: ['this', 'self', 'static', 'parent'],
  reach: 'folder',
};

const modules: ModuleLookup = {
  namespaces: true,
  files: (name, { path }, files) => (/[/.]/.test(name) ? files.first([resolvePath(folderOf(path), name) ?? '']) : []),
};

export const php: CodeLanguage = {
  ...cLike,
  name: 'PHP',
  blocks: braces('elseif', 'else', 'catch', 'finally'),
  extensions: ['.php', '.phtml', '.php3', '.php4', '.php5', '.phps', '.module', '.theme', '.install'],
  interpreters: ['php'],
  strings: [double, single],
  comments: { line: ['//', '#'], block: slashes.block },
  heredocs: { mark: '<<<', spaced: true },
  letters: '$',
  imports: ['use', 'require', 'require_once', 'include', 'include_once', 'namespace'],
  definers: {
    function: 'function',
    class: 'class',
    interface: 'class',
    trait: 'class',
    enum: 'class',
    namespace: 'module',
  },
  names: ['definers'],
  syntax,
  references,
  modules,
};
