import { ancestorsOf, folderOf, pathIn, resolvePath } from '../text/folders.js';
import { jsxStrings, scriptLike } from './families.js';
import type { CodeLanguage } from './language.js';
import type { FileTree, ModuleLookup } from './modules.js';
import { type ImportedName, namesIn, type ReferenceSyntax } from './referenceSyntax.js';
import type { Definition, Role, Syntax, SyntaxNode } from './syntax.js';

const FUNCTIONS = new Set(['arrow_function', 'function_expression', 'generator_function', 'function']);

/** `const f = () => …`: a declaration of one variable whose value is a function or a class. */
const functionDeclarator = (node: SyntaxNode): SyntaxNode | null => {
  const declarator = node.namedChildren.find((child) => child?.type === 'variable_declarator');
  const value = declarator?.childForFieldName('value');
  return value && (FUNCTIONS.has(value.type) || value.type === 'class') ? (declarator ?? null) : null;
};

const variable: Definition = {
  kind: 'function',
  name: (node) => functionDeclarator(node)?.childForFieldName('name')?.text,
  body: (node) => functionDeclarator(node)?.childForFieldName('value')?.childForFieldName('body'),
};

/** Fields such as `handler = () => …` are methods in all but name. */
const field: Definition = {
  kind: 'function',
  name: (node) => {
    const value = node.childForFieldName('value');
    if (!value || !FUNCTIONS.has(value.type)) return undefined;
    return (node.childForFieldName('property') ?? node.childForFieldName('name'))?.text;
  },
  body: (node) => node.childForFieldName('value')?.childForFieldName('body'),
};

/** `app.listen = function () …`, `exports.run = () => …`. */
const assignedFunction: Definition = {
  kind: 'function',
  name: (node) => {
    const assignment = node.namedChild(0);
    const right = assignment?.type === 'assignment_expression' ? assignment.childForFieldName('right') : undefined;
    return right && FUNCTIONS.has(right.type) ? assignment?.childForFieldName('left')?.text : undefined;
  },
  body: (node) => node.namedChild(0)?.childForFieldName('right')?.childForFieldName('body'),
};

/** What JavaScript and TypeScript share. */
const sharedDefinitions: Syntax['definitions'] = {
  function_declaration: { kind: 'function' },
  generator_function_declaration: { kind: 'function' },
  class_declaration: { kind: 'class' },
  method_definition: { kind: 'function' },
  lexical_declaration: variable,
  variable_declaration: variable,
  expression_statement: assignedFunction,
};

