/** Calls that are statements: `belongs_to :account, optional: true`, `resources :posts do … end`. */

import type { SyntaxNode } from '../../languages/syntax.js';
import type { Span } from '../../types.js';
import { literal, namedIn, type RubyLiteral, type RubyOptions, rubyOptions } from './literal.js';

/** What contains statements: a block, or a branch of a condition. */
export interface EnclosingBlock extends Span {
  /** Where its opening ends: after `do |order|`, after the condition of an `if`. */
  readonly opens: number;
  /** It has an `end` of its own; an `else` does not. */
  readonly closes: boolean;
}

export interface RubyCall extends Span {
  readonly name: string;
  /** Its receiver, as written. */
  readonly on?: string;
  /** Its receiver, if that is a literal: `%i[a b].each`. A constant is code. */
  readonly over?: RubyLiteral;
  readonly args: readonly RubyLiteral[];
  readonly options: RubyOptions;
  /** The calls in its block; undefined without one. */
  readonly block?: readonly RubyCall[];
  /** The parameters of the block. */
  readonly params?: readonly string[];
  /** Where the opening of its block ends. */
  readonly opens?: number;
  /** The conditions around it, outermost first: they are not calls. */
  readonly under?: readonly EnclosingBlock[];
}

/** Nodes that only contain statements. */
const STATEMENT_CONTAINERS: ReadonlySet<string> = new Set([
  'program',
  'body_statement',
  'block_body',
  'begin',
  'begin_block',
  'then',
  'parenthesized_statements',
]);
/** Nodes that decide whether statements run, and the field of their condition. */
const CONDITIONS: ReadonlyMap<string, string> = new Map([
  ['if', 'condition'],
  ['unless', 'condition'],
  ['elsif', 'condition'],
  ['case', 'value'],
  ['when', 'pattern'],
  ['else', ''],
]);
/** Branches have no `end` of their own. */
const BRANCHES: ReadonlySet<string> = new Set(['elsif', 'when', 'else']);
const MODIFIERS: ReadonlySet<string> = new Set(['if_modifier', 'unless_modifier', 'rescue_modifier']);
const MAX_DEPTH = 24;

/** The calls among the statements of a node, each with the comment above it. */
export function callsIn(node: SyntaxNode, depth = 0, conditions: readonly EnclosingBlock[] = []): RubyCall[] {
  const calls: RubyCall[] = [];
  if (depth > MAX_DEPTH) return calls;
  for (const child of node.namedChildren) {
    if (!child) continue;
    const statement = MODIFIERS.has(child.type) ? (child.childForFieldName('body') ?? child) : child;
    const call = callOf(statement, depth);
    if (call)
      calls.push({
        ...call,
        start: startWithComment(child),
        end: child.endIndex,
        ...(conditions.length > 0 ? { under: conditions } : {}),
      });
    else if (STATEMENT_CONTAINERS.has(child.type)) calls.push(...callsIn(child, depth + 1, conditions));
    else if (CONDITIONS.has(child.type)) calls.push(...callsIn(child, depth + 1, [...conditions, conditionOf(child)]));
  }
  return calls;
}

function conditionOf(node: SyntaxNode): EnclosingBlock {
  const condition = node.childForFieldName(CONDITIONS.get(node.type) ?? '');
  const opens = condition?.endIndex ?? node.startIndex + node.type.length;
  return { start: node.startIndex, end: node.endIndex, opens, closes: !BRANCHES.has(node.type) };
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
  const argumentList = node.childForFieldName('arguments');
  const args = argumentList ? namedIn(argumentList) : [];
  const receiver = node.childForFieldName('receiver');
  return {
    ...span,
    name: method.text,
    ...(receiver ? { on: receiver.text, ...literalReceiver(receiver) } : {}),
    args: args.filter(({ type }) => type !== 'pair' && type !== 'block_argument').map((arg) => literal(arg)),
    options: rubyOptions(args),
    ...blockOf(node, depth),
  };
}

function blockOf(node: SyntaxNode, depth: number): Pick<RubyCall, 'block' | 'params' | 'opens'> {
  const block = node.childForFieldName('block');
  if (!block) return {};
  const body = block.childForFieldName('body');
  const parameterList = block.childForFieldName('parameters');
  const params = parameterList ? namedIn(parameterList).flatMap(namesOf) : [];
  return {
    block: body ? callsIn(body, depth + 1) : [],
    ...(params.length > 0 ? { params } : {}),
    opens: parameterList?.endIndex ?? block.startIndex + (block.type === 'do_block' ? 'do'.length : '{'.length),
  };
}

/** `|name|`, and both of `|(name, type)|`. */
const namesOf = (param: SyntaxNode): string[] =>
  param.type === 'destructured_parameter' ? namedIn(param).flatMap(namesOf) : [param.text];

const LITERAL_TYPES: ReadonlySet<string> = new Set(['array', 'symbol_array', 'string_array', 'hash', 'constant']);

/** Lists, and constants that may be lists; `.freeze` and `.each` change nothing. */
function literalReceiver(receiver: SyntaxNode): Pick<RubyCall, 'over'> {
  const list = unwrapList(receiver);
  return LITERAL_TYPES.has(list.type) ? { over: literal(list) } : {};
}

/** The list in a chain of calls: `%w[a b].freeze.each_with_index`. */
export function unwrapList(node: SyntaxNode): SyntaxNode {
  const method = node.type === 'call' ? node.childForFieldName('method')?.text : undefined;
  const receiver = node.childForFieldName('receiver');
  return receiver && (method === 'freeze' || method === 'each') ? unwrapList(receiver) : node;
}

/** The start of a statement, including the comment right above it. */
export function startWithComment(node: SyntaxNode): number {
  let first = node;
  for (let comment = previousNode(node); comment?.type === 'comment'; comment = previousNode(comment)) {
    const isAdjacent = first.startPosition.row - comment.endPosition.row === 1;
    if (!isAdjacent || comment.startPosition.row === previousNode(comment)?.endPosition.row) break;
    first = comment;
  }
  return first.startIndex;
}

/** The node before another. A comment at the start of a body is before the body. */
function previousNode(node: SyntaxNode): SyntaxNode | null {
  const { previousNamedSibling, parent } = node;
  return previousNamedSibling ?? (parent?.type === 'body_statement' ? parent.previousNamedSibling : null);
}
