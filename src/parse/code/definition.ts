/** What a syntax node defines, and where its parts are. */
import type { Node, Span } from '../../types.js';
import type { Roles } from './roles.js';
import type { Definition, Syntax, SyntaxNode } from './syntax.js';

/** A definition found in the tree. */
export interface Found {
  readonly node: SyntaxNode;
  readonly definition: Definition;
  readonly name: string;
}

/** `export default async function f`: how many wrappers there may be around one definition. */
const WRAPPERS = 6;

/** The definition that a node is, or that it wraps. */
export function definitionIn(outer: SyntaxNode, roles: Roles): Found | undefined {
  let node: SyntaxNode | undefined = outer;
  for (let depth = 0; node && depth < WRAPPERS; depth++) {
    const definition = roles.definition(node.typeId);
    const name = definition && nameOf(node, definition);
    if (definition && name) return { node, definition, name };
    node = node.namedChildren.find(({ typeId }) => roles.definition(typeId) || roles.of(typeId) === 'wrapper');
  }
  return undefined;
}

function nameOf(node: SyntaxNode, { name = 'name' }: Definition): string | undefined {
  const found = typeof name === 'string' ? node.childForFieldName(name)?.text : name(node);
  return found?.replace(/\s+/g, ' ').trim() || undefined;
}

export function bodyOf({ node, definition: { body = 'body' } }: Found): SyntaxNode | null | undefined {
  return typeof body === 'string' ? node.childForFieldName(body) : body(node);
}

/** What else is said of a definition. */
export function metaOf({ node, name }: Found, syntax: Syntax, broken: boolean): Node['meta'] {
  const exported = syntax.exported?.(node, name) ?? false;
  const unclean = broken && node.hasError;
  if (!exported && !unclean) return undefined;
  return { ...(exported ? { exported } : {}), ...(unclean ? { clean: false } : {}) };
}

/** What stands before the body, without the blanks and the bracket that opens it. */
export function headOf(text: string, { start, end }: Span, opener: string): Span {
  const head = text.slice(start, end).trimEnd();
  const bare = opener !== '' && head.endsWith(opener) ? head.slice(0, -opener.length).trimEnd() : head;
  return { start, end: start + bare.length };
}
