/** Calls that are statements: `belongs_to :account, optional: true`, `resources :posts do … end`. */
import type { Span } from '../../types.js';
import type { SyntaxNode } from '../code/syntax.js';
import { type Literal, literal, namedIn, type Options, optionsOf } from './literal.js';

export interface RubyCall extends Span {
  readonly name: string;
  /** What it is called on, as it is written. */
  readonly on?: string;
  readonly args: readonly Literal[];
  readonly options: Options;
  /** The calls in its block; undefined without one. */
  readonly block?: readonly RubyCall[];
}

/** What only holds statements, or decides whether they are run. */
const HOLDERS: ReadonlySet<string> = new Set([
  'program',
  'body_statement',
  'block_body',
  'begin',
  'begin_block',
  'then',
  'else',
  'elsif',
  'if',
  'unless',
  'parenthesized_statements',
]);
const MODIFIERS: ReadonlySet<string> = new Set(['if_modifier', 'unless_modifier', 'rescue_modifier']);
const DEEPEST = 24;

/** The calls among the statements of a node, each with the comment above it. */
export function callsIn(node: SyntaxNode, depth = 0): RubyCall[] {
  const calls: RubyCall[] = [];
  if (depth > DEEPEST) return calls;
  for (const child of node.namedChildren) {
    if (!child) continue;
    const statement = MODIFIERS.has(child.type) ? (child.childForFieldName('body') ?? child) : child;
    const call = callOf(statement, depth);
    if (call) calls.push({ ...call, start: describedFrom(child), end: child.endIndex });
    else if (HOLDERS.has(child.type)) calls.push(...callsIn(child, depth + 1));
  }
  return calls;
}

/** `private` alone is an identifier; with arguments, a block or a receiver it is a call. */
function callOf(node: SyntaxNode, depth: number): RubyCall | undefined {
  const span = { start: node.startIndex, end: node.endIndex };
  if (node.type === 'identifier') return { ...span, name: node.text, args: [], options: {} };
  if (node.type === 'assignment' && node.childForFieldName('left')?.text.startsWith('self.')) {
    const right = node.childForFieldName('right');
    const name = `${node.childForFieldName('left')?.text.slice('self.'.length)}=`;
    return { ...span, name, on: 'self', args: right ? [literal(right)] : [], options: {} };
  }
  const method = node.type === 'call' ? node.childForFieldName('method') : null;
  if (!method) return undefined;
  const given = node.childForFieldName('arguments');
  const args = given ? namedIn(given) : [];
  const block = node.childForFieldName('block');
  const body = block?.childForFieldName('body');
  const on = node.childForFieldName('receiver')?.text;
  return {
    ...span,
    name: method.text,
    ...(on === undefined ? {} : { on }),
    args: args.filter(({ type }) => type !== 'pair' && type !== 'block_argument').map((arg) => literal(arg)),
    options: optionsOf(args),
    ...(block ? { block: body ? callsIn(body, depth + 1) : [] } : {}),
  };
}

/** Where a statement begins with the comment right above it. */
export function describedFrom(node: SyntaxNode): number {
  let first = node;
  for (let above = before(node); above?.type === 'comment'; above = before(above)) {
    const isNext = first.startPosition.row - above.endPosition.row === 1;
    if (!isNext || above.startPosition.row === before(above)?.endPosition.row) break;
    first = above;
  }
  return first.startIndex;
}

/** What stands before a node. A comment at the head of a body stands before the body. */
function before(node: SyntaxNode): SyntaxNode | null {
  const { previousNamedSibling, parent } = node;
  return previousNamedSibling ?? (parent?.type === 'body_statement' ? parent.previousNamedSibling : null);
}
