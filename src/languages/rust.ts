import { ancestorsOf, folderOf, pathIn } from '../text/folders.js';
import { character, cLike, multilineDouble, nestedSlashes } from './families.js';
import type { CodeLanguage } from './language.js';
import type { FileTree, ImportSite, ModuleLookup, PackageFolder } from './modules.js';
import type { ImportedName, ReferenceSyntax } from './referenceSyntax.js';
import type { Syntax, SyntaxNode } from './syntax.js';

/** A type without its path and its type arguments. */
const typeName = (type: SyntaxNode): string => {
  const inner = type.childForFieldName(type.type === 'scoped_type_identifier' ? 'name' : 'type');
  if (type.type === 'reference_type') return `&${inner ? typeName(inner) : ''}`;
  return inner ? typeName(inner) : type.text;
};

/** `impl Lexer`: `Lexer`. `impl From<io::Error> for Lexer`: the trait's type argument tells it from other `From`s. */
const implName = (node: SyntaxNode): string | undefined => {
  const type = node.childForFieldName('type');
  const trait = node.childForFieldName('trait');
  if (!type || !trait) return type ? typeName(type) : undefined;
  return `${typeName(trait)}${trait.childForFieldName('type_arguments')?.text ?? ''} for ${typeName(type)}`;
};

const nameOf = (node: SyntaxNode): string | undefined => node.childForFieldName('name')?.text;

const syntax: Syntax = {
  grammar: 'rust',
  definitions: {
    function_item: { kind: 'function' },
    function_signature_item: { kind: 'function' },
    macro_definition: { kind: 'function', body: (node) => node.namedChild(1) },
    struct_item: { kind: 'class' },
    enum_item: { kind: 'class' },
    union_item: { kind: 'class' },
    trait_item: { kind: 'class' },
    impl_item: { kind: 'class', name: implName },
    mod_item: { kind: 'module', name: (node) => (node.childForFieldName('body') ? nameOf(node) : undefined) },
  },
  imports: ['use_declaration', 'extern_crate_declaration'],
  roleByNode: { mod_item: (node) => (node.childForFieldName('body') === null ? 'import' : undefined) },
  decorators: ['attribute_item'],
  exported: (node) => node.namedChildren.some((child) => child?.type === 'visibility_modifier'),
};

/** `a::{self, b::C as D, e::*}` → its leaves, each with the path before it. */
function importedLeaves(tree: string, prefix: string): ImportedName[] {
  const text = tree.trim();
  const group = /^(?:([\s\S]*?)::)?\s*\{([\s\S]*)\}$/.exec(text);
  if (group) {
    const path = [prefix, group[1]?.trim()].filter((part) => part).join('::');
    return splitBranches(group[2]).flatMap((branch) => importedLeaves(branch, path));
  }
  const [path = '', alias] = text.split(/\s+as\s+/);
  const parts = [prefix, path]
    .filter((part) => part !== '')
    .join('::')
    .split('::');
  if (parts.at(-1) === 'self') parts.pop();
  const name = parts.pop() ?? '';
  if (name === '') return [];
  return [{ module: parts.join('::'), name, local: name === '*' ? undefined : (alias ?? name) }];
}