/** `const fs = require('fs')` */
const requireRole = ({ text }: SyntaxNode): Role | undefined =>
  /^(const|let|var)\s[^=]{1,400}=\s*require\(/.test(text) ? 'import' : undefined;

/** `export * from './item.js'` */
const reexportRole = (node: SyntaxNode): Role | undefined => (node.childForFieldName('source') ? 'import' : undefined);

const syntax: Syntax = {
  grammar: 'javascript',
  definitions: { ...sharedDefinitions, field_definition: field },
  imports: ['import_statement'],
  decorators: ['decorator'],
  wrappers: ['export_statement'],
  roleByNode: { lexical_declaration: requireRole, variable_declaration: requireRole, export_statement: reexportRole },
  exported: (node) => node.parent?.type === 'export_statement',
};

const MODULE = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'`])([^"'`\n]+)\1/;

/** `import x, { a as b, type C } from 'm'`, `export * from 'm'`, `const { a: b } = require('m')` */
function imports(statement: string): readonly ImportedName[] {
  const module = MODULE.exec(statement)?.[2];
  if (module === undefined) return [];
  if (/^\s*module\.exports/.test(statement)) return [{ module, name: '*' }, { module }]; // re-exported whole
  const clause = statement.slice(0, statement.search(MODULE)).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ' ');
  const namedList = /\{([^}]*)\}/.exec(clause)?.[1];
  const unnamedPart = clause
    .replace(/\{[^}]*\}/, ' ')
    .replace(/^\s*(import|export|const|let|var)\b(\s+type\b(?!\s*(,|from|$)))?/, ' ')
    .replace(/=[\s\S]*$/, ' ');
  const namespaceMatch = /\*\s*(?:as\s+([\w$]+))?/.exec(unnamedPart);
  const defaultName = /^[\s,]*([\w$]+)/.exec(unnamedPart.replace(/\*.*/, ''))?.[1];
  const isRequire = /\brequire\s*\(/.test(statement);
  return [
    ...namesIn(namedList ?? '', /\s+as\s+|\s*:\s*|\s*=\s*/).map(({ name, local }) => ({
      module,
      name: name.replace(/^type\s+/, ''),
      local: local.replace(/^type\s+/, ''),
    })),
    ...(namespaceMatch ? [{ module, name: '*', local: namespaceMatch[1] }] : []),
    ...(defaultName ? [{ module, name: isRequire ? '*' : 'default', local: defaultName }] : []),
    { module },
  ];
}

export const scriptQuery = `
(call_expression function: [(identifier) @calls (member_expression property: (property_identifier) @calls)])
(new_expression constructor: [(identifier) @creates (member_expression property: (property_identifier) @creates)])
(member_expression object: (identifier) property: (property_identifier) @reads)
(arguments (identifier) @reads)
(pair value: (identifier) @reads)
(shorthand_property_identifier) @reads
(assignment_expression left: (member_expression object: (identifier) property: (property_identifier) @writes))
(call_expression function: (import)) @imports
(import_statement) @imports
(export_statement source: (string)) @imports
(variable_declarator name: (identifier) @variable value: (new_expression constructor: (_) @made))
(variable_declarator name: (identifier) @variable value: [
  (call_expression function: [(identifier) (member_expression)] @called)
  (await_expression (call_expression function: [(identifier) (member_expression)] @called))])
(assignment_expression left: (member_expression object: (this) property: (property_identifier) @field)
  right: (new_expression constructor: (_) @made))
`;

export const jsxQuery = `
(jsx_opening_element name: [(identifier) @creates (member_expression property: (property_identifier) @creates)])
(jsx_self_closing_element name: [(identifier) @creates (member_expression property: (property_identifier) @creates)])
`;

const references: ReferenceSyntax = {
  query: `${scriptQuery}${jsxQuery}
(class_heritage [(identifier) @inherits (member_expression property: (property_identifier) @inherits)])
(field_definition property: (property_identifier) @variable value: (new_expression constructor: (_) @made))`,
  imports,
  importers: ['require'],
  implicitInterfaces: true,
  self: ['this', 'super'],
  reach: 'file',
};

const EXTENSIONS = ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '.vue', '.svelte', '.json'];

/** An import names the file that is run; the tree may hold only the source that it is compiled from. */
const SOURCE_EXTENSIONS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.js$/, ['.ts', '.tsx', '.jsx']],
  [/\.jsx$/, ['.tsx']],
  [/\.mjs$/, ['.mts']],
  [/\.cjs$/, ['.cts']],
];

function* candidates(path: string): Generator<string> {
  yield path;
  for (const [compiledPattern, extensions] of SOURCE_EXTENSIONS)
    if (compiledPattern.test(path)) for (const extension of extensions) yield path.replace(compiledPattern, extension);
  for (const extension of EXTENSIONS) yield path + extension;
  for (const extension of EXTENSIONS) yield pathIn(path, `index${extension}`);
}

/** `@acme/core/net` in a workspace that has a package `@acme/core`: `packages/core/net.ts`, or below its `src`. */
function inWorkspace(module: string, files: FileTree): readonly string[] {
  for (const { folder, manifest } of files.packages) {
    const { name, main } = manifest;
    if (name === undefined || (module !== name && !module.startsWith(`${name}/`))) continue;
    const subpath = module.slice(name.length + 1);
    const entryPaths =
      subpath === '' ? [...(main ? [main] : []), 'src/index', 'index', 'lib/index'] : [subpath, `src/${subpath}`];
    for (const entryPath of entryPaths) {
      const matches = files.first(candidates(resolvePath(folder, entryPath) ?? ''));
      if (matches.length > 0) return matches;
    }
  }
  return [];
}

/** `@/net/client`, `~/net/client`, `src/net/client`: from the nearest folder that holds such a path. */
function fromRoot(module: string, path: string, files: FileTree): readonly string[] {
  const rootedPath = /^(?:[@~]\/|src\/)(.+)$/.exec(module)?.[1];
  if (rootedPath === undefined) return [];
  for (const folder of ancestorsOf(folderOf(path)).reverse())
    for (const rootFolder of ['src', '']) {
      const matches = files.first(
        candidates(pathIn(folder, rootFolder === '' ? rootedPath : `${rootFolder}/${rootedPath}`)),
      );
      if (matches.length > 0) return matches;
    }
  return [];
}

const modules: ModuleLookup = {
  names: (module, { kind, name }) =>
    kind === 'node' && name !== undefined && (module === name || module.startsWith(`${name}/`)),
  files(module, { path }, files) {
    const withoutQuery = module.replace(/[?#].*$/, '');
    if (withoutQuery.startsWith('.')) {
      const target = resolvePath(folderOf(path), withoutQuery);
      return target === undefined ? [] : files.first(candidates(target));
    }
    const matches = fromRoot(withoutQuery, path, files);
    return matches.length > 0 ? matches : inWorkspace(withoutQuery, files);
  },
};

export const javascript = {
  ...scriptLike,
  name: 'JavaScript',
  extensions: ['.js', '.gs', '.mjs', '.cjs', '.es6', '.es', '.jsm', '.gjs', '.wxs', '.sjs', '.ssjs', '.xsjs'],
  filenames: ['Jakefile'],
  interpreters: ['node', 'nodejs', 'bun', 'qjs', 'zx'],
  syntax,
  references,
  modules,
} satisfies CodeLanguage;

export const jsx: CodeLanguage = {
  ...scriptLike,
  name: 'JSX',
  extensions: ['.jsx'],
  strings: jsxStrings,
  syntax,
  references,
  modules,
};
