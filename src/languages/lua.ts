import { luaLike } from './families.js';
import type { CodeLanguage } from './language.js';
import { type ModuleLookup, onlyOne } from './modules.js';
import type { ImportedName, ReferenceSyntax } from './referenceSyntax.js';
import type { Definition, Syntax, SyntaxNode } from './syntax.js';

const functionIn = (node: SyntaxNode | null): SyntaxNode | undefined => {
  const value = node?.childForFieldName('value');
  return value?.type === 'function_definition' ? value : undefined;
};

/** `name = function () … end`: both sides of the assignment are lists. */
const assignedFunction: Definition = {
  kind: 'function',
  name: (node) => (functionIn(node.namedChild(1)) ? node.namedChild(0)?.childForFieldName('name')?.text : undefined),
  body: (node) => functionIn(node.namedChild(1))?.childForFieldName('body'),
};

/** The same in a table. */
const field: Definition = {
  kind: 'function',
  name: (node) => (functionIn(node) ? node.childForFieldName('name')?.text : undefined),
  body: (node) => functionIn(node)?.childForFieldName('body'),
};

const syntax: Syntax = {
  grammar: 'lua',
  definitions: {
    function_declaration: { kind: 'function' },
    assignment_statement: assignedFunction,
    field,
  },
  imports: [],
  roleByNode: {
    function_call: ({ text }) => (/^require\b/.test(text) ? 'import' : undefined),
    variable_declaration: ({ text }) => (/^local\s+\w+\s*=\s*require\b/.test(text) ? 'import' : undefined),
  },
  wrappers: ['variable_declaration'],
  exported: (node) => node.parent?.type !== 'variable_declaration' && node.firstChild?.type !== 'local',
};

/** `local client = require('net.client')` */
function imports(statement: string): readonly ImportedName[] {
  const module = /\brequire\s*\(?\s*["']([^"']+)["']/.exec(statement)?.[1];
  const local = /^\s*local\s+(\w+)\s*=/.exec(statement)?.[1];
  return module === undefined ? [] : [{ module, local }];
}

const references: ReferenceSyntax = {
  query: `
(function_call name: [
  (identifier) @calls
  (dot_index_expression field: (identifier) @calls)
  (method_index_expression method: (identifier) @calls)])
(dot_index_expression table: (identifier) field: (identifier) @reads)`,
  imports,
  separators: ['.', ':'],
  importers: ['require'],
  self: ['self'],
  reach: 'file',
};

const modules: ModuleLookup = {
  files(name, _, tree) {
    const path = name.replaceAll('.', '/');
    const matches = onlyOne(`${path}.lua`, tree);
    return matches.length > 0 ? matches : onlyOne(`${path}/init.lua`, tree);
  },
};

export const lua: CodeLanguage = {
  ...luaLike,
  name: 'Lua',
  extensions: ['.lua', '.rockspec', '.wlua', '.p8'],
  filenames: ['.luacheckrc'],
  interpreters: ['lua', 'luajit', 'lua5.1', 'lua5.2', 'lua5.3', 'lua5.4', 'texlua'],
  syntax,
  references,
  modules,
};
