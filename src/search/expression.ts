/**
 * A regular expression as people type it for grep → one that JavaScript runs
 * over a whole text and that never leaves a line. The dialect is Perl's, as
 * `git grep -P` has it, but for a few things that are refused by name.
 *
 *     .  [^x]  \W     [^\n]  [^x\n]  [^\w\n]        nothing but \n ends a line
 *     ^  $            (?:^|(?<=\n))  (?:$|(?=\n))
 *     \s  \h  \A  \z  what they are in ASCII
 *     a{  \_  []x]    a\{  _  [\]x]                 JavaScript is strict where Perl is not
 *     (?i)x           the flag i, where it comes first
 *     [[:alpha:]]     [A-Za-z]
 *
 * While translating, the longest literals that every match must contain are collected
 * (`needles`, one for each alternative): a text without them need not be read.
 * With case ignored they are ASCII only: other case folding is left to the regular
 * expression itself.
 */
import { FroeError } from '../errors.js';

export interface Expression {
  readonly source: string;
  readonly flags: string;
  /** Every match contains one of these (in any case, if case is ignored); empty if unknown. */
  readonly needles: readonly string[];
}

const HORIZONTAL_SPACE = '\\t \\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000';
const VERTICAL_SPACE = '\\v\\f\\r\\x85\\u2028\\u2029';
const SPACE = '\\t\\v\\f\\r ';
/** Escapes outside of a character class; none matches `\n`. */
const escapesOutsideClass: Readonly<Record<string, string>> = {
  d: '\\d',
  w: '\\w',
  b: '\\b',
  B: '\\B',
  D: '[^\\d\\n]',
  W: '[^\\w\\n]',
  s: `[${SPACE}]`,
  S: '[^\\t-\\r ]',
  h: `[${HORIZONTAL_SPACE}]`,
  H: `[^\\n${HORIZONTAL_SPACE}]`,
  v: `[${VERTICAL_SPACE}]`,
  V: `[^\\n${VERTICAL_SPACE}]`,
  N: '[^\\n]',
  R: `(?:\\r\\n?|[${VERTICAL_SPACE}])`,
  A: '(?:^|(?<=\\n))',
  z: '(?:$|(?=\\n))',
  Z: '(?:$|(?=\\n))',
  n: '(?!)',
  a: '\\x07',
  e: '\\x1b',
  f: '\\f',
  r: '\\r',
  t: '\\t',
  E: '',
};
const escapesInClass: Readonly<Record<string, string>> = {
  d: '\\d',
  w: '\\w',
  D: '\\0-\\t\\v-\\/:-\\u{10ffff}',
  W: '\\0-\\t\\v-\\/:-@\\[-\\^`\\{-\\u{10ffff}',
  s: SPACE,
  S: '\\0-\\x08\\x0e-\\x1f!-\\u{10ffff}',
  h: HORIZONTAL_SPACE,
  v: VERTICAL_SPACE,
  n: '\\n',
  a: '\\x07',
  b: '\\b',
  e: '\\x1b',
  f: '\\f',
  r: '\\r',
  t: '\\t',
};
/** Those of `escapesInClass` that are sets of characters, and no end of a range. */
const CHARACTER_SET = /^[dDwWsShv]$/;
const posix: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: '0-9A-Za-z',
  upper: 'A-Z',
  lower: 'a-z',
  word: '\\w',
  space: SPACE,
  blank: '\\t ',
  punct: '!-\\/:-@\\[-`\\{-~',
  xdigit: '0-9A-Fa-f',
  cntrl: '\\0-\\t\\v-\\x1f\\x7f',
  print: ' -~',
  graph: '!-~',
};
const SYNTAX_CHARACTER = /[\^$\\.*+?()[\]{}|/]/;

export function expressionOf(typed: string, ignoreCase = false): Expression {
  const translator = new ExpressionTranslator(typed);
  const source = translator.read();
  const ignoresCase = ignoreCase || translator.ignoreCase;
  const flags = ignoresCase ? 'giu' : 'gu';
  try {
    new RegExp(source, flags);
  } catch (cause) {
    throw invalidExpression(cause instanceof Error ? cause.message.replace(/^.*\/: /s, '') : String(cause), cause);
  }
  return { source, flags, needles: ignoresCase ? asciiRuns(translator.needles) : translator.needles };
}

