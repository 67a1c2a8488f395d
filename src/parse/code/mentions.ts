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
import { type DeclaredName, DeclaredNameReader, isDeclaringCapture } from './declaredNames.js';
import type { Grammar } from './grammars.js';

/** A reference before its unit is known. `bare`: a call, if the file defines that name. */
export interface Mention {
  readonly verb: Verb | 'bare';
  readonly target: string;
  readonly key: string;
  readonly at: number;
  readonly module?: string;
  readonly local?: string;
  /** The whole target of a call on what other calls return: of `a.open(path).read()`, `a.open.read`, where `target` is `?.read`. */
  readonly chain?: string;
}

export interface Mentions {
  readonly all: readonly Mention[];
  readonly declarations: readonly DeclaredName[];
  /** The namespace of everything that the file defines. */
  readonly namespace?: string;
}

const isVerb = (name: string): name is Verb => (verbs as readonly string[]).includes(name); // a list of verbs is one of strings

export function mentionsIn(text: string, root: SyntaxNode, grammar: Grammar, syntax: ReferenceSyntax): Mentions {
  const reader = new MentionReader(text, syntax);
  const declarations = new DeclaredNameReader(syntax);
  for (const { name, node } of grammar.query(syntax.query).captures(root)) {
    const { startIndex: start, endIndex: end } = node;
    if (name === 'imports') reader.addImports(text.slice(start, end), start);
    else if (name === 'namespace') reader.namespace ??= dotted(text.slice(start, end));
    else if (name === 'types') reader.addType(start, end);
    else if (isDeclaringCapture(name)) declarations.add(name, text.slice(start, end), start);
    else if (name === 'bare' || isVerb(name)) reader.addName(name, start, end);
  }
  return { ...reader.mentions(), declarations: declarations.all };
}

class MentionReader {
  namespace: string | undefined;
  readonly #text: string;
  readonly #syntax: ReferenceSyntax;
  readonly #imports: Mention[] = [];
  readonly #names: Mention[] = [];
  readonly #owners: Mention[] = [];
  /** Original names of imported ones, by their local name. */
  readonly #originalNames = new Map<string, string>();
  /** Captures overlap: a call or a base class is not also a plain mention. */
  readonly #capturedAt = new Set<number>();

  /** Types are kept even if they begin with a small letter. */
  readonly #typesAt = new Set<number>();

  constructor(text: string, syntax: ReferenceSyntax) {
    this.#text = text;
    this.#syntax = syntax;
  }

