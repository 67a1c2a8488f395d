/** What a syntax node defines, and where its parts are. */

import type { Definition, Syntax, SyntaxNode } from '../../languages/syntax.js';
import type { Node, Span } from '../../types.js';
import type { CodeLines } from './lines.js';
import type { Roles } from './roles.js';

/** One file, as it is being read. */
export interface CodeContext {
  readonly lines: CodeLines;
  readonly syntax: Syntax;
  readonly roles: Roles;
  /** There is an error somewhere. If not, definitions need not be checked for one. */
  readonly hasErrors: boolean;
}

/** A definition found in the tree. */
export interface FoundDefinition {
  readonly node: SyntaxNode;
  readonly definition: Definition;
  readonly name: string;
}

/** Maximum wrappers around a definition: `export default async function f`. */
const MAX_WRAPPERS = 6;

/** The definition that a node is, or that it wraps. */
export function definitionIn(outer: SyntaxNode, roles: Roles): FoundDefinition | undefined {
  let node: SyntaxNode | undefined = outer;
  for (let depth = 0; node && depth < MAX_WRAPPERS; depth++) {
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
  readonly bodyStart: number | undefined;
  readonly nodeFields: Pick<Node, 'head' | 'doc' | 'meta' | 'inner'>;
}

export function partsOf(found: FoundDefinition, span: Span, context: CodeContext): Parts {
  const { lines, syntax } = context;
  const body = bodyOf(found);
  const bodyStart = body ? bodyStartOf(body, span.start, context) : undefined;
  const doc = body ? syntax.docstring?.(body, lines.text) : undefined;
  const language = body ? found.definition.language?.(found.node) : undefined;
  const meta = metaOf(found, context);
  const nodeFields = {
    head: headOf({ start: span.start, end: bodyStart ?? span.end }, doc, context),
    ...(doc ? { doc: spanOf(doc) } : {}),
    ...(meta ? { meta } : {}),
    ...(body && language !== undefined ? { inner: { language, ...spanOf(body) } } : {}),
  };
  return { body, bodyStart, nodeFields };
}

const spanOf = ({ startIndex, endIndex }: SyntaxNode): Span => ({ start: startIndex, end: endIndex });

function bodyOf({ node, definition: { body = 'body' } }: FoundDefinition): SyntaxNode | null | undefined {
  return typeof body === 'string' ? node.childForFieldName(body) : body(node);
}

/** At the body, or at the comments above it that some grammars leave outside. */
function bodyStartOf(body: SyntaxNode, start: number, { lines, roles }: CodeContext): number {
  let bodyStart = lines.lineStartAt(body.startIndex);
  const hasLineBetween = bodyStart > 0 && lines.previousLineStart(bodyStart) > start; // a line that belongs to neither
  let sibling = hasLineBetween ? body.previousSibling : null;
  while (sibling && roles.of(sibling.typeId) === 'comment') {
    const commentStart = lines.lineStartAt(sibling.startIndex);
    if (commentStart < 0) break;
    bodyStart = commentStart;
    sibling = sibling.previousSibling;
  }
  return bodyStart >= 0 ? bodyStart : body.startIndex;
}

/** The text before the body, without documentation at its start, and without blanks and the opening bracket at its end. */
function headOf({ start, end }: Span, doc: SyntaxNode | null | undefined, { lines, syntax }: CodeContext): Span {
  const afterDoc = doc && lines.lineStartAt(doc.startIndex) === start ? lines.lineEnd(doc.endIndex) : start;
  const from = afterDoc < end ? afterDoc : start;
  const { opener = '{' } = syntax;
  const head = lines.text.slice(from, end).trimEnd();
  const withoutOpener = opener !== '' && head.endsWith(opener) ? head.slice(0, -opener.length).trimEnd() : head;
  return { start: from, end: from + withoutOpener.length };
}

function metaOf({ node, name }: FoundDefinition, { syntax, hasErrors }: CodeContext): Node['meta'] {
  const exported = syntax.exported?.(node, name) ?? false;
  const hasSyntaxError = hasErrors && node.hasError;
  if (!exported && !hasSyntaxError) return undefined;
  return { ...(exported ? { exported } : {}), ...(hasSyntaxError ? { clean: false } : {}) };
}
