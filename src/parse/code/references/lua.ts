import type { ImportedName, ReferenceSyntax } from './referenceSyntax.js';

/** `local client = require('net.client')` */
function imports(statement: string): readonly ImportedName[] {
  const module = /\brequire\s*\(?\s*["']([^"']+)["']/.exec(statement)?.[1];
  const local = /^\s*local\s+(\w+)\s*=/.exec(statement)?.[1];
  return module === undefined ? [] : [{ module, local }];
}

export const lua: ReferenceSyntax = {
  query: `
(function_call name: [
  (identifier) @calls
  (dot_index_expression field: (identifier) @calls)
  (method_index_expression method: (identifier) @calls)])
(dot_index_expression table: (identifier) field: (identifier) @reads)`,
  imports,
  joints: ['.', ':'],
  importers: ['require'],
  self: ['self'],
  reach: 'file',
};