  addImports(statement: string, at: number): void {
    for (const importedName of this.#syntax.imports?.(statement) ?? []) this.#addImport(importedName, at);
  }

  #addImport({ module, name, local }: ImportedName, at: number): void {
    const hasName = name !== undefined && name !== '*' && name !== 'default';
    if (local !== undefined) this.#originalNames.set(firstOf(local), hasName ? name : local);
    this.#imports.push({
      verb: 'imports',
      target: name ?? '',
      key: hasName ? lastName(name) : moduleKey(module),
      at,
      module,
      ...(local === undefined ? {} : { local }),
    });
  }

  addType(start: number, end: number): void {
    if (this.#syntax.builtinTypes?.has(this.#text.slice(start, end))) return;
    this.#typesAt.add(start);
    this.addName('reads', start, end);
  }

  addName(verb: Mention['verb'], start: number, end: number): void {
    const { importers, constructorMethods: makers } = this.#syntax;
    const name = this.#text.slice(start, end);
    const { names: qualifiers, chain } = this.#qualifiersBefore(start);
    if (verb === 'calls' && qualifiers.length === 0 && importers?.includes(name)) {
      this.#capturedAt.add(start);
      this.addImports(statementAt(this.#text, start), start);
    } else if (verb === 'calls' && qualifiers.length > 0 && makers?.includes(name)) {
      this.#capturedAt.add(start);
      this.#add('creates', qualifiers, start);
    } else if (verb !== 'reads' || qualifiers.length > 0 || !isSeparator(this.#text, end)) {
      this.#add(verb, [...qualifiers, ...dotted(name).split('.')], start, verb === 'calls' ? chain : undefined);
      this.#addOwner(verb, qualifiers, name, start);
    }
  }

  /**
   * `Order.create!` depends on Order, whether or not `create!` is defined in this
   * tree; dependents of Order are looked up by its name.
   */
  #addOwner(verb: Mention['verb'], qualifiers: readonly string[], name: string, at: number): void {
    const firstLowercase = qualifiers.findIndex((qualifier) => !isCapitalised(qualifier));
    const owner = firstLowercase < 0 ? qualifiers : qualifiers.slice(0, firstLowercase);
    if (owner.length === 0 || isClassName(name) || !(verb === 'calls' || verb === 'reads' || verb === 'writes')) return;
    const effect = verb === 'calls' ? this.#syntax.methodVerbs?.get(name) : undefined;
    const target = owner.join('.');
    if (target.length > MAX_TARGET_CHARS) return;
    this.#owners.push({
      verb: effect ?? (verb === 'calls' ? 'reads' : verb),
      target,
      key: owner[owner.length - 1],
      at,
    });
  }

  mentions(): Omit<Mentions, 'declarations'> {
    const kept = this.#names.filter((mention) => this.#isWorthKeeping(mention));
    const all = [...this.#imports, ...[...kept, ...this.#owners].map((mention) => this.#withOriginalKey(mention))];
    return { all, ...(this.namespace === undefined ? {} : { namespace: this.namespace }) };
  }

  /** Most reads and writes are of local variables, which are dropped. */
  #isWorthKeeping({ verb, at, target }: Mention): boolean {
    if (verb === 'bare') return !this.#capturedAt.has(at);
    if (verb === 'reads' && this.#capturedAt.has(at)) return false;
    if (verb !== 'reads' && verb !== 'writes') return true;
    return isCapitalised(target) || this.#typesAt.has(at) || this.#originalNames.has(firstOf(target));
  }

  #add(verb: Mention['verb'], names: readonly string[], at: number, calls?: readonly string[]): void {
    const target = names.join('.');
    const key = names[names.length - 1];
    const chain = calls && [...calls, key].join('.');
    if (target.length > MAX_TARGET_CHARS || lastName(key) === '') return; // `new >`: a grammar takes anything for a name
    if (verb !== 'reads' && verb !== 'bare') this.#capturedAt.add(at);
    this.#names.push({ verb, target, key, at, ...(chain && chain.length <= MAX_TARGET_CHARS ? { chain } : {}) });
  }

  /** Replaces a local name by the original: for `import { Client as C }`, `C` by Client. */
  #withOriginalKey(mention: Mention): Mention {
    const original = mention.target === mention.key ? this.#originalNames.get(mention.key) : undefined;
    return original === undefined || original === mention.key ? mention : { ...mention, key: lastName(original) };
  }

  /** Names before the one at `start`; `?` for an expression without a name: `open(x).read`, whose chain is `open`. */
  #qualifiersBefore(start: number): Qualifiers {
    const { separators = SEPARATORS, extensions } = this.#syntax;
    let names: string[] = [];
    let known: readonly string[] | undefined; // up to the first call
    for (let at = start; names.length < MAX_QUALIFIERS; ) {
      const separatorStart = separatorBefore(this.#text, at, separators);
      if (separatorStart < 0) return known ? { names: known, chain: names } : { names };
      const expressionEnd = skipBlankBack(this.#text, separatorStart);
      const isName = wordStartBefore(this.#text, expressionEnd) < expressionEnd;
      const end = isName ? expressionEnd : calleeEnd(this.#text, expressionEnd);
      const from = wordStartBefore(this.#text, end);
      if (!isName && this.#text.startsWith('super()', expressionEnd - 7)) return { names: ['super()', ...names] };
      if (!isName) known ??= ['?', ...names];
      if (from === end) {
        const isString = extensions !== undefined && this.#text[expressionEnd - 1] === '"';
        return { names: known ?? names, ...(isString ? { chain: ['String', ...names] } : {}) };
      }
      names = [this.#text.slice(from, end).replace(/^[$@]+/, ''), ...names];
      at = from;
    }
    return { names: known ?? names };
  }
}

interface Qualifiers {
  readonly names: readonly string[];
  /** With the functions that are called on the way, if there are any. */
  readonly chain?: readonly string[];
}

/** Deeper or longer names cannot be resolved. */
const MAX_QUALIFIERS = 6;
const MAX_TARGET_CHARS = 120;
/** The longest first. */
const SEPARATORS = ['?->', '!!.', '?.', '!.', '&.', '::', '->', '.', '\\'];

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
  if (!module.includes('/') && !FILE_EXTENSION.test(module)) return lastName(module.replaceAll('::', '.'));
  return (module.replace(/\/+$/, '').split('/').at(-1) ?? '').replace(/\.[a-z]+$/i, '').replace(/^\.+$/, '');
}

const FILE_EXTENSION = /\.(h|hh|hpp|hxx|c|cc|cpp|inc|php|[cm]?[jt]sx?|dart|rb|lua|vue|svelte|json)$/;

/** The start of the separator before the name at `at`; -1 if there is none. */
function separatorBefore(text: string, at: number, separators: readonly string[]): number {
  const end = skipBlankBack(text, at);
  const last = text[end - 1];
  if (last !== '.' && last !== ':' && last !== '>' && last !== '\\') return -1;
  if (text.startsWith('..', end - 2)) return -1; // `...rest`, `0..n`
  const separator = separators.find((candidate) => text.startsWith(candidate, end - candidate.length));
  if (separator === undefined || (end < at && isInComment(text, end, at))) return -1;
  return end - separator.length;
}

/** A dot at the end of a line may be the full stop of a comment above. */
function isInComment(text: string, dot: number, at: number): boolean {
  if (!text.slice(dot, at).includes('\n')) return false;
  return /\/\/|#|--|^\s*\*/.test(text.slice(text.lastIndexOf('\n', dot - 1) + 1, dot));
}

/** The first of several joined names is not a mention by itself: only the whole is. */
const isSeparator = (text: string, at: number): boolean => text[at] === '.' || text.startsWith('::', at);

/** Where the name of a call that ends here ends: `open(path)`, `open<T>(path)`; the same place for anything else. */
function calleeEnd(text: string, end: number): number {
  const open = openingBefore(text, end, ')', '(');
  if (open === end) return end;
  const types = openingBefore(text, open, '>', '<');
  return types < open && text.startsWith('::', types - 2) ? types - 2 : types;
}

const MAX_ARGUMENT_CHARS = 300;

/** Where the pair that closes right before `end` opens; `end` if none closes there. */
function openingBefore(text: string, end: number, close: string, open: string): number {
  if (text[end - 1] !== close) return end;
  let depth = 0;
  for (let i = end - 1; i >= Math.max(0, end - MAX_ARGUMENT_CHARS); i--) {
    if (text[i] === close) depth++;
    else if (text[i] === open && --depth === 0) return i;
  }
  return end;
}

function skipBlankBack(text: string, at: number): number {
  let i = at;
  while (i > 0 && isBlank(text.charCodeAt(i - 1))) i--;
  return i;
}

function wordStartBefore(text: string, end: number): number {
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
  const assignment =
    /(?:\b(?:const|let|var|local)\s+[^=;()]*|\bmodule\.exports\s*)=\s*(?:await\s+)?$/.exec(before)?.[0] ?? '';
  let [end, depth] = [start, 0];
  for (; end < text.length && end < start + 1000; end++) {
    const char = text[end];
    if (char === '(' || char === '{') depth++;
    else if (char === ')' || char === '}') depth--;
    if (depth < 0 || (depth === 0 && (char === '\n' || char === ')'))) break;
  }
  return assignment + text.slice(start, end + 1);
}
