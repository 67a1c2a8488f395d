import { annotated, braceLike, character, nestedSlashes, tripleDouble } from './families.js';
import { java } from './java.js';
import type { CodeLanguage } from './language.js';
import { type ImportedName, lastOf, namesIn, type ReferenceSyntax } from './referenceSyntax.js';
import type { Definition, Syntax, SyntaxNode } from './syntax.js';

const type: Definition = { kind: 'class' };

const nameWithBody = (node: SyntaxNode): string | undefined =>
  node.childForFieldName('body') ? node.childForFieldName('name')?.text : undefined;

const syntax: Syntax = {
  grammar: 'scala',
  definitions: {
    function_definition: { kind: 'function' },
    function_declaration: { kind: 'function' },
    class_definition: type,
    trait_definition: type,
    object_definition: type,
    enum_definition: type,
    given_definition: {
      kind: 'class',
      name: (node) => (node.childForFieldName('name') ?? node.childForFieldName('return_type'))?.text,
    },
    extension_definition: {
      kind: 'class',
      name: (node) =>
        node
          .childForFieldName('parameters')
          ?.namedChild(0)
          ?.childForFieldName('type')
          ?.text.replace(/\[.*\]/s, ''),
      // No node encloses the members, so the first token of the first one is the start of the body.
      body: (node) => node.childForFieldName('body')?.firstChild,
    },
    package_object: { kind: 'module' },
    package_clause: { kind: 'module', name: nameWithBody },
  },
  imports: ['import_declaration', 'export_declaration'],
  opener: '=',
  exported: (node) =>
    !node.namedChildren.some((child) => child?.type === 'modifiers' && /\bprivate\b/.test(child.text)),
};

/** `import com.acme.{Base => B, Item, _}` */
function imports(statement: string): readonly ImportedName[] {
  const text = statement.replace(/^\s*(import|export)\s+/, '').trim();
  const group = /^([\w.`]+)\.\{([\s\S]*)\}$/.exec(text);
  const [module, list] = group ? [group[1], group[2]] : [lastOf(text.split(/\s+as\s+/)[0]).module, lastOf(text).name];
  return namesIn(list, /\s*=>\s*|\s+as\s+/).map(({ name, local }) =>
    /^([_*]|given)$/.test(name) ? { module, name: '*' } : { module, name, local },
  );
}

const typeCapture = (verb: string): string =>
  `[(type_identifier) @${verb} (generic_type type: (type_identifier) @${verb}) (stable_type_identifier (type_identifier) @${verb})]`;

const references: ReferenceSyntax = {
  ...java.references,
  query: `
(call_expression function: [
  (identifier) @calls
  (field_expression field: (identifier) @calls)
  (generic_function function: [(identifier) @calls (field_expression field: (identifier) @calls)])])
(instance_expression ${typeCapture('creates')})
(extends_clause type: ${typeCapture('inherits')})
(type_identifier) @reads
(field_expression value: (identifier) field: (identifier) @reads)
(arguments (identifier) @reads)
(package_clause name: (package_identifier) @namespace)
(import_declaration) @imports
(class_parameter name: (identifier) @variable type: (_) @type)
(parameter name: (identifier) @variable type: (_) @type)
(val_definition pattern: (identifier) @variable type: (_) @type)
(var_definition pattern: (identifier) @variable type: (_) @type)
(val_definition pattern: (identifier) @variable value: (instance_expression . (_) @made))
(var_definition pattern: (identifier) @variable value: (instance_expression . (_) @made))
(function_definition name: (identifier) @function return_type: (_) @returns)`,
  typesFirst: false,
  imports,
};

export const scala: CodeLanguage = {
  ...braceLike,
  ...annotated,
  name: 'Scala',
  extensions: ['.scala', '.sbt', '.sc'],
  interpreters: ['scala', 'scala-cli'],
  strings: [{ ...tripleDouble, escape: '' }, { open: '"', interpolation: '${' }, character],
  comments: nestedSlashes,
  imports: ['import', 'package'],
  definers: { def: 'function', class: 'class', trait: 'class', object: 'class', enum: 'class', given: 'block' },
  syntax,
  references,
  modules: java.modules,
};
