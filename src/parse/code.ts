/**
 * Code by its syntax tree. Parsing is bounded: a file that takes too long, that the grammar
 * hardly understands, or that is minified is left to the next parser.
 */
import { type ChunkType, chunkTypes } from '../chunkRecord.js';
import { codeLanguage } from '../languages/index.js';
import type { CodeLanguage } from '../languages/language.js';
import type { Syntax, SyntaxNode } from '../languages/syntax.js';
import type { Node } from '../types.js';
import { codeFields } from './code/fields.js';
import { type Grammar, loadedGrammar, loadGrammar } from './code/grammars.js';
import { grow } from './code/grow.js';
import { mentionsIn } from './code/mentions.js';
import { Roles } from './code/roles.js';
import { readTree } from './code/syntaxTree.js';
import type { Parser, Shape } from './parser.js';

/**
 * A text of this length, in UTF-16 code units, with lines of this average length, is generated. Its syntax tree takes a
 * hundred bytes for each byte of it, and its names are not worth searching for.
 */
const MINIFIED = { minChars: 1 << 18, meanLineChars: 500 } as const;

/** With a larger share of errors, the grammar does not know this language. */
const MAX_ERROR_SHARE = 0.5;

const unitKinds: ReadonlySet<string> = new Set(['function', 'method', 'class', 'module']);
const rolesBySyntax = new Map<Syntax, Roles>();

export const code: Parser = {
  id: 'code',
  sourceType: 'code',
  preset: {},
  anchors: 'path',
  chunkType: codeType,
  isUnit: ({ kind }) => unitKinds.has(kind),
  fields: codeFields,
  load(language) {
    const known = codeLanguage(language);
    return known && loadGrammar(known.syntax.grammar);
  },
  declines: ({ text }) => (isMinified(text) ? 'minified' : undefined),
  parse(source, request) {
    const language = codeLanguage(source.language);
    const loaded = language && loadedGrammar(language.syntax.grammar);
    return loaded && !isMinified(source.text)
      ? parseWith(source.text, language, loaded, request?.mentions === true)
      : undefined;
  },
};

function parseWith(
  text: string,
  { syntax, references }: CodeLanguage,
  loaded: Grammar,
  wantsMentions: boolean,
): Node | undefined {
  if (!/\S/.test(text)) return documentOf(text, []); // some grammars report an empty text as an error
  return readTree(text, loaded, (tree) => {
    const cursor = tree.walk();
    try {
      const hasErrors = tree.rootNode.hasError;
      if (hasErrors && errorShare(tree.rootNode, text.length) > MAX_ERROR_SHARE) return undefined;
      const { children, imports } = grow(text, cursor, syntax, rolesFor(loaded.language, syntax), hasErrors);
      const meta = {
        ...(imports.length > 0 ? { imports } : {}),
        ...(hasErrors ? { clean: false } : {}),
        ...(wantsMentions && references?.query
          ? { mentions: mentionsIn(text, tree.rootNode, loaded, references) }
          : {}),
      };
      return documentOf(text, children, meta);
    } finally {
      cursor.delete();
    }
  });
}

function isMinified(text: string): boolean {
  if (text.length < MINIFIED.minChars) return false;
  let breaksLeft = text.length / MINIFIED.meanLineChars;
  for (let at = text.indexOf('\n'); at >= 0 && breaksLeft > 0; at = text.indexOf('\n', at + 1)) breaksLeft--;
  return breaksLeft > 0;
}

function rolesFor(language: Grammar['language'], syntax: Syntax): Roles {
  const roles = rolesBySyntax.get(syntax) ?? new Roles(language, syntax);
  rolesBySyntax.set(syntax, roles);
  return roles;
}

const documentOf = (text: string, children: readonly Node[], meta: Node['meta'] = {}): Node => ({
  kind: 'document',
  start: 0,
  end: text.length,
  children,
  grain: 'lines',
  meta,
});

/** Share of the text in errors directly below the root. The delimiters recover from those better. */
function errorShare(root: SyntaxNode, length: number): number {
  if (root.isError) return 1;
  const errors = root.children.filter(({ isError }) => isError);
  return errors.reduce((sum, { startIndex, endIndex }) => sum + endIndex - startIndex, 0) / Math.max(1, length);
}

function codeType({ node, whole, part }: Shape): ChunkType {
  if (whole) return 'code_file';
  if (part || node.kind === 'document') return 'code_chunk';
  return chunkTypes.code.find((type) => type === node.kind) ?? 'block';
}
