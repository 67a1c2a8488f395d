/**
 * What a file refers to, read from its syntax tree by the query of its language.
 *
 *     store.client.send(message)
 *                  ~~~~            the query captures the last name
 *     ~~~~~~~~~~~~~                the names before it are read backwards from the text
 *
 * One query per file, because it runs inside WebAssembly: walking the tree from
 * here would take a call for every comma.
 */

import type { ImportedName, ReferenceSyntax } from '../../languages/referenceSyntax.js';
import type { SyntaxNode } from '../../languages/syntax.js';
import { lastName } from '../../text/lastName.js';
import { type Verb, verbs } from '../../types.js';
import type { Grammar } from './grammars.js';

/** A reference before its unit is known. `bare`: a call, if the file defines that name. */
export interface Mention {
  readonly verb: Verb | 'bare';
  readonly target: string;
  readonly key: string;
  readonly at: number;
  readonly module?: string;
  readonly local?: string;
}

export interface Mentions {
  readonly all: readonly Mention[];
  /** The namespace of everything that the file defines. */
  readonly namespace?: string;
}

const isVerb = (name: string): name is Verb => (verbs as readonly string[]).includes(name); // a list of verbs is one of strings

export function mentionsIn(text: string, root: SyntaxNode, by: Grammar, syntax: ReferenceSyntax): Mentions {
  const reader = new Reader(text, syntax);
  for (const { name, node } of by.query(syntax.query).captures(root)) {
    const { startIndex: start, endIndex: end } = node;
    if (name === 'imports') reader.imported(text.slice(start, end), start);
    else if (name === 'namespace') reader.namespace ??= dotted(text.slice(start, end));
    else if (name === 'bare' || isVerb(name)) reader.named(name, start, end);
  }
  return reader.mentions();
}

class Reader {
  namespace: string | undefined;
  readonly #text: string;
  readonly #syntax: ReferenceSyntax;
  readonly #imports: Mention[] = [];
  readonly #named: Mention[] = [];
  readonly #owners: Mention[] = [];
  /** Original names of imported ones, by their local name. */
  readonly #locals = new Map<string, string>();
  /** Captures overlap: a call or a base class is not also a plain mention. */
  readonly #seen = new Set<number>();

  constructor(text: string, syntax: ReferenceSyntax) {
    this.#text = text;
    this.#syntax = syntax;
  }

