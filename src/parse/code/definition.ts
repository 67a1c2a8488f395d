/** What a syntax node defines, and where its parts are. */

import type { Definition, Syntax, SyntaxNode } from '../../languages/syntax.js';
import type { Node, Span } from '../../types.js';
import type { CodeLines } from './lines.js';
import type { Roles } from './roles.js';

/** One file, as it is being read. */
export interface Reading {
  readonly lines: CodeLines;
  readonly syntax: Syntax;
  readonly roles: Roles;
  /** There is an error somewhere. If not, definitions need not be checked for one. */
  readonly broken: boolean;
}

/** A definition found in the tree. */
export interface FoundDefinition {
  readonly node: SyntaxNode;
  readonly definition: Definition;
  readonly name: string;
}

/** Maximum wrappers around a definition: `export default async function f`. */
const WRAPPERS = 6;

/** The definition that a node is, or that it wraps. */
export function definitionIn(outer: SyntaxNode, roles: Roles): FoundDefinition | undefined {
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

/** The name of a definition, its documentation, and where its inside begins. */
export interface Parts {
  readonly body: SyntaxNode | null | undefined;
  /** Where its inside begins; undefined without a body. */
  readonly first: number | undefined;
  readonly described: Pick<Node, 'head' | 'doc' | 'meta' | 'inner'>;
}

export function partsOf(found: FoundDefinition, span: Span, reading: Reading): Parts {
  const { lines, syntax } = reading;
  const body = bodyOf(found);
  const first = body ? firstIn(body, span.start, reading) : undefined;
  const doc = body ? syntax.docstring?.(body, lines.text) : undefined;
  const language = body ? found.definition.language?.(found.node) : undefined;
  const meta = metaOf(found, reading);
  const described = {
    head: headOf({ start: span.start, end: first ?? span.end }, doc, reading),
    ...(doc ? { doc: spanOf(doc) } : {}),
    ...(meta ? { meta } : {}),
    ...(body && language !== undefined ? { inner: { language, ...spanOf(body) } } : {}),
  };
  return { body, first, described };
}

const spanOf = ({ startIndex, endIndex }: SyntaxNode): Span => ({ start: startIndex, end: endIndex });

function bodyOf({ node, definition: { body = 'body' } }: FoundDefinition): SyntaxNode | null | undefined {
  return typeof body === 'string' ? node.childForFieldName(body) : body(node);
}

/** At the body, or at the comments above it that some grammars leave outside. */
function firstIn(body: SyntaxNode, start: number, { lines, roles }: Reading): number {
  let first = lines.head(body.startIndex);
  const between = first > 0 && lines.before(first) > start; // a line that belongs to neither
  let above = between ? body.previousSibling : null;
  while (above && roles.of(above.typeId) === 'comment') {
    const head = lines.head(above.startIndex);
    if (head < 0) break;
    first = head;
    above = above.previousSibling;
  }
  return first >= 0 ? first : body.startIndex;
}

/** The text before the body, without documentation at its start, and without blanks and the opening bracket at its end. */
function headOf({ start, end }: Span, doc: SyntaxNode | null | undefined, { lines, syntax }: Reading): Span {
  const after = doc && lines.head(doc.startIndex) === start ? lines.end(doc.endIndex) : start;
  const from = after < end ? after : start;
  const { opener = '{' } = syntax;
  const head = lines.text.slice(from, end).trimEnd();
  const bare = opener !== '' && head.endsWith(opener) ? head.slice(0, -opener.length).trimEnd() : head;
  return { start: from, end: from + bare.length };
}

function metaOf({ node, name }: FoundDefinition, { syntax, broken }: Reading): Node['meta'] {
  const exported = syntax.exported?.(node, name) ?? false;
  const unclean = broken && node.hasError;
  if (!exported && !unclean) return undefined;
  return { ...(exported ? { exported } : {}), ...(unclean ? { clean: false } : {}) };
}
