/** A Ruby file: its classes and modules, what their bodies declare, and their methods. */

import type { SyntaxNode } from '../../languages/syntax.js';
import type { Span } from '../../types.js';
import { withSyntax } from '../code/syntaxTree.js';
import { callsIn, describedFrom, type RubyCall, unwrapList } from './call.js';
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
  const own = node.childForFieldName('name')?.text.replace(/^::/, '');
  if (!own) return [];
  const name = outer === '' ? own : `${outer}::${own}`;
  const body = node.childForFieldName('body');
  const inner = body ? classesIn(body, name, text, depth + 1) : [];
  const superclass = node.childForFieldName('superclass')?.namedChild(0)?.text;
  const calls = body ? [...callsIn(body), ...hooksIn(body)] : [];
  const methods = body ? methodsIn(body, text, false) : [];
  const found: RubyClass = {
    start: describedFrom(node),
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
  return [found, ...inner];
}

/** `def self.included(base)` is how `included do` was written before there were concerns. */
const HOOKS: ReadonlySet<string> = new Set(['included', 'prepended']);

function hooksIn(body: SyntaxNode): RubyCall[] {
  return body.namedChildren.flatMap((child): RubyCall[] => {
    const name = child?.type === 'singleton_method' ? child.childForFieldName('name')?.text : undefined;
    const inside = child?.childForFieldName('body');
    const given = child?.childForFieldName('parameters');
    if (!child || !inside || !given || name === undefined || !HOOKS.has(name)) return [];
    const params = namedIn(given).map((param) => param.text);
    const span = { start: describedFrom(child), end: child.endIndex, opens: given.endIndex };
    return [{ ...span, name, args: [], options: {}, block: callsIn(inside), params }];
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
    const direct = methodOf(child, visibility, text, singleton);
    if (direct) methods.push(direct);
    if (child.type === 'singleton_class') {
      const inside = child.childForFieldName('body');
      if (inside) methods.push(...methodsIn(inside, text, true));
    }
    const called = child.type === 'call' ? child.childForFieldName('method')?.text : undefined;
    if (called === 'concerning' || called === 'class_methods') {
      const inside = child.childForFieldName('block')?.childForFieldName('body');
      if (inside) methods.push(...methodsIn(inside, text, singleton || called === 'class_methods'));
    }
    const modifier = called === undefined ? undefined : visibilityOf(called);
    if (modifier === undefined) continue;
    for (const arg of child.childForFieldName('arguments')?.namedChildren ?? []) {
      const given = arg && methodOf(arg, modifier, text, singleton);
      if (given) methods.push({ ...given, start: describedFrom(child) });
      const named = arg?.type === 'simple_symbol' ? arg.text.slice(1) : undefined;
      const at = methods.findIndex(({ name }) => name === named);
      if (at >= 0) methods[at] = { ...methods[at], visibility: modifier };
    }
  }
  return methods;
}

function methodOf(node: SyntaxNode, visibility: Visibility, text: string, singleton: boolean): RubyMethod | undefined {
  if (node.type !== 'method' && node.type !== 'singleton_method') return undefined;
  const name = node.childForFieldName('name')?.text;
  if (!name) return undefined;
  const own = node.type === 'singleton_method';
  return {
    name,
    visibility: own ? 'public' : visibility, // `private` does not apply to `def self.x`
    singleton: singleton || own,
    start: describedFrom(node),
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
