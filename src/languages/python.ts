import { ancestorsOf, folderOf, pathIn } from '../text/folders.js';
import { pythonLike } from './families.js';
import type { CodeLanguage } from './language.js';
import type { FileTree, ModuleLookup } from './modules.js';
import { type ImportedName, namesIn, type ReferenceSyntax, verbsOf } from './referenceSyntax.js';
import type { Role, Syntax, SyntaxNode } from './syntax.js';

/** A quote, or a letter before one: `r"…"`. */
const STRING_STARTS = new Set(['"', "'", 'r', 'R', 'u', 'U', 'b', 'B']);

/** A body's first statement, if it is only a string. The first letter rules this out for most bodies. */
const firstString = (body: SyntaxNode, text: string): SyntaxNode | undefined => {
  if (!STRING_STARTS.has(text.charAt(body.startIndex))) return undefined;
  const first = body.namedChild(0);
  const string = first?.type === 'expression_statement' ? first.namedChild(0) : first;
  return string?.type === 'string' ? string : undefined;
};

const nameIn = (node: SyntaxNode | null): string | undefined =>
  (node?.childForFieldName('definition') ?? node)?.childForFieldName('name')?.text;

/** Functions with `@overload` above a function of the same name are part of its head. */
const overloadRole = (node: SyntaxNode): Role | undefined => {
  if (!/^@(\w+\.)?overload\b/.test(node.text)) return undefined;
  let next = node.nextNamedSibling;
  while (next?.type === 'comment') next = next.nextNamedSibling;
  return nameIn(node) === nameIn(next) ? 'decorator' : undefined;
};

const syntax: Syntax = {
  grammar: 'python',
  definitions: {
    function_definition: { kind: 'function' },
    class_definition: { kind: 'class' },
  },
  imports: ['import_statement', 'import_from_statement', 'future_import_statement'],
  wrappers: ['decorated_definition'],
  roleByNode: { decorated_definition: overloadRole },
  through: ['block'],
  holders: [
    ...['if_statement', 'elif_clause', 'else_clause', 'with_statement'],
    ...['try_statement', 'except_clause', 'finally_clause'],
  ],
  docstring: firstString,
  opener: '', // the colon is part of how a signature reads
  exported: (_, name) => !name.startsWith('_'),
};

/** `from ..a import b as c, d` and `import a.b, c as d` */
function imports(statement: string): readonly ImportedName[] {
  const text = statement.replace(/#.*|[()\\]/g, ' ');
  const fromImport = /^\s*from\s+([.\w]+)\s+import\s+([\s\S]*)$/.exec(text);
  if (fromImport) {
    const [, module, list] = fromImport;
    return [
      ...namesIn(list).map(({ name, local }) => ({ module, name, local: name === '*' ? undefined : local })),
      { module },
    ];
  }
  return namesIn(text.replace(/^\s*import\s/, '')).map(({ name, local }) => ({ module: name, local }));
}

const nameCapture = (verb: string): string => `[(identifier) @${verb} (attribute attribute: (identifier) @${verb})]`;

/** Records, as Django's managers have them: `Order.objects.create()`. */
const methodVerbs = verbsOf({
  creates: 'create acreate bulk_create get_or_create update_or_create',
  writes: 'update aupdate bulk_update delete',
});

const references: ReferenceSyntax = {
  query: `
(call function: ${nameCapture('calls')})
(decorator ${nameCapture('calls')})
(class_definition superclasses: (argument_list [
  (identifier) @inherits (attribute attribute: (identifier) @inherits)
  (subscript value: (identifier) @inherits)]))
(type ${nameCapture('reads')})
(generic_type (identifier) @reads)
(argument_list (identifier) @reads)
(keyword_argument value: (identifier) @reads)
(attribute object: (identifier) attribute: (identifier) @reads)
(assignment left: (attribute object: (identifier) attribute: (identifier) @writes))
(except_clause (identifier) @reads)
[(import_statement) (import_from_statement)] @imports
(typed_parameter . (identifier) @variable type: (_) @type)
(typed_default_parameter name: (identifier) @variable type: (_) @type)
(assignment left: (identifier) @variable type: (_) @type)
(assignment left: (identifier) @variable right: [
  (call function: [(identifier) (attribute)] @called)
  (await (call function: [(identifier) (attribute)] @called))])
((assignment left: (attribute object: (identifier) @_self attribute: (identifier) @field) type: (_) @type)
  (#eq? @_self "self"))
((assignment left: (attribute object: (identifier) @_self attribute: (identifier) @field)
  right: (call function: [(identifier) (attribute)] @called)) (#eq? @_self "self"))
(function_definition name: (identifier) @function return_type: (_) @returns)
(as_pattern (call function: [(identifier) (attribute)] @type) alias: (as_pattern_target (identifier) @variable))`,
  imports,
  methodVerbs,
  implicitInterfaces: true,
  self: ['self', 'cls', 'super()'],
  reach: 'file',
};

const moduleFiles = (folder: string, parts: readonly string[]): string[] => {
  const path = pathIn(folder, parts.join('/'));
  return parts.length === 0 ? [pathIn(folder, '__init__.py')] : [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`];
};

/** Imports are looked up from folders without an `__init__.py`; one that has it is a package. */
const isRoot = (folder: string, files: FileTree): boolean => !files.has(pathIn(folder, '__init__.py'));

/** Python: `..pkg.mod` from the file's own folder, `pkg.mod` from any folder above it that is not a package. */
const modules: ModuleLookup = {
  separator: '.',
  // `acme-core` is imported as acme_core.
  names: (module, { kind, name = '' }) =>
    kind === 'python' && name.toLowerCase().replace(/[-.]/g, '_') === module.split('.')[0].toLowerCase(),
  files(name, { path }, files) {
    const dots = /^\.*/.exec(name)?.[0].length ?? 0;
    const parts = name
      .slice(dots)
      .split('.')
      .filter((part) => part !== '');
    const ancestors = ancestorsOf(folderOf(path));
    if (dots > 0)
      return dots > ancestors.length ? [] : files.first(moduleFiles(ancestors[ancestors.length - dots], parts));
    for (const folder of [...ancestors, 'src', 'lib']) {
      const matches = isRoot(folder, files) ? files.first(moduleFiles(folder, parts)) : [];
      if (matches.length > 0) return matches;
    }
    return [];
  },
};

export const python: CodeLanguage = {
  ...pythonLike,
  name: 'Python',
  extensions: ['.py', '.pyw', '.pyi', '.pyx', '.pxd', '.pxi', '.wsgi', '.gyp', '.gypi', '.rpy'],
  filenames: ['SConstruct', 'SConscript', 'wscript'],
  interpreters: ['python', 'python2', 'python3', 'pypy', 'pypy3'],
  definers: { def: 'function', class: 'class', cdef: 'function', cpdef: 'function' },
  names: [{ pattern: /^(?:cp?def)\s[^(:=]*?(\w+)\s*\(/, kind: 'function' }, 'definers'],
  syntax,
  references,
  modules,
};