/** Split at commas outside inner braces. */
function splitBranches(list: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let i = 0; i < list.length; i++) {
    if (list[i] === '{') depth++;
    else if (list[i] === '}') depth--;
    else if (list[i] === ',' && depth === 0) {
      parts.push(list.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, list.slice(from)].filter((branch) => branch.trim() !== '');
}

/** `pub use crate::a::B;` and `mod parser;` */
function imports(statement: string): readonly ImportedName[] {
  const text = statement.replace(/\/\/.*|;/g, ' ').trim();
  const module = /^(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)$/.exec(text)?.[1];
  if (module) return [{ module: 'self', name: module, local: module }];
  const tree = /\buse\s+([\s\S]+)$/.exec(text)?.[1];
  return tree === undefined ? [] : importedLeaves(tree.replace(/^\s*::/, ''), '');
}

/** The arguments of a macro are tokens without structure: a name before parentheses is called. */
const references: ReferenceSyntax = {
  query: `
(token_tree (identifier) @calls . (token_tree . "("))
(call_expression function: [
  (identifier) @calls
  (scoped_identifier name: (identifier) @calls)
  (field_expression field: (field_identifier) @calls)
  (generic_function function: [
    (identifier) @calls
    (scoped_identifier name: (identifier) @calls)
    (field_expression field: (field_identifier) @calls)])])
(macro_invocation macro: [(identifier) @calls (scoped_identifier name: (identifier) @calls)])
(struct_expression name: [(type_identifier) @creates (scoped_type_identifier name: (type_identifier) @creates)])
(impl_item trait: [
  (type_identifier) @inherits
  (scoped_type_identifier name: (type_identifier) @inherits)
  (generic_type type: (type_identifier) @inherits)])
(type_identifier) @reads
(mod_item !body) @imports
(use_declaration) @imports
(parameter pattern: [(identifier) @variable (mut_pattern (identifier) @variable)] type: (_) @type)
(let_declaration pattern: (identifier) @variable type: (_) @type)
(field_declaration name: (field_identifier) @variable type: (_) @type)
(static_item name: (identifier) @variable type: (_) @type)
(let_declaration pattern: (identifier) @variable value: (struct_expression name: (_) @made))
((let_declaration pattern: (identifier) @variable value: [
  (call_expression function: (scoped_identifier path: (_) @made name: (identifier) @_default))
  (reference_expression value: (call_expression function: (scoped_identifier path: (_) @made name: (identifier) @_default)))])
  (#eq? @_default "default"))
((let_declaration pattern: (identifier) @variable value: [
  (call_expression function: (_) @called)
  (reference_expression value: (call_expression function: (_) @called))
  (try_expression (call_expression function: (_) @called))
  (await_expression (call_expression function: (_) @called))
  (try_expression (await_expression (call_expression function: (_) @called)))])
  (#not-match? @called "::default$"))
((let_declaration pattern: (identifier) @variable value: (call_expression
  function: (field_expression value: (call_expression function: (_) @called) field: (field_identifier) @_how)))
  (#any-of? @_how "unwrap" "expect"))
(function_item name: (identifier) @function return_type: (_) @returns)`,
  standardModules: ['std', 'core', 'alloc'],
  standardMakers:
    /^(?:String|Vec|std::(?:collections|fs|io|net|path|process|time)[\w:]* \w+)\.(?:new|from|with_capacity|now|open|create)$/,
  pathStarts: ['crate', 'super'],
  imports,
  self: ['self', 'Self'],
  reach: 'file',
};

const ROOT_FILES = ['lib.rs', 'main.rs', 'mod.rs'];

const isCrate = ({ kind, name }: PackageFolder['manifest'], first: string | undefined): boolean =>
  kind === 'rust' && first !== undefined && name?.replaceAll('-', '_') === first;

const sourceFolder = ({ folder }: PackageFolder): string => pathIn(folder, 'src');

/**
 * Rust: modules are paths of files below the root of their crate.
 *
 *     src/lib.rs            crate
 *     src/net.rs            crate::net        or src/net/mod.rs
 *     src/net/client.rs     crate::net::client
 */
const modules: ModuleLookup = {
  separator: '::',
  names: (name, manifest) => isCrate(manifest, name.split('::')[0]),
  files(name, site, files) {
    const [first, ...remaining] = name.split('::').filter((part) => part !== '');
    if (first === 'crate') return inCrate(rootOf(site.path, files), remaining, files);
    if (first === 'self' || first === 'super') return fromFile([first, ...remaining], site, files);
    const crate = files.packages.find(({ manifest }) => isCrate(manifest, first));
    if (crate) return inCrate(sourceFolder(crate), remaining, files);
    return first === undefined ? [] : fromFile(['self', first, ...remaining], site, files);
  },
};

/** The folder of the nearest `lib.rs` or `main.rs` above. */
function rootOf(path: string, files: FileTree): string {
  const ancestors = ancestorsOf(folderOf(path)).reverse();
  return (
    ancestors.find((folder) => files.first([pathIn(folder, 'lib.rs'), pathIn(folder, 'main.rs')]).length > 0) ?? ''
  );
}

function inCrate(root: string, parts: readonly string[], files: FileTree): readonly string[] {
  if (parts.length === 0) return files.first(ROOT_FILES.map((file) => pathIn(root, file)));
  const path = pathIn(root, parts.join('/'));
  const matches = files.first([`${path}.rs`, `${path}/mod.rs`]);
  // The last name may be a member of a type: `crate::net::Client::open`.
  return matches.length > 0 || !/^\p{Lu}/u.test(parts[parts.length - 1])
    ? matches
    : inCrate(root, parts.slice(0, -1), files);
}

/** `self` and `super`, relative to the file; a module inside the file counts as one step. */
function fromFile(parts: readonly string[], { path, nested }: ImportSite, files: FileTree): readonly string[] {
  const ups = parts.filter((part) => part === 'super').length - nested;
  const remaining = parts.filter((part) => part !== 'super' && part !== 'self');
  if (ups < 0 || (ups === 0 && remaining.length === 0)) return [path];
  const own = ROOT_FILES.some((root) => path.endsWith(`/${root}`) || path === root)
    ? folderOf(path)
    : path.replace(/\.rs$/, '');
  let folder = own;
  for (let up = 0; up < ups; up++) folder = folderOf(folder);
  return remaining.length === 0
    ? files.first([`${folder}.rs`, ...ROOT_FILES.map((file) => pathIn(folder, file))])
    : inCrate(folder, remaining, files);
}

export const rust: CodeLanguage = {
  ...cLike,
  name: 'Rust',
  extensions: ['.rs'],
  interpreters: ['rust-script', 'cargo'],
  strings: [
    multilineDouble,
    character,
    { open: 'r"', close: '"', escape: '', multiline: true },
    { open: 'r#"', close: '"#', escape: '', multiline: true },
    { open: 'br#"', close: '"#', escape: '', multiline: true },
    { open: 'r##"', close: '"##', escape: '', multiline: true },
  ],
  comments: nestedSlashes,
  attributes: ['#[', '#!['],
  imports: ['use', 'pub use', 'extern crate'],
  definers: {
    fn: 'function',
    struct: 'class',
    enum: 'class',
    union: 'class',
    trait: 'class',
    impl: 'class',
    mod: 'module',
    'macro_rules!': 'function',
  },
  letters: '!',
  names: [{ pattern: /^(?:unsafe\s+)?impl\b[^{]*?\bfor\s+([\w:]+)/, kind: 'class' }, 'definers'],
  syntax,
  references,
  modules,
};
