/** The name and the kind of a block, read from its head. */

import type { DefinedKind, NamePattern } from '../../languages/language.js';
import { inWord } from './characters.js';
import type { Lexicon } from './lexicon.js';
import { isWhiteSpace } from './lines.js';

interface UnitName {
  readonly kind: DefinedKind;
  readonly name: string;
}

/** Maximum length of a head that is read, and of a name. */
const MAX_HEAD_CHARS = 400;
const MAX_NAME_CHARS = 80;

export function unitName(text: string, from: number, to: number, lexicon: Lexicon): UnitName | undefined {
  const head = text.slice(from, Math.min(to, from + MAX_HEAD_CHARS)).trim();
  for (const naming of lexicon.language.names ?? ['definers']) {
    const named = typeof naming === 'string' ? nameReaders[naming](head, lexicon) : byPattern(head, naming);
    if (named !== undefined) return named;
  }
  return undefined;
}

type NameReader = (head: string, lexicon: Lexicon) => UnitName | undefined;

const nameReaders: Readonly<Record<'definers' | 'signature' | 'first-word', NameReader>> = {
  definers: byDefiner,
  signature: bySignature,
  'first-word': byFirstWord,
};

function byPattern(head: string, { pattern, kind }: NamePattern): UnitName | undefined {
  const match = pattern.exec(head);
  const name = (match?.[1] ?? match?.[0] ?? '').trim().replace(/\s+/g, ' ').slice(0, MAX_NAME_CHARS);
  return name === '' ? undefined : { kind, name };
}

/** From here on the head is a value or a body, and a definer would belong to something else. */
const HEAD_TERMINATORS = '="\'`{;';
/** Characters that may be between a definer and its name. */
const BEFORE_NAME = '*&\'"`[#~@^!%$';

/**
 * The word after a definer:
 *
 *     export default class Greeter extends Base {      class Greeter
 *     impl<T: Copy> Stack<T> {                         class Stack
 *     enum class Colour : int {                        class Colour, since `class` defines too
 */
function byDefiner(head: string, lexicon: Lexicon): UnitName | undefined {
  let kind: DefinedKind | undefined;
  let at = 0;
  while (at < head.length) {
    const unit = head.charCodeAt(at);
    if (inWord(lexicon.wordUnits, unit)) {
      const end = wordEnd(head, at, lexicon);
      const definedKind = definedBy(head, at, end, lexicon);
      if (definedKind !== undefined) kind = definedKind;
      else if (kind !== undefined) return { kind, name: head.slice(at, nameEnd(head, end, lexicon)) };
      at = end;
    } else if (kind === undefined) {
      if (HEAD_TERMINATORS.includes(head[at])) return undefined;
      at++;
    } else if (head[at] === '<') at = angleEnd(head, at);
    else if (isWhiteSpace(unit) || BEFORE_NAME.includes(head[at])) at++;
    else {
      // A definer without a name: `function (x) {`.
      kind = undefined;
      at++;
    }
  }
  return undefined;
}

function definedBy(head: string, at: number, end: number, lexicon: Lexicon): DefinedKind | undefined {
  const { definers, definerLengths, language } = lexicon;
  const unit = head.charCodeAt(at);
  if (unit >= 128 || end - at > 31 || !(definerLengths[unit] & (1 << (end - at)))) return undefined;
  const word = head.slice(at, end);
  return definers.get(language.caseless ? word.toLowerCase() : word);
}

function wordEnd(head: string, from: number, { wordUnits }: Lexicon): number {
  let at = from;
  while (at < head.length && inWord(wordUnits, head.charCodeAt(at))) at++;
  return at;
}

/** A name may have parts: `self.area`, `std::Vec`. */
function nameEnd(head: string, from: number, lexicon: Lexicon): number {
  let at = from;
  for (;;) {
    const separatorLength = head.startsWith('::', at) ? 2 : head[at] === '.' ? 1 : 0;
    const end = wordEnd(head, at + separatorLength, lexicon);
    if (separatorLength === 0 || end === at + separatorLength) return Math.min(at, MAX_HEAD_CHARS);
    at = end;
  }
}

/** After `<…>`, or after the `<` alone where nothing matches it. */
function angleEnd(head: string, from: number): number {
  let depth = 0;
  for (let at = from; at < head.length; at++) {
    if (head[at] === '<') depth++;
    else if (head[at] === '>' && head[at - 1] !== '-' && --depth === 0) return at + 1;
  }
  return from + 1;
}

/**
 * The word before the first parenthesis, if nothing before it makes the head a
 * value:
 *
 *     static int Stack::push(int x) {       function Stack::push
 *     if (x) {                              none: `if` is a control word
 *     @Test(timeout = 9) void runs() {      function runs: an annotation is passed over
 */
function bySignature(head: string, lexicon: Lexicon): UnitName | undefined {
  const { control = [], passed = [] } = lexicon.language;
  for (let at = 0; at < head.length; at++) {
    if (HEAD_TERMINATORS.includes(head[at])) return undefined;
    if (head[at] !== '(') continue;
    const end = withoutAngles(head, at);
    const start = signatureStart(head, end, lexicon);
    const name = head.slice(start, end);
    if (head[start - 1] === '@' || passed.includes(name)) at = parenthesisEnd(head, at);
    else if (name === '' || control.includes(name) || head[start - 1] === '.') return undefined;
    else return /^\d/.test(name) || firstWordIn(head, control) ? undefined : { kind: 'function', name };
  }
  return undefined;
}

/** End of the word before a parenthesis, without blanks and without `<T>`. */
function withoutAngles(head: string, paren: number): number {
  const end = head.slice(0, paren).trimEnd().length;
  return head[end - 1] === '>' ? Math.max(0, angleStart(head, end - 1)) : end;
}

function angleStart(head: string, from: number): number {
  let depth = 0;
  for (let at = from; at >= 0; at--) {
    if (head[at] === '>') depth++;
    else if (head[at] === '<' && --depth === 0) return at;
  }
  return from;
}

function signatureStart(head: string, end: number, { wordUnits }: Lexicon): number {
  let at = end;
  while (at > 0) {
    if (inWord(wordUnits, head.charCodeAt(at - 1)) || '~:$#'.includes(head[at - 1])) at--;
    // `Stack<T>::top`: type arguments are part of the name.
    else if (head[at - 1] === '>' && head.startsWith('::', at)) at = angleStart(head, at - 1);
    else break;
  }
  return at;
}

const firstWordIn = (head: string, words: readonly string[]): boolean => words.includes(/^\w*/.exec(head)?.[0] ?? '');

/** On the parenthesis that closes the one at `from`. */
function parenthesisEnd(head: string, from: number): number {
  let depth = 0;
  for (let at = from; at < head.length; at++) {
    if (head[at] === '(') depth++;
    else if (head[at] === ')' && --depth === 0) return at;
  }
  return head.length;
}

function byFirstWord(head: string, lexicon: Lexicon): UnitName | undefined {
  const name = head.slice(0, wordEnd(head, 0, lexicon));
  if (name === '' || lexicon.language.control?.includes(name)) return undefined;
  return { kind: 'function', name: name.slice(0, MAX_NAME_CHARS) };
}
