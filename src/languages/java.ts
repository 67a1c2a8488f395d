import { annotated, character, cLike, double, javaDefiners, tripleDouble } from './families.js';
import type { CodeLanguage } from './language.js';
import type { ModuleLookup } from './modules.js';
import { type ImportedName, lastOf, type ReferenceSyntax } from './referenceSyntax.js';
import type { Syntax, SyntaxNode } from './syntax.js';

/** `static final Adapter DATE = new Adapter() { … };`: a class in all but name. */
const anonymousBody = (node: SyntaxNode): SyntaxNode | undefined => {
  const value = node.childForFieldName('declarator')?.childForFieldName('value');
  return value?.namedChildren.find((child) => child?.type === 'class_body') ?? undefined;
};

const syntax: Syntax = {
  grammar: 'java',
  definitions: {
    method_declaration: { kind: 'function' },
    constructor_declaration: { kind: 'function' },
    compact_constructor_declaration: { kind: 'function' },
    class_declaration: { kind: 'class' },
    interface_declaration: { kind: 'class' },
    enum_declaration: { kind: 'class' },
    record_declaration: { kind: 'class' },
    annotation_type_declaration: { kind: 'class' },
    enum_constant: {
      kind: 'class',
      name: (node) => (node.childForFieldName('body') ? node.childForFieldName('name')?.text : undefined),
    },
    field_declaration: {
      kind: 'class',
      name: (node) =>
        anonymousBody(node) ? node.childForFieldName('declarator')?.childForFieldName('name')?.text : undefined,
      body: anonymousBody,
    },
    module_declaration: { kind: 'module' },
  },
  imports: ['import_declaration'],
  through: ['enum_body_declarations', 'block'],
  exported: (node) => {
    const first = node.namedChild(0);
    return first?.type === 'modifiers' && /(^|\s)public(\s|$)/.test(first.text);
  },
};

/** `import static com.acme.Client.open;`, `import com.acme.*`, `import com.acme.Client as C` */
function imports(statement: string): readonly ImportedName[] {
  const match = /\bimport\s+(?:static\s+)?([\w.`]+?)(\.\*)?(?:\s+as\s+(\w+))?\s*;?\s*$/.exec(statement.trim());
  if (!match) return [];
  const [, path, wildcard, alias] = match;
  if (wildcard) return [{ module: path, name: '*' }];
  const { module, name } = lastOf(path.replaceAll('`', ''));
  return [{ module, name, local: alias ?? name }];
}

const typeCapture = (verb: string): string =>
  `[(type_identifier) @${verb} (generic_type . (type_identifier) @${verb}) (scoped_type_identifier (type_identifier) @${verb} .)]`;

const references: ReferenceSyntax = {
  query: `
(method_invocation name: (identifier) @calls)
(object_creation_expression type: ${typeCapture('creates')})
(superclass ${typeCapture('inherits')})
(super_interfaces (type_list ${typeCapture('inherits')}))
(extends_interfaces (type_list ${typeCapture('inherits')}))
(type_identifier) @reads
(field_access object: (identifier) field: (identifier) @reads)
(method_reference . (identifier) @reads)
[(marker_annotation name: (identifier) @reads) (annotation name: (identifier) @reads)]
(assignment_expression left: (field_access object: (identifier) field: (identifier) @writes))
(package_declaration [(identifier) (scoped_identifier)] @namespace)
(import_declaration) @imports
(formal_parameter type: (_) @type name: (identifier) @variable)
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @variable))
(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @variable))
(enhanced_for_statement type: (_) @type name: (identifier) @variable)
(resource type: (_) @type name: (identifier) @variable)
(instanceof_expression right: (_) @type name: (identifier) @variable)
(variable_declarator value: (object_creation_expression type: (_) @made))
(variable_declarator value: (method_invocation !object name: (identifier) @called))
(method_declaration type: (_) @returns name: (identifier) @function)`,
  typesFirst: true,
  imports,
  self: ['this', 'super'],
  implicitSelf: true,
  reach: 'folder',
};

/** Definitions are found by their full names, from Kotlin and Scala, too. */
const modules: ModuleLookup = { namespaces: true, files: () => [] };

export const java = {
  ...cLike,
  ...annotated,
  name: 'Java',
  extensions: ['.java', '.jav', '.jsh'],
  strings: [tripleDouble, double, character],
  imports: ['import', 'package'],
  definers: javaDefiners,
  syntax,
  references,
  modules,
} satisfies CodeLanguage;
