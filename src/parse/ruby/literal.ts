/**
 * The arguments of a Ruby call as plain data. Symbols and strings are both strings;
 * anything that would have to be run is kept as code.
 *
 *     :user, 'User'            "user", "User"
 *     %i[show edit], [:a, :b]  ["show", "edit"], ["a", "b"]
 *     { null: false }          { "null": false }
 *     Account, -> { recent }   { "code": "Account" }, { "code": "-> { recent }" }
 */
import type { SyntaxNode } from '../../languages/syntax.js';

export interface RubyCode {
  readonly code: string;
}
export type RubyLiteral = string | number | boolean | null | RubyCode | readonly RubyLiteral[] | RubyOptions;
export interface RubyOptions {
  readonly [key: string]: RubyLiteral;
}

/** Maximum depth of arguments: deeper ones are attacks. */
const MAX_DEPTH = 12;

export function literal(node: SyntaxNode, depth = 0): RubyLiteral {
  if (depth > MAX_DEPTH) return { code: node.text };
  switch (node.type) {
    case 'simple_symbol':
      return node.text.slice(1);
    case 'delimited_symbol':
    case 'string':
    case 'bare_symbol':
    case 'bare_string':
    case 'hash_key_symbol':
      return plainString(node);
    case 'integer':
      return Number(node.text.replaceAll('_', ''));
    case 'true':
      return true;
    case 'false':
      return false;
    case 'nil':
      return null;
    case 'array':
    case 'symbol_array':
    case 'string_array':
      return namedIn(node).map((child) => literal(child, depth + 1));
    case 'hash':
      return rubyOptions(namedIn(node), depth + 1);
    default:
      return { code: node.text };
  }
}

/** A string with interpolation is code: its value is unknown. */
function plainString(node: SyntaxNode): RubyLiteral {
  if (node.type === 'hash_key_symbol') return node.text;
  if (node.namedChildren.some((child) => child?.type === 'interpolation')) return { code: node.text };
  return node.namedChildren.map((child) => child?.text ?? '').join('');
}

/** `key: value` pairs among some nodes, as one object. */
export function rubyOptions(nodes: readonly SyntaxNode[], depth = 0): RubyOptions {
  const options: Record<string, RubyLiteral> = {};
  for (const node of nodes) {
    if (node.type !== 'pair') continue;
    const [key, value] = [node.childForFieldName('key'), node.childForFieldName('value')];
    const name = key && literal(key, depth);
    if (typeof name === 'string') options[name] = value ? literal(value, depth) : { code: name };
  }
  return options;
}

/** Named children, without comments. */
export const namedIn = (node: SyntaxNode): SyntaxNode[] =>
  node.namedChildren.filter((child): child is SyntaxNode => child !== null && child.type !== 'comment');

/** All names in a literal: `:a`, `[:a, :b]`. */
export function literalNames(value: RubyLiteral | undefined): string[] {
  if (typeof value === 'string') return [value];
  return isList(value) ? value.flatMap(literalNames) : [];
}

export const isList = (value: RubyLiteral | undefined): value is readonly RubyLiteral[] => Array.isArray(value);
export const isRubyCode = (value: RubyLiteral | undefined): value is RubyCode =>
  typeof value === 'object' && value !== null && !isList(value) && typeof value.code === 'string';
/** A name, or a constant: `'User'`, `User`. */
export const literalName = (value: RubyLiteral | undefined): string | undefined =>
  typeof value === 'string' ? value : isRubyCode(value) ? value.code : undefined;

/**
 * Constants that a Ruby text refers to, the most frequent first. By a pattern and not
 * by the syntax tree: visiting every node of a large file takes longer than parsing
 * it, and every constant begins with a capital.
 */
const QUOTED = /"(?:[^"\\\n#]|\\.|#(?!\{))*"|'(?:[^'\\\n]|\\.)*'/g;
const COMMENT = /(^|\s)#(?!\{).*$/gm;
const CONSTANT = /(?<![\w:.@$?])(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*(?![\w?!]*:[^:])/g;

/** The text with spaces in place of strings and comments, so that offsets stay the same. */
export const blanked = (text: string): string =>
  text
    .replace(QUOTED, spacesFor)
    .replace(COMMENT, (match, leading: string) => leading + spacesFor(match.slice(leading.length)));
const spacesFor = (part: string): string => ' '.repeat(part.length);

export function constantsIn(text: string): string[] {
  const counts = new Map<string, number>();
  const code = text.replace(QUOTED, "''").replace(COMMENT, '$1');
  for (const [name] of code.matchAll(CONSTANT)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name); // of equals, the first one first
}

/**
 * The constant that a name refers to, looked up from the innermost scope outwards.
 *
 *     Item inside Shop::Cart     →  Shop::Cart::Item, Shop::Item, Item
 *     ::Item inside Shop::Cart   →  Item
 */
export function resolveConstant(name: string, scope: string, isKnown: (name: string) => boolean): string | undefined {
  if (name.startsWith('::')) return isKnown(name.slice(2)) ? name.slice(2) : undefined;
  const scopes = scope.split('::');
  for (let depth = scopes.length; depth >= 0; depth--) {
    const candidate = [...scopes.slice(0, depth), name].join('::');
    if (isKnown(candidate)) return candidate;
  }
  return undefined;
}
