import { pathIn } from '../text/folders.js';
import { backtick, braceLike, character, double } from './families.js';
import type { CodeLanguage } from './language.js';
import type { FileTree, ModuleLookup, PackageFolder } from './modules.js';
import type { ImportedName, ReferenceSyntax } from './referenceSyntax.js';
import type { Definition, Syntax, SyntaxNode } from './syntax.js';

/** `(s *Store[T])` → `Store` */
const receiverType = (node: SyntaxNode): string | undefined => {
  const declaration = node.childForFieldName('receiver')?.namedChildren.find((child) => child?.type !== 'comment');
  let type = declaration?.childForFieldName('type');
  while (type && type.type !== 'type_identifier') type = type.childForFieldName('type') ?? type.namedChild(0);
  return type?.text;
};

/** The braces of a struct or an interface. Other types are aliases, not definitions. */
const memberBody = (node: SyntaxNode): SyntaxNode | null | undefined => {
  const type = node.childForFieldName('type');
  if (type?.type === 'struct_type') return type.namedChild(0);
  return type?.type === 'interface_type' ? type.children.find((child) => child?.type === '{') : undefined;
};

/** `type ( … )` holds several types and must not take the name of the first. */
const leadsGroup = (node: SyntaxNode): boolean => {
  const types = node.parent?.namedChildren.filter((child) => child?.type !== 'comment') ?? [];
  return types.length > 1 && types[0]?.id === node.id;
};

const type: Definition = {
  kind: 'class',
  name: (node) => (memberBody(node) && !leadsGroup(node) ? node.childForFieldName('name')?.text : undefined),
  body: memberBody,
};

const syntax: Syntax = {
  grammar: 'go',
  definitions: {
    function_declaration: { kind: 'function' },
    method_declaration: {
      kind: 'function',
      name: (node) => `${receiverType(node)}.${node.childForFieldName('name')?.text}`,
    },
    type_spec: type,
    type_alias: type,
  },
  imports: ['import_declaration'],
  wrappers: ['type_declaration'],
  through: ['statement_list', 'block'],
  exported: (_, name) => /(^|\.)\p{Lu}[^.]*$/u.test(name),
};

/** The local name of a package: its folder, without a version suffix. */
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

const typeCapture = (verb: string): string =>
  `[(type_identifier) @${verb} (qualified_type name: (type_identifier) @${verb}) (generic_type type: (type_identifier) @${verb})]`;

/** The first of several results. */
const result =
  '[(type_identifier) @returns (pointer_type) @returns (qualified_type) @returns (generic_type) @returns (parameter_list . (parameter_declaration type: (_) @returns))]';

const references: ReferenceSyntax = {
  query: `
(call_expression function: [(identifier) @calls (selector_expression field: (field_identifier) @calls)])
(composite_literal type: ${typeCapture('creates')})
(field_declaration !name type: ${typeCapture('inherits')})
(type_elem ${typeCapture('inherits')})
(type_identifier) @types
(selector_expression operand: (identifier) field: (field_identifier) @reads)
(argument_list (identifier) @reads)
(assignment_statement left: (expression_list (selector_expression operand: (identifier) field: (field_identifier) @writes)))
(import_declaration) @imports
(parameter_declaration name: (identifier) @variable type: (_) @type)
(field_declaration name: (field_identifier) @variable type: (_) @type)
(var_spec name: (identifier) @variable type: (_) @type)
((short_var_declaration left: (expression_list . (identifier) @variable) right: (expression_list . (call_expression
  function: [(identifier) (selector_expression)] @called))) (#not-eq? @called "new"))
(function_declaration name: (identifier) @function result: ${result})
(method_declaration name: (field_identifier) @function result: ${result})
(short_var_declaration left: (expression_list . (identifier) @variable .) right: (expression_list . [
  (composite_literal type: (_) @made)
  (unary_expression operand: (composite_literal type: (_) @made))] .))
((short_var_declaration left: (expression_list . (identifier) @variable .)
  right: (expression_list . (call_expression function: (identifier) @_new arguments: (argument_list . (_) @made)) .))
  (#eq? @_new "new"))`,
  imports,
  standardMakers: /^[^./ ]+(?:\/\S*)? \w+\.\w+$/, // modules of others begin with a host
  builtinTypes: new Set(
    (
      'any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string ' +
      'uint uint8 uint16 uint32 uint64 uintptr'
    ).split(' '),
  ),
  capitalFields: true,
  implicitInterfaces: true,
  self: [],
  reach: 'folder',
};

const sourcesIn = (folder: string, files: FileTree): readonly string[] =>
  files.in(folder).filter((file) => file.endsWith('.go') && !file.endsWith('_test.go'));

const isInModule = (path: string, { kind, name }: PackageFolder['manifest']): boolean =>
  kind === 'go' && name !== undefined && (path === name || path.startsWith(`${name}/`));

/** Go: a package is a folder; the module in `go.mod` is the prefix of import paths. */
const modules: ModuleLookup = {
  names: isInModule,
  files(path, _, files) {
    for (const { folder, manifest } of files.packages) {
      const { name = '' } = manifest;
      if (!isInModule(path, manifest)) continue;
      const pathInModule = path.slice(name.length + 1);
      const matches = sourcesIn(pathInModule === '' ? folder : pathIn(folder, pathInModule), files);
      if (matches.length > 0) return matches;
    }
    return [];
  },
};

export const go: CodeLanguage = {
  ...braceLike,
  name: 'Go',
  extensions: ['.go'],
  interpreters: ['gorun'],
  aliases: ['golang'],
  strings: [double, character, backtick],
  imports: ['import'],
  definers: { func: 'function', type: 'class' },
  names: [{ pattern: /^func\s*(?:\([^)]*\)\s*)?([\w]+)/, kind: 'function' }, 'definers'],
  syntax,
  references,
  modules,
};
