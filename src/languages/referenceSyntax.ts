/** How code of a language refers to what is defined elsewhere. parse/code/mentions.ts and graph/ read it. */
import { type Verb, verbs } from '../types.js';

/** One name that an import brings in. */
export interface ImportedName {
  /** Where from, as written. */
  readonly module: string;
  /** What of it: a name, `*` for everything, nothing for the module itself. */
  readonly name?: string | undefined;
  /** What it is called here. Without it everything is, by its own name. */
  readonly local?: string | undefined;
}

export interface ReferenceSyntax {
  /**
   * A tree-sitter query. A capture is called by its verb and stands on the last
   * name of what is meant; what is written before that name is read from the
   * text. Besides verbs: `imports` stands on a whole statement, `namespace` on
   * the name that the file gives to what it defines, and `bare` on names that
   * are calls only if the file itself defines such a thing. A capture that
   * begins with `_` is for the query's own use. Empty: only embedded scripts refer.
   */
  readonly query: string;
  readonly imports?: (statement: string) => readonly ImportedName[];
  /** Functions that import: `require('./client')`. */
  readonly importers?: readonly string[];
  /** Methods that make what they are called on: `Client.new`. */
  readonly makers?: readonly string[];
  /** What methods that frameworks bring along do to the class they are called on: `Order.create!`. Others read it. */
  readonly does?: ReadonlyMap<string, Verb>;
  /** Signs that join a name to the one before it, the longest first, where they are not the usual ones. */
  readonly joints?: readonly string[];
  /** Names by which code speaks of the object it is part of. */
  readonly self: readonly string[];
  /** Fields begin with capitals, too: a capital alone makes no class. */
  readonly capitalFields?: boolean;
  /** A name that stands alone may be a method of the class around it. */
  readonly implicitSelf?: boolean;
  /** How far a name is known without an import: in its file, in its folder, or in everything that is built together. */
  readonly reach: 'file' | 'folder' | 'tree';
}

/** `a, b as c` → names and what they are called here. */
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

/** `com.acme.Client` → the last name, out of the module that the others make. */
export function lastOf(path: string, joint = '.'): { readonly module: string; readonly name: string } {
  const at = path.lastIndexOf(joint);
  return { module: path.slice(0, Math.max(0, at)), name: at < 0 ? path : path.slice(at + joint.length) };
}

/** `{ creates: 'create build' }` → methods, each with what it does. */
export const verbsOf = (does: Readonly<Partial<Record<Verb, string>>>): ReadonlyMap<string, Verb> =>
  new Map(verbs.flatMap((verb) => (does[verb]?.split(' ') ?? []).map((method) => [method, verb] as const)));
