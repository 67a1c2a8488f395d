/**
 * What a file declares of its variables and functions, read from the captures of its language's
 * query (languages/referenceSyntax.ts). Names and types come one after the other, as they are
 * written:
 *
 *     a, b *Client            variable a, variable b, type *Client
 *     Client a, b             type Client, variable a, variable b
 *     var a = new Client()    type var, variable a, made Client
 *     a := open(path)         variable a, called open
 *     func a(b *Bus) *Client  function a, variable b, type *Bus, returns *Client
 */
import type { ReferenceSyntax } from '../../languages/referenceSyntax.js';
import { dottedName } from '../../text/dottedName.js';

export interface DeclaredName {
  /** A field belongs to the enclosing class, wherever it is declared: `this.client = new Client()`. */
  readonly kind: 'variable' | 'field' | 'function';
  readonly name: string;
  readonly at: number;
  /**
   * The class of a variable or of what a function returns, in names joined by dots. Undefined: no class, or unknown;
   * a variable hides another one of its name all the same.
   */
  readonly type: string | undefined;
  /** What was called for its value, if its type is unknown: a function, or a class. */
  readonly calls?: string | undefined;
}

const captures = ['variable', 'field', 'function', 'type', 'made', 'called', 'returns'] as const;
export type DeclaringCapture = (typeof captures)[number];
export const isDeclaringCapture = (name: string): name is DeclaringCapture =>
  (captures as readonly string[]).includes(name); // a list of captures is one of strings

type Pending = { -readonly [K in keyof DeclaredName]: DeclaredName[K] };

export class DeclaredNameReader {
  readonly all: DeclaredName[] = [];
  readonly #syntax: ReferenceSyntax;
  /** Variables that wait for a type. */
  #open: Pending[] = [];
  #openFunction: Pending | undefined;
  /** Of those that follow, where types come first; of the next one, if nothing waits for a type: `with Client() as client`. */
  #type: string | undefined;
  #typeAt = -1;

  constructor(syntax: ReferenceSyntax) {
    this.#syntax = syntax;
  }

  add(capture: DeclaringCapture, text: string, at: number): void {
    if (capture === 'made' || capture === 'called') this.#addValue(capture, text);
    else if (capture === 'returns') this.#addResult(text);
    else if (capture !== 'type') this.#declare(capture, text, at);
    else if (at !== this.#typeAt) this.#addType(text, at); // `a, b Client` is two matches of a pattern
  }

  #declare(kind: DeclaredName['kind'], text: string, at: number): void {
    if (this.all.slice(-2).some((last) => last.at === at && last.kind === kind)) return; // captured by its type, and by its value
    const declaration: Pending = { kind, name: text.replace(/^[$@]+/, ''), at, type: this.#type };
    this.all.push(declaration);
    if (kind === 'function') this.#openFunction = declaration;
    else this.#open.push(declaration);
    if (!this.#syntax.typesFirst) this.#type = undefined;
  }

  #addType(text: string, at: number): void {
    const type = this.#classOf(text);
    this.#typeAt = at;
    if (this.#open.length === 0 || this.#syntax.typesFirst) [this.#type, this.#open] = [type, []];
    else for (const declaration of this.#open.splice(0)) declaration.type ??= type;
  }

  #addValue(capture: 'made' | 'called', text: string): void {
    const last = this.#open.at(-1);
    for (const declaration of this.#open.splice(0)) {
      if (declaration.at !== last?.at || declaration.type !== undefined) continue;
      if (capture === 'made') declaration.type = this.#classOf(text);
      else declaration.calls = calleeOf(text);
    }
  }

  #addResult(text: string): void {
    const type = this.#classOf(text.replace(RESULT, '$1'));
    if (this.#syntax.typesFirst) this.#type = type;
    else if (this.#openFunction) this.#openFunction.type ??= type;
    this.#openFunction = undefined;
  }

  #classOf(text: string): string | undefined {
    const type = declaredClass(text);
    const { builtinTypes } = this.#syntax;
    const isClass = type !== undefined && (/(^|\.)\p{Lu}[^.]*$/u.test(type) || builtinTypes?.has(type) === false);
    return isClass ? type : undefined;
  }
}

/** Longer types are not read. */
const MAX_TYPE_CHARS = 200;

/** What stands before a type, or around it, and makes no other class of it. */
const MODIFIERS =
  /^(?:[&*?:\s(]+|'\w+\s|(?:const|mut|dyn|impl|final|readonly|volatile|struct|class|enum|typename|unsigned|some|any|in|out|ref|new)\s)+/;
/** Pointers to a class, on which its methods are called. */
const POINTER =
  /^(?:[\w.:]+(?:::|\.))?(?:Box|Rc|Arc|unique_ptr|shared_ptr|Optional(?=\[)|Readonly|Required|Partial|NonNullable)\s*[<[](.*)[>\]][\s?&*]*$/s;
/** What a function returns is used without these: `let client = connect()?`. */
const RESULT =
  /^[:\s]*(?:[\w.:]+(?:::|\.))?(?:Result|Option|Promise|Task|ValueTask|Future|Awaitable)\s*[<[]([^,]*).*[>\]]$/s;
const NOTHING = /^(?:null|undefined|None|nil|void)$/;
const NAMES = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:::|\.|\\|->)[\p{L}_$][\p{L}\p{N}_$]*)*/u;
/** `T`, `K2`, `TItem`: a parameter of a generic type may be any class. */
const TYPE_PARAMETER = /^(?:\p{Lu}\d?|T\p{Lu}\w*)$/u;

/**
 * The class of a declared type, if it is one:
 *
 *     const leveldb::Slice&  → leveldb.Slice        Client | null      → Client
 *     std::unique_ptr<Foo>   → Foo                  Map.Entry<K, V>    → Map.Entry
 *     Foo[], []Foo, A | B, T, (a: A) => B           → none
 */
export function declaredClass(text: string): string | undefined {
  if (text.length > MAX_TYPE_CHARS) return undefined;
  const written = text
    .replace(/^:/, '')
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replace(MODIFIERS, '');
  const parts = written.split('|').filter((part) => !NOTHING.test(part.trim()));
  if (parts.length !== 1) return undefined;
  const type = parts[0].trim();
  const inside = POINTER.exec(type)?.[1];
  if (inside !== undefined) return declaredClass(inside);
  const [names] = NAMES.exec(type) ?? [];
  if (names === undefined || TYPE_PARAMETER.test(names)) return undefined;
  const rest = type.slice(names.length).trim();
  const isOneOf = rest === '' || /^[<?!&*+]/.test(rest) || /^\[[^\]\d]/.test(rest);
  return isOneOf && !/\[\s*\]|=>|->/.test(rest) ? dottedName(names) : undefined;
}

/** The names of what is called, less the arguments of its type: `make::<Client>()`. */
function calleeOf(text: string): string | undefined {
  const [names = ''] = NAMES.exec(text.slice(0, MAX_TYPE_CHARS).replace(/^\$/, '')) ?? [];
  const rest = text.slice(names.length);
  return names !== '' && (rest === '' || /^(?:::)?[<[]/.test(rest)) ? dottedName(names) : undefined;
}
