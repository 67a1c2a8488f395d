/** A Ruby file: its classes and modules, what their bodies declare, and their methods. */

import type { SyntaxNode } from '../../languages/syntax.js';
import type { Span } from '../../types.js';
import { withSyntax } from '../code/syntaxTree.js';
import { callsIn, type RubyCall, startWithComment, unwrapList } from './call.js';
import { isRubyCode, literal, namedIn, type RubyLiteral } from './literal.js';

export type Visibility = 'public' | 'protected' | 'private';

export interface RubyMethod extends Span {
  readonly name: string;
  readonly visibility: Visibility;
  /** Of the class itself: `def self.x`. */
  readonly singleton: boolean;
  /** Its first line, as written. */
  readonly signature: string;
}

export interface RubyClass extends Span {
  readonly module: boolean;
  /** With the names of the modules around it: `Admin::User`. */
  readonly name: string;
  /** As written: `::User` is always the outermost one. */
  readonly superclass?: string;
  /** The line that opens it. */
  readonly head: string;
  readonly calls: readonly RubyCall[];
  readonly methods: readonly RubyMethod[];
  /** Its constants that are literal lists: loops use them. */
  readonly lists: Readonly<Record<string, RubyLiteral>>;
  /** It contains only other classes. */
  readonly holder: boolean;
}

export interface RubyFile {
  readonly classes: readonly RubyClass[];
  /** Calls outside of any class: schemas and routes are made of them. */
  readonly calls: readonly RubyCall[];
}

const MAX_DEPTH = 16;

export const readRuby = (text: string): Promise<RubyFile | undefined> =>
  withSyntax('ruby', text, (root) => ({ classes: classesIn(root, '', text, 0), calls: callsIn(root) }));

function classesIn(node: SyntaxNode, outer: string, text: string, depth: number): RubyClass[] {
  if (depth > MAX_DEPTH) return [];
  return node.namedChildren.flatMap((child) => {
    if (!child) return [];
    if (child.type === 'class' || child.type === 'module') return classOf(child, outer, text, depth);
    return child.type === 'body_statement' ? classesIn(child, outer, text, depth) : [];
  });
}

function classOf(node: SyntaxNode, outer: string, text: string, depth: number): RubyClass[] {
  const ownName = node.childForFieldName('name')?.text.replace(/^::/, '');
  if (!ownName) return [];
  const name = outer === '' ? ownName : `${outer}::${ownName}`;
  const body = node.childForFieldName('body');
  const inner = body ? classesIn(body, name, text, depth + 1) : [];
  const superclass = node.childForFieldName('superclass')?.namedChild(0)?.text;
  const calls = body ? [...callsIn(body), ...hooksIn(body)] : [];
  const methods = body ? methodsIn(body, text, false) : [];
  const rubyClass: RubyClass = {
    start: startWithComment(node),
    end: node.endIndex,
    module: node.type === 'module',
    name,
    ...(superclass === undefined ? {} : { superclass }),
    head: text.slice(node.startIndex, endOfLine(text, node.startIndex)).trim(),
    calls,
    methods,
    lists: body ? listsIn(body) : {},
    holder: inner.length > 0 && calls.length === 0 && methods.length === 0,
  };
  return [rubyClass, ...inner];
}

/** `def self.included(base)` is how `included do` was written before there were concerns. */
const HOOKS: ReadonlySet<string> = new Set(['included', 'prepended']);

function hooksIn(body: SyntaxNode): RubyCall[] {
  return body.namedChildren.flatMap((child): RubyCall[] => {
    const name = child?.type === 'singleton_method' ? child.childForFieldName('name')?.text : undefined;
    const hookBody = child?.childForFieldName('body');
    const parameterList = child?.childForFieldName('parameters');
    if (!child || !hookBody || !parameterList || name === undefined || !HOOKS.has(name)) return [];
    const params = namedIn(parameterList).map((param) => param.text);
    const span = { start: startWithComment(child), end: child.endIndex, opens: parameterList.endIndex };
    return [{ ...span, name, args: [], options: {}, block: callsIn(hookBody), params }];
  });
}

/** `KINDS = %w[card cash].freeze` */
function listsIn(body: SyntaxNode): Record<string, RubyLiteral> {
  const lists: Record<string, RubyLiteral> = {};
  for (const child of body.namedChildren) {
    const [left, right] = [child?.childForFieldName('left'), child?.childForFieldName('right')];
    if (child?.type !== 'assignment' || left?.type !== 'constant' || !right) continue;
    const value = literal(unwrapList(right));
    if (typeof value === 'object' && value !== null && !isRubyCode(value)) lists[left.text] = value;
  }
  return lists;
}

/** `private` applies until the next of its kind; `private :a` and `private def a` apply to one method. */
function methodsIn(body: SyntaxNode, text: string, singleton: boolean): RubyMethod[] {
  const methods: RubyMethod[] = [];
  let visibility: Visibility = 'public';
  for (const child of body.namedChildren) {
    if (!child) continue;
    if (child.type === 'identifier') visibility = visibilityOf(child.text) ?? visibility;
    const method = methodOf(child, visibility, text, singleton);
    if (method) methods.push(method);
    if (child.type === 'singleton_class') {
      const innerBody = child.childForFieldName('body');
      if (innerBody) methods.push(...methodsIn(innerBody, text, true));
    }
    const callName = child.type === 'call' ? child.childForFieldName('method')?.text : undefined;
    if (callName === 'concerning' || callName === 'class_methods') {
      const innerBody = child.childForFieldName('block')?.childForFieldName('body');
      if (innerBody) methods.push(...methodsIn(innerBody, text, singleton || callName === 'class_methods'));
    }
    const modifier = callName === undefined ? undefined : visibilityOf(callName);
    if (modifier === undefined) continue;
    for (const arg of child.childForFieldName('arguments')?.namedChildren ?? []) {
      const inlineMethod = arg && methodOf(arg, modifier, text, singleton);
      if (inlineMethod) methods.push({ ...inlineMethod, start: startWithComment(child) });
      const symbolName = arg?.type === 'simple_symbol' ? arg.text.slice(1) : undefined;
      const at = methods.findIndex(({ name }) => name === symbolName);
      if (at >= 0) methods[at] = { ...methods[at], visibility: modifier };
    }
  }
  return methods;
}

function methodOf(node: SyntaxNode, visibility: Visibility, text: string, singleton: boolean): RubyMethod | undefined {
  if (node.type !== 'method' && node.type !== 'singleton_method') return undefined;
  const name = node.childForFieldName('name')?.text;
  if (!name) return undefined;
  const isSingleton = node.type === 'singleton_method';
  return {
    name,
    visibility: isSingleton ? 'public' : visibility, // `private` does not apply to `def self.x`
    singleton: singleton || isSingleton,
    start: startWithComment(node),
    end: node.endIndex,
    signature: text.slice(node.startIndex, endOfLine(text, node.startIndex)).trim(),
  };
}

const visibilityOf = (word: string): Visibility | undefined =>
  word === 'public' || word === 'protected' || word === 'private' ? word : undefined;

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
