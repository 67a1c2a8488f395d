/**
 * Markdown: CommonMark with GitHub's tables, front matter, and the MDX and
 * Quarto flavours. docs/markdown.md describes how it is read and where that differs.
 */

import type { Node } from '../types.js';
import { headersOf, pathTo } from './document/sections.js';
import { markdownDocument } from './markdown/document.js';
import { linkTargets } from './markdown/links.js';
import { Later, type ParsedChunk, type Parser, type ParserFields } from './parser.js';

export const markdown: Parser = {
  id: 'markdown',
  sourceType: 'markdown',
  preset: { maxTokens: 1000, overlap: 200 },
  anchors: 'slug',
  headings: true,
  resumes: true,
  chunkType: ({ node, whole, part }) => (whole || (!part && node.name) ? 'markdown_section' : 'markdown_section_chunk'),
  isUnit: ({ kind, head }) => kind === 'section' || (kind === 'heading' && head !== undefined),
  fields: markdownFields,
  parse: ({ text, language, path }, { before } = {}) =>
    markdownDocument(text, language === 'mdx' || /\.mdx$/i.test(path), before),
};

/** Fields of the record that only markdown has. */
function markdownFields({ root, node, shows, content }: ParsedChunk): ParserFields {
  const path = pathTo(root, node === root ? onlySection(root) : node);
  const inCode = path.some(isCode);
  const metadata: Record<string, unknown> = {};
  if (!inCode) addTargets(content, metadata);
  const fences: Node[] = [];
  for (const shown of shows) addFences(shown, fences);
  if (fences.length > 0) addSymbols(fences, metadata);
  const frontMatter = frontMatterIn(path) ?? frontMatterIn(shows);
  if (frontMatter !== undefined) metadata.front_matter = frontMatter;
  if (path.some(isContents) || (shows.length > 0 && shows.every(isContents))) metadata.toc = true;
  const { headers, headingLevel } = headersOf(path);
  return { headers, headingLevel, isCode: inCode || fences.length > 0 || shows.some(containsCode), metadata };
}

function addTargets(content: string, metadata: Record<string, unknown>): void {
  const { links, anchors } = linkTargets(content);
  if (links.length > 0) metadata.links = links;
  if (anchors.length > 0) metadata.anchors = anchors;
}

/** The only section of a document, apart from front matter, or the root. */
function onlySection(root: Node): Node {
  const [first, ...others] = root.children.filter(({ kind }) => kind !== 'front-matter');
  return first?.kind === 'section' && others.length === 0 ? first : root;
}

/** A block of code: fenced or indented. */
const isCode = ({ kind }: Node): boolean => kind === 'fence' || kind === 'code';
const containsCode = (node: Node): boolean => isCode(node) || node.children.some(containsCode);
function addFences(node: Node, into: Node[]): void {
  if (node.closed) into.push(node);
  else for (const child of node.children) addFences(child, into);
}

function addSymbols(fences: readonly Node[], metadata: Record<string, unknown>): void {
  if (!fences.some(({ fleeting }) => fleeting)) metadata.symbols = new Later(() => symbolsIn(fences));
  else {
    const symbols = symbolsIn(fences);
    if (symbols) metadata.symbols = symbols;
  }
}

/** Definitions in embedded code (graft.ts): `Client`, `Client.get`. */
function symbolsIn(fences: readonly Node[]): readonly unknown[] | undefined {
  const symbols = new Set<unknown>();
  for (const { meta } of fences)
    if (Array.isArray(meta?.symbols)) for (const symbol of meta.symbols) symbols.add(symbol);
  return symbols.size === 0 ? undefined : [...symbols];
}
const isContents = (node: Node): boolean => node.weight === 0 && node.meta?.toc === true;

/** Front matter is the first child, also in a chunk of the whole document. */
function frontMatterIn(nodes: readonly Node[]): unknown {
  for (const node of nodes) {
    const first = node.kind === 'document' ? node.children[0] : node;
    if (first?.kind === 'front-matter' && first.meta?.data !== undefined) return first.meta.data;
  }
  return undefined;
}