/** The longest run of ASCII of each; empty if one has none. */
function asciiRuns(needles: readonly string[]): readonly string[] {
  const longest = needles.map((needle) =>
    [...needle.matchAll(/[\0-\x7f]+/g)].reduce((best, [run]) => (run.length > best.length ? run : best), ''),
  );
  return longest.includes('') ? [] : longest;
}

class ExpressionTranslator {
  ignoreCase = false;
  readonly #typed: string;
  #at = 0;
  #extended = false;
  #groups = 0;
  #depth = 0;
  #literals = new Literals();

  constructor(typed: string) {
    this.#typed = typed;
  }

  get needles(): readonly string[] {
    return this.#literals.needles;
  }

  read(): string {
    for (let flags = this.#take(/\(\?([imsx]+)\)/y); flags; flags = this.#take(/\(\?([imsx]+)\)/y)) {
      this.ignoreCase ||= flags[1].includes('i');
      this.#extended ||= flags[1].includes('x');
    }
    let out = '';
    while (this.#at < this.#typed.length) out += this.#item();
    return out;
  }

  #item(): string {
    if (this.#extended && this.#take(/\s+|#[^\n]*/y)) return '';
    const quantifier = this.#take(/([*+?]|\{\d+(?:,\d*)?\})([+?]?)/y);
    if (quantifier) {
      if (quantifier[2] === '+') throw unsupported(quantifier[0], 'a possessive quantifier');
      this.#literals.repeat(/^(?:[*?]|\{0)/.test(quantifier[1]));
      return quantifier[0];
    }
    const quoted = this.#take(/\\Q(.*?)(?:\\E|$)/sy);
    if (quoted) return Array.from(quoted[1], (char) => this.#literal(char)).join('');
    const char = this.#next();
    if (char === '\\') return this.#escape();
    if (char === '(') return this.#group();
    if (char === ')') this.#depth--;
    if (char === '|' && this.#depth === 0) this.#literals.alternative();
    else if (/[.^$()[|]/.test(char)) this.#literals.end();
    if (char === '[') return this.#class();
    if (char === '.') return escapesOutsideClass.N;
    if (char === '^') return escapesOutsideClass.A;
    if (char === '$') return escapesOutsideClass.z;
    if (char === ')' || char === '|') return char;
    return this.#literal(char);
  }

  /** A literal character. */
  #literal(char: string): string {
    if (this.#depth === 0) this.#literals.add(char);
    return SYNTAX_CHARACTER.test(char) ? `\\${char}` : char;
  }

  #group(): string {
    this.#literals.end();
    if (this.#take(/\?#[^)]*\)/y)) return '';
    const backReference = this.#take(/\?P=(\w+)\)/y);
    if (backReference) return `\\k<${backReference[1]}>`;
    this.#depth++;
    const named = this.#take(/\?(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/y);
    if (named) this.#groups++;
    if (named) return `(?<${named[1] ?? named[2]}>`;
    const knownGroup = this.#take(/\?(?:[:=!]|<[=!])/y);
    if (knownGroup) return `(${knownGroup[0]}`;
    const unknownGroup = this.#take(/[?*][^)]{0,12}/y);
    if (unknownGroup)
      throw unsupported(`(${unknownGroup[0]}`, /^\?[a-z-]+[:)]?/.test(unknownGroup[0]) ? INLINE_FLAG : 'such a group');
    this.#groups++;
    return '(';
  }

  #escape(): string {
    if (this.#take(/0/y)) return '\\x00';
    const number = this.#take(/g\{(-?\d+)\}|g(-?\d+)|(\d+)/y);
    if (number) {
      this.#literals.end();
      const group = Number(number[1] ?? number[2] ?? number[3]);
      return `(?:\\${group < 0 ? this.#groups + 1 + group : group})`;
    }
    const name = this.#take(/[gk](?:\{(\w+)\}|<(\w+)>|'(\w+)')/y);
    if (name) {
      this.#literals.end();
      return `\\k<${name[1] ?? name[2] ?? name[3]}>`;
    }
    const code = this.#codePoint();
    if (code !== undefined) {
      this.#literals.end();
      return code;
    }
    const char = this.#next();
    if (!/[A-Za-z0-9]/.test(char)) return this.#literal(char);
    this.#literals.end();
    const translation = escapesOutsideClass[char];
    if (translation === undefined) throw unsupported(`\\${char}`, 'such an escape');
    return translation;
  }

  /** `\x41`, `\x{1f600}`, `\u0041`, `\cA`, `\p{L}`: the same in a class and outside. */
  #codePoint(): string | undefined {
    const hex = this.#take(/x\{([0-9a-f]+)\}|x([0-9a-f]{0,2})|u\{([0-9a-f]+)\}|u([0-9a-f]{4})/iy);
    if (hex) return `\\u{${hex[1] ?? hex[2] ?? hex[3] ?? hex[4] ?? '0'}}`.replace('{}', '{0}');
    const control = this.#take(/c[A-Za-z]/y);
    if (control) return `\\${control[0]}`;
    const property = this.#take(/([pP])(?:\{(\^?)([\w=&]+)\}|([A-Z]))/y);
    if (!property) return undefined;
    const isNegated = (property[1] === 'P') !== (property[2] === '^');
    return `\\${isNegated ? 'P' : 'p'}{${property[3] ?? property[4]}}`;
  }

  #class(): string {
    const isNegated = this.#take(/\^/y) !== undefined;
    let out = '';
    // Whether the last item is a single character, which may begin a range.
    let isSingle = false;
    for (let first = true; ; first = false) {
      if (this.#at >= this.#typed.length) throw invalidExpression('A character class is not closed: ] is missing');
      const set = this.#take(/\[:(\^?)(\w+):\]/y);
      const char = set ? '' : this.#next();
      if (char === ']' && !first) break;
      if (set) {
        if (set[1] || !Object.hasOwn(posix, set[2])) throw unsupported(set[0], 'such a class');
        [out, isSingle] = [out + posix[set[2]], false];
      } else if (char === '-') {
        const range: boolean =
          isSingle && !/^(?:\]|\\[dDwWsShvpP]|\[:)/.test(this.#typed.slice(this.#at, this.#at + 2));
        [out, isSingle] = [`${out}${range ? '-' : '\\-'}`, false];
      } else if (char === '\\') {
        const [text, single] = this.#escapeInClass();
        [out, isSingle] = [out + text, single];
      } else [out, isSingle] = [out + (SYNTAX_CHARACTER.test(char) ? `\\${char}` : char), true];
    }
    return isNegated ? `[^${out}\\n]` : out === '' ? '(?!)' : `[${out}]`;
  }

  #escapeInClass(): readonly [text: string, one: boolean] {
    const octal = this.#take(/[0-7]{1,3}/y);
    if (octal) return [`\\u{${Number.parseInt(octal[0], 8).toString(16)}}`, true];
    const code = this.#codePoint();
    if (code !== undefined) return [code, !/^\\[pP]/.test(code)];
    const char = this.#next();
    if (!/[A-Za-z]/.test(char)) return [SYNTAX_CHARACTER.test(char) || char === '-' ? `\\${char}` : char, true];
    const translation = escapesInClass[char];
    if (translation === undefined) throw unsupported(`\\${char}`, 'such an escape in a class');
    return [translation, !CHARACTER_SET.test(char)];
  }

  #next(): string {
    const char = String.fromCodePoint(this.#typed.codePointAt(this.#at) ?? 0);
    if (this.#at >= this.#typed.length) throw invalidExpression('The expression ends with a backslash');
    this.#at += char.length;
    return char;
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#typed) ?? undefined;
    if (match) this.#at += match[0].length;
    return match;
  }
}

/** Literals that a match must contain: the longest of every alternative. */
class Literals {
  readonly #longest: string[] = [''];
  #run: string[] = [];

  /** Empty if an alternative has no literal. */
  get needles(): readonly string[] {
    this.end();
    return this.#longest.includes('') ? [] : [...new Set(this.#longest)];
  }

  add(char: string): void {
    this.#run.push(char);
  }

  /** The last item is repeated, or optional. */
  repeat(isOptional: boolean): void {
    if (isOptional) this.#run.pop();
    this.end();
  }

  end(): void {
    const run = this.#run.join('');
    this.#run = [];
    const at = this.#longest.length - 1;
    if (run.length > this.#longest[at].length) this.#longest[at] = run;
  }

  alternative(): void {
    this.end();
    this.#longest.push('');
  }
}

const INLINE_FLAG = 'a flag in the middle: (?i) comes first, or -i';

const unsupported = (syntax: string, what: string): FroeError =>
  invalidExpression(`${syntax} is ${what}, which froe does not support`);

const invalidExpression = (message: string, cause?: unknown): FroeError =>
  new FroeError(
    'bad-option',
    message,
    "Escape literal characters with a backslash: 'get\\('. See docs/query.md.",
    cause,
  );
