/** Fields of the record that a chunk of code has: its documentation, what it imports, uses and exports. */
import type { Node } from '../../types.js';
import type { ParsedChunk, ParserFields } from '../parser.js';

/** The fields of one chunk. */
export function codeFields({ source: { text }, root, node, shows, parents, content }: ParsedChunk): ParserFields {
  const imports = importsOf(root);
  const importTexts =
    node.kind === 'imports' ? [content] : importsIn(shows).map(({ start, end }) => text.slice(start, end));
  const uses = imports.usedIn(content, importTexts);
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
  const cached = importsByRoot.get(root);
  if (cached) return cached;
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
  const unquoted = words(statement.replace(QUOTED, ' ')).filter((word) => !KEYWORDS.has(word));
  if (unquoted.length > 0) return unquoted;
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
  readonly #indexes = new Map<string, number>();
  /** The indexes of each statement's names. */
  readonly #names: readonly (readonly number[])[];
  /** How names begin, by a hash of their first two code units: most words are not even looked up. */
  readonly #prefixes = new Uint8Array(PREFIX_HASHES);

  constructor(statements: readonly string[]) {
    this.statements = statements;
    this.#names = statements.map((statement) => importedNames(statement).map((name) => this.#indexOf(name)));
  }

  /** Imports that a text uses. `importTexts`: the import statements in it, which are not uses. */
  usedIn(content: string, importTexts: readonly string[]): string[] {
    if (this.#indexes.size === 0) return [];
    const tally = new Int32Array(this.#indexes.size);
    this.#count(content, tally, 1);
    for (const text of importTexts) this.#count(text, tally, -1);
    return this.statements.filter((_, i) => this.#names[i].some((index) => tally[index] > 0));
  }

  #indexOf(name: string): number {
    const index = this.#indexes.get(name) ?? this.#indexes.size;
    this.#indexes.set(name, index);
    this.#prefixes[prefixHash(name, 0, name.length)] = 1;
    return index;
  }

  #count(text: string, tally: Int32Array, delta: number): void {
    for (let start = wordStart(text, 0), end = 0; start < text.length; start = wordStart(text, end)) {
      end = wordEnd(text, start);
      if (this.#prefixes[prefixHash(text, start, end)] === 0) continue;
      const index = this.#indexes.get(text.slice(start, end));
      if (index !== undefined) tally[index] += delta;
    }
  }
}

const PREFIX_HASHES = 4096;

const prefixHash = (text: string, start: number, end: number): number =>
  (text.charCodeAt(start) * 61 + (end > start + 1 ? text.charCodeAt(start + 1) : 0)) & (PREFIX_HASHES - 1);

/** Words have letters, digits, `_` and `$`. Everything beyond ASCII counts as a letter. */
const IS_WORD_UNIT = Uint8Array.from({ length: 128 }, (_, unit) => (/[\w$]/.test(String.fromCharCode(unit)) ? 1 : 0));

const isWordUnit = (unit: number): boolean => unit > 127 || IS_WORD_UNIT[unit] === 1;

/** Where the next word begins, or the end of the text. */
function wordStart(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isWordUnit(text.charCodeAt(at))) at++;
  return at;
}

function wordEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && isWordUnit(text.charCodeAt(at))) at++;
  return at;
}
