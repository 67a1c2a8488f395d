import type { ImportedName, ReferenceSyntax } from './referenceSyntax.js';

/** `a::{self, b::C as D, e::*}` → its leaves, each with the path before it. */
function leaves(tree: string, before: string): ImportedName[] {
  const text = tree.trim();
  const group = /^(?:([\s\S]*?)::)?\s*\{([\s\S]*)\}$/.exec(text);
  if (group) {
    const path = [before, group[1]?.trim()].filter((part) => part).join('::');
    return branches(group[2]).flatMap((branch) => leaves(branch, path));
  }
  const [path = '', alias] = text.split(/\s+as\s+/);
  const parts = [before, path]
    .filter((part) => part !== '')
    .join('::')
    .split('::');
  if (parts.at(-1) === 'self') parts.pop();
  const name = parts.pop() ?? '';
  if (name === '') return [];
  return [{ module: parts.join('::'), name, local: name === '*' ? undefined : (alias ?? name) }];
}

/** Split at commas that are in no inner braces. */
function branches(list: string): string[] {
  const found: string[] = [];
  let [depth, from] = [0, 0];
  for (let i = 0; i < list.length; i++) {
    if (list[i] === '{') depth++;
    else if (list[i] === '}') depth--;
    else if (list[i] === ',' && depth === 0) {
      found.push(list.slice(from, i));
      from = i + 1;
    }
  }
  return [...found, list.slice(from)].filter((branch) => branch.trim() !== '');
}

/** `pub use crate::a::B;` and `mod parser;` */
function imports(statement: string): readonly ImportedName[] {
  const text = statement.replace(/\/\/.*|;/g, ' ').trim();
  const module = /^(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)$/.exec(text)?.[1];
  if (module) return [{ module: 'self', name: module, local: module }];
  const tree = /\buse\s+([\s\S]+)$/.exec(text)?.[1];
  return tree === undefined ? [] : leaves(tree.replace(/^\s*::/, ''), '');
}

export const rust: ReferenceSyntax = {
  query: `
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
(use_declaration) @imports`,
  imports,
  self: ['self', 'Self'],
  reach: 'file',
};
