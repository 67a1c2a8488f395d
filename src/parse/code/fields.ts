/** Fields of the record that a chunk of code has: its documentation, what it imports, uses and exports. */
import type { Node } from '../../types.js';
import type { ParsedChunk, ParserFields } from '../parser.js';
import { Imports } from './imports.js';

/** Documentation, imports and what else a reader of code asks of a chunk. */
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

/** Asked for every chunk of a file, worked out once. */
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

/** A comment or string without what marks it as one; lines of decorators are left out. */
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
