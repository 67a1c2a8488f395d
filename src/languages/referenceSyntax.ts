/** How code of a language refers to what is defined elsewhere. parse/code/mentions.ts and graph/ read it. */
import { type Verb, verbs } from '../types.js';

/** One name that an import brings in. */
export interface ImportedName {
  /** Where from, as written. */
  readonly module: string;
  /** What of it: a name, `*` for everything, nothing for the module itself. */
  readonly name?: string | undefined;
  /** Its local name. Without one, everything keeps its own name. */
  readonly local?: string | undefined;
}

/** `fun Source.buffer()`, or a method of a class `SourceExtensions`. */
export type ExtensionSyntax = 'receiver in its name' | 'class named so';

export interface ReferenceSyntax {
  /**
   * A tree-sitter query. A capture is named after its verb and captures the last
   * name of a reference; the names before it are read from the text. Besides
   * verbs: `imports` captures a whole statement, `namespace` the namespace of
   * what the file defines, `bare` names that are calls only if the file
   * itself defines them, and `types` reads of types, where these may begin
   * with a small letter. A declaration is captured as `variable` (or `field`, of
   * the enclosing class) and its `type`, else the class of its value (`made`) or
   * what is called for it (`called`); a function as `function` and `returns`. A
   * capture that begins with `_` is for the query's own use. Empty: only embedded
   * scripts have references.
   */
  readonly query: string;
  readonly imports?: (statement: string) => readonly ImportedName[];
  /** Functions that import: `require('./client')`. */
  readonly importers?: readonly string[];
  /** Methods that make an instance of what they are called on: `Client.new`. */
  readonly constructorMethods?: readonly string[];
  /** What a framework's methods do to the class they are called on: `Order.create!`. Others read it. */
  readonly methodVerbs?: ReadonlyMap<string, Verb>;
  /** Separators of qualified names, the longest first, where they are not the usual ones. */
  readonly separators?: readonly string[];
  /** Names of the current object: `this`, `self`. */
  readonly self: readonly string[];
  /** Types of the language itself, where classes may begin with a small letter. */
  readonly builtinTypes?: ReadonlySet<string>;
  /** A type is written before what it is the type of: `Client client`. */
  readonly typesFirst?: boolean;
  /** First names of a path that needs no import: `crate`. */
  readonly pathStarts?: readonly string[];
  /** The name before a full one: `global::Acme.Net.Client`. */
  readonly globalNamespace?: string;
  /** Modules of the standard library: what begins with their names is in no tree. */
  readonly standardModules?: readonly string[];
  /** Functions of the standard library that make what is its own: `String.new`, or with the module that they are imported from, `net net.Listen`. */
  readonly standardMakers?: RegExp;
  /** Fields begin with capitals, too: a capital alone does not mean a class. */
  readonly capitalFields?: boolean;
  /** Methods that are written outside of their class, and how they are told from others. */
  readonly extensions?: ExtensionSyntax;
  /** A class implements interfaces that it does not name. */
  readonly implicitInterfaces?: boolean;
  /** An unqualified name may be a method of the enclosing class. */
  readonly implicitSelf?: boolean;
  /** Where a name is visible without an import: in its file, its folder, or everything that is built together. */
  readonly reach: 'file' | 'folder' | 'tree';
}

/** `a, b as c` → names with their local names. */
export function namesIn(list: string, as = /\s+as\s+/): { readonly name: string; readonly local: string }[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name, local = name] = part.split(as).map((word) => word.trim());
      return { name, local };
    });
}

/** `com.acme.Client` → the last name, and the module before it. */
export function lastOf(path: string, separator = '.'): { readonly module: string; readonly name: string } {
  const at = path.lastIndexOf(separator);
  return { module: path.slice(0, Math.max(0, at)), name: at < 0 ? path : path.slice(at + separator.length) };
}

/** `{ creates: 'create build' }` → methods, each with what it does. */
export const verbsOf = (methodsByVerb: Readonly<Partial<Record<Verb, string>>>): ReadonlyMap<string, Verb> =>
  new Map(verbs.flatMap((verb) => (methodsByVerb[verb]?.split(' ') ?? []).map((method) => [method, verb] as const)));