  imported(statement: string, at: number): void {
    for (const one of this.#syntax.imports?.(statement) ?? []) this.#import(one, at);
  }

  #import({ module, name, local }: ImportedName, at: number): void {
    const named = name !== undefined && name !== '*' && name !== 'default';
    if (local !== undefined) this.#locals.set(firstOf(local), named ? name : local);
    this.#imports.push({
      verb: 'imports',
      target: name ?? '',
      key: named ? lastName(name) : moduleKey(module),
      at,
      module,
      ...(local === undefined ? {} : { local }),
    });
  }

  named(verb: Mention['verb'], start: number, end: number): void {
    const { importers, makers } = this.#syntax;
    const name = this.#text.slice(start, end);
    const before = this.#before(start);
    if (verb === 'calls' && before.length === 0 && importers?.includes(name)) {
      this.#seen.add(start);
      this.imported(statementAt(this.#text, start), start);
    } else if (verb === 'calls' && before.length > 0 && makers?.includes(name)) {
      this.#seen.add(start);
      this.#add('creates', before, start);
    } else if (verb !== 'reads' || before.length > 0 || !isJoint(this.#text, end)) {
      this.#add(verb, [...before, ...dotted(name).split('.')], start);
      this.#addOwner(verb, before, name, start);
    }
  }

  /**
   * `Order.create!` depends on Order, whether or not `create!` is defined in this
   * tree; dependents of Order are looked up by its name.
   */
  #addOwner(verb: Mention['verb'], before: readonly string[], name: string, at: number): void {
    const small = before.findIndex((one) => !isCapitalised(one));
    const owner = small < 0 ? before : before.slice(0, small);
    if (owner.length === 0 || isClassName(name) || !(verb === 'calls' || verb === 'reads' || verb === 'writes')) return;
    const effect = verb === 'calls' ? this.#syntax.does?.get(name) : undefined;
    const target = owner.join('.');
    if (target.length > LONGEST) return;
    this.#owners.push({
      verb: effect ?? (verb === 'calls' ? 'reads' : verb),
      target,
      key: owner[owner.length - 1],
      at,
    });
  }

  mentions(): Mentions {
    const kept = this.#named.filter((mention) => this.#isWorthKeeping(mention));
    const all = [...this.#imports, ...[...kept, ...this.#owners].map((mention) => this.#known(mention))];
    return { all, ...(this.namespace === undefined ? {} : { namespace: this.namespace }) };
  }

  /** Most reads and writes are of local variables, which are dropped. */
  #isWorthKeeping({ verb, at, target }: Mention): boolean {
    if (verb === 'bare') return !this.#seen.has(at);
    if (verb === 'reads' && this.#seen.has(at)) return false;
    return (verb !== 'reads' && verb !== 'writes') || isCapitalised(target) || this.#locals.has(firstOf(target));
  }

  #add(verb: Mention['verb'], names: readonly string[], at: number): void {
    const target = names.join('.');
    const key = names[names.length - 1];
    if (target.length > LONGEST || lastName(key) === '') return; // `new >`: a grammar takes anything for a name
    if (verb !== 'reads' && verb !== 'bare') this.#seen.add(at);
    this.#named.push({ verb, target, key, at });
  }

  /** Replaces a local name by the original: for `import { Client as C }`, `C` by Client. */
  #known(mention: Mention): Mention {
    const original = mention.target === mention.key ? this.#locals.get(mention.key) : undefined;
    return original === undefined || original === mention.key ? mention : { ...mention, key: lastName(original) };
  }

  /** Names before the one at `start`; `?` for an expression without a name: `open(x).read`. */
  #before(start: number): string[] {
    const names: string[] = [];
    for (let at = start; names.length < DEEPEST; ) {
      const joint = jointBefore(this.#text, at, this.#syntax.joints ?? JOINTS);
      if (joint < 0) return names;
      const end = skipBack(this.#text, joint);
      const from = wordBefore(this.#text, end);
      if (from === end) return [this.#text.slice(Math.max(0, end - 7), end) === 'super()' ? 'super()' : '?', ...names];
      names.unshift(this.#text.slice(from, end).replace(/^[$@]+/, ''));
      at = from;
    }
    return names;
  }
}

/** Deeper or longer names cannot be resolved. */
const DEEPEST = 6;
const LONGEST = 120;
/** The longest first. */
const JOINTS = ['?->', '!!.', '?.', '!.', '&.', '::', '->', '.', '\\'];

const firstOf = (target: string): string => target.split('.', 1)[0];

/** A type or a constant in most languages. */
const isCapitalised = (target: string): boolean => /^\p{Lu}/u.test(target);
/** `Invoice`, but not `MAX_SIZE`. */
const isClassName = (name: string): boolean => /^\p{Lu}.*\p{Ll}/u.test(name);

/** Names joined by dots, whatever the separator of the language. */
export const dotted = (name: string): string =>
  name
    .replace(/\s+/g, '')
    .replace(/::|\\|->|[?!&]\./g, '.')
    .replace(/^\.+/, '');

/** `./net/client.js` and `net.client` are both looked up as `client`. */
export function moduleKey(module: string): string {
  if (!module.includes('/') && !FILE.test(module)) return lastName(module.replaceAll('::', '.'));
  return (module.replace(/\/+$/, '').split('/').at(-1) ?? '').replace(/\.[a-z]+$/i, '').replace(/^\.+$/, '');
}

const FILE = /\.(h|hh|hpp|hxx|c|cc|cpp|inc|php|[cm]?[jt]sx?|dart|rb|lua|vue|svelte|json)$/;

/** The start of the separator before the name at `at`; -1 if there is none. */
function jointBefore(text: string, at: number, joints: readonly string[]): number {
  const end = skipBack(text, at);
  const last = text[end - 1];
  if (last !== '.' && last !== ':' && last !== '>' && last !== '\\') return -1;
  if (text.startsWith('..', end - 2)) return -1; // `...rest`, `0..n`
  const joint = joints.find((sign) => text.startsWith(sign, end - sign.length));
  if (joint === undefined || (end < at && isAside(text, end, at))) return -1;
  return end - joint.length;
}

/** A dot at the end of a line may be the full stop of a comment above. */
function isAside(text: string, dot: number, at: number): boolean {
  if (!text.slice(dot, at).includes('\n')) return false;
  return /\/\/|#|--|^\s*\*/.test(text.slice(text.lastIndexOf('\n', dot - 1) + 1, dot));
}

/** The first of several joined names is not a mention by itself: only the whole is. */
const isJoint = (text: string, at: number): boolean => text[at] === '.' || text.startsWith('::', at);

function skipBack(text: string, at: number): number {
  let i = at;
  while (i > 0 && isBlank(text.charCodeAt(i - 1))) i--;
  return i;
}

function wordBefore(text: string, end: number): number {
  let i = end;
  if (text[i - 1] === '?' || text[i - 1] === '!') i--;
  while (i > 0 && isWord(text.charCodeAt(i - 1))) i--;
  while (i > 0 && (text[i - 1] === '@' || text[i - 1] === '$')) i--;
  return i;
}

const isBlank = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13);
const isWord = (unit: number): boolean =>
  unit > 127 || (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95;

/** The statement around a call that imports, with the names it is assigned to and its arguments. */
function statementAt(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - 1000), start);
  const assigned =
    /(?:\b(?:const|let|var|local)\s+[^=;()]*|\bmodule\.exports\s*)=\s*(?:await\s+)?$/.exec(before)?.[0] ?? '';
  let [end, depth] = [start, 0];
  for (; end < text.length && end < start + 1000; end++) {
    const sign = text[end];
    if (sign === '(' || sign === '{') depth++;
    else if (sign === ')' || sign === '}') depth--;
    if (depth < 0 || (depth === 0 && (sign === '\n' || sign === ')'))) break;
  }
  return assigned + text.slice(start, end + 1);
}
