/** Fields of the record that a chunk of code has: its documentation, what it imports, uses and exports. */
import type { Node } from '../../types.js';
import type { ParsedChunk, ParserFields } from '../parser.js';

/** The fields of one chunk. */
export function codeFields({ source: { text }, root, node, shows, parents, content }: ParsedChunk): ParserFields {
  const imports = importsOf(root);
  const held = node.kind === 'imports' ? [content] : importsIn(shows).map(({ start, end }) => text.slice(start, end));
  const uses = imports.usedIn(content, held);
  const exports = shows.flatMap(({ name, meta }) => (name && meta?.exported ? [name] : []));
  const doc = node.doc ? plainDoc(text.slice(node.doc.start, node.doc.end)) : '';
  return {
    docstring: doc === '' ? null : doc,
    imports: [...imports.statements],
    metadata: {
      kinds: [...new Set(shows.map(({ kind }) => kind))],
      parents: parents(),
      ...(node.head ? { signature: text.slice(node.head.start, node.head.end).trim() } : {}),
      ...(uses.length > 0 ? { uses } : {}),
      ...(exports.length > 0 ? { exports } : {}),
      clean: root.meta?.clean !== false || shows.every(({ meta }) => meta?.clean !== false),
    },
  };
}

/** Needed for every chunk of a file, computed once. */
const importsByRoot = new WeakMap<Node, Imports>();

function importsOf(root: Node): Imports {
  const known = importsByRoot.get(root);
  if (known) return known;
  // A component has no imports of its own, but its scripts do.
  const scripts = root.children.filter(({ inner }) => inner);
  const imports = new Imports([root, ...scripts].flatMap(statementsOf));
  importsByRoot.set(root, imports);
  return imports;
}

const statementsOf = ({ meta }: Node): string[] => (Array.isArray(meta?.imports) ? meta.imports : []);

/** Runs of imports in some nodes, however deep. */
const importsIn = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) =>
    node.kind === 'imports' ? [node] : node.children.length > 0 ? importsIn(node.children) : [],
  );

/** A comment or string without its delimiters; lines of decorators are left out. */
export function plainDoc(doc: string): string {
  return doc
    .trim()
    .replace(/^[a-zA-Z]{0,2}("""|'''|"|')([\s\S]*?)\1$/, '$2')
    .split('\n')
    .map((line) => line.trim().replace(ATTRIBUTE, '').replace(STRING, '$1'))
    .filter((line) => !DECORATOR.test(line))
    .map((line) => line.replace(OPENING, '').replace(CLOSING, '').trimEnd())
    .join('\n')
    .trim();
}

/** Elixir writes documentation as the value of an attribute: `@doc "Adds."` */
const ATTRIBUTE = /^@(module|type)?doc\s+(false$|(~[sS])?(?="))/;
const DECORATOR = /^(@\w|#\[(?!=*\[)|\[\w)/;
/** A string that is a line of its own, among comments. */
const STRING = /^"([^"]*)"$/;
const OPENING =
  /^("""|'''|<!--|<#|#\[=*\[|\/\*\*?!?|\*\/|\*(?!\*)|\/\/[/!]?|--\[\[|---?\s?\|?|#+>?|;+|%+|\(\*+|\{-\|?|=begin|=end)\s?/;
const CLOSING = /("""|'''|-->|#>|\*?\*\/|\*\)|-\}|\]=*\])$/;

/**
 * Which of a file's imports a chunk uses. The words of a chunk are looked up one by
 * one, and only those that begin like an imported name: one step per character,
 * however many imports there are.
 */

/** Keywords of import statements, in any language. */
const KEYWORDS = new Set(
  'import from as use using require require_relative include include_once require_once export type typeof static open alias only except exposing hiding qualified pub crate self super const let var local library package namespace function in with'.split(
    ' ',
  ),
);

/**
 * The names that an import brings into a file. Names in quotes count only if there
 * are none outside them.
 *
 *     import { readFile as rf } from 'node:fs'   → readFile, rf
 *     import "net/http"                          → http
 */
export function importedNames(statement: string): string[] {
  const outside = words(statement.replace(QUOTED, ' ')).filter((word) => !KEYWORDS.has(word));
  if (outside.length > 0) return outside;
  const paths = statement.match(QUOTED) ?? [];
  return paths.flatMap((path) => words(path.replace(/\.\w+(['"`>])$/, '$1')).slice(-1));
}

const QUOTED = /(['"`])(?:(?!\1).)*\1|<[^<>]*>/g;

function words(text: string): string[] {
  const found: string[] = [];
  for (let start = wordStart(text, 0), end = 0; start < text.length; start = wordStart(text, end)) {
    end = wordEnd(text, start);
    if (!/^\d/.test(text.charAt(start))) found.push(text.slice(start, end));
  }
  return found;
}

export class Imports {
  readonly statements: readonly string[];
  /** A name, and its index in the tally. */
  readonly #places = new Map<string, number>();
  /** The indexes of each statement's names. */
  readonly #names: readonly (readonly number[])[];
  /** How names begin, by a hash of their first two code units: most words are not even looked up. */
  readonly #beginnings = new Uint8Array(BEGINNINGS);

  constructor(statements: readonly string[]) {
    this.statements = statements;
    this.#names = statements.map((statement) => importedNames(statement).map((name) => this.#place(name)));
  }

  /** Imports that a text uses. `held`: the import statements in it, which are not uses. */
  usedIn(content: string, held: readonly string[]): string[] {
    if (this.#places.size === 0) return [];
    const tally = new Int32Array(this.#places.size);
    this.#count(content, tally, 1);
    for (const text of held) this.#count(text, tally, -1);
    return this.statements.filter((_, i) => this.#names[i].some((place) => tally[place] > 0));
  }

  #place(name: string): number {
    const place = this.#places.get(name) ?? this.#places.size;
    this.#places.set(name, place);
    this.#beginnings[beginning(name, 0, name.length)] = 1;
    return place;
  }

  #count(text: string, tally: Int32Array, by: number): void {
    for (let start = wordStart(text, 0), end = 0; start < text.length; start = wordStart(text, end)) {
      end = wordEnd(text, start);
      if (this.#beginnings[beginning(text, start, end)] === 0) continue;
      const place = this.#places.get(text.slice(start, end));
      if (place !== undefined) tally[place] += by;
    }
  }
}

const BEGINNINGS = 4096;

const beginning = (text: string, start: number, end: number): number =>
  (text.charCodeAt(start) * 61 + (end > start + 1 ? text.charCodeAt(start + 1) : 0)) & (BEGINNINGS - 1);

/** Words have letters, digits, `_` and `$`. Everything beyond ASCII counts as a letter. */
const WORD = Uint8Array.from({ length: 128 }, (_, unit) => (/[\w$]/.test(String.fromCharCode(unit)) ? 1 : 0));

const isWord = (unit: number): boolean => unit > 127 || WORD[unit] === 1;

/** Where the next word begins, or the end of the text. */
function wordStart(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isWord(text.charCodeAt(at))) at++;
  return at;
}

function wordEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && isWord(text.charCodeAt(at))) at++;
  return at;
}
