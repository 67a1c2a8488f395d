/**
 * The parser that all document formats share. A format only finds headings,
 * blocks and links.
 */
import type { ChunkType } from '../../schema.js';
import type { Node, Source } from '../../types.js';
import type { DocumentState, ParsedChunk, Parser, ParserFields, Shape } from '../parser.js';
import { buildSections, type DocumentHeading, headersOf, pathTo, shortName } from './sections.js';

export interface DocumentFormat {
  readonly id: string;
  /** Matches a link; the first matched group is its target. Must have the flag `g` and run in linear time. */
  readonly links: RegExp;
  /** Keys of a section's `meta` that are copied to the metadata of its chunks. */
  readonly sectionKeys?: readonly string[];
  /** `before`: of a later window of the document. */
  read(source: Source, before?: DocumentState): DocumentContents;
}

/** The contents of a document, in order and without overlap. */
export interface DocumentContents {
  /** The title of the document. Default: its first heading of level 1. */
  readonly title?: string | undefined;
  readonly headings: readonly DocumentHeading[];
  readonly blocks: readonly Node[];
  /** What the levels of a later window depend on: the underlines in the order of their levels. */
  readonly levels?: readonly string[];
}

export const documentParser = (format: DocumentFormat): Parser => ({
  id: format.id,
  sourceType: 'markdown',
  preset: {},
  anchors: 'slug',
  headings: true,
  resumes: true,
  chunkType,
  isUnit: ({ kind }) => kind === 'section' || kind === 'heading',
  fields: (chunk) => documentFields(chunk, format),
  parse: (source, { before } = {}) => rootOf(source.text.length, format.read(source, before), before),
});

function rootOf(end: number, { title, headings, blocks, levels }: DocumentContents, before?: DocumentState): Node {
  const name = before?.title || title || headings.find(({ level }) => level === 1)?.name;
  return {
    kind: 'document',
    ...(name ? { name: shortName(name) } : {}),
    start: 0,
    end,
    children: buildSections(headings, blocks, end, before?.open),
    grain: 'prose',
    ...(levels ? { meta: { levels } } : {}),
    ...(before ? { continued: true } : {}),
  };
}

function chunkType({ node, part, whole }: Shape): ChunkType {
  return whole || (!part && node.name) ? 'markdown_section' : 'markdown_section_chunk';
}

function documentFields(chunk: ParsedChunk, { links, sectionKeys = [] }: DocumentFormat): ParserFields {
  const { root, node, shows } = chunk;
  const path = pathTo(root, node === root ? onlySection(root) : node);
  const inCode = path.some(({ kind }) => kind === 'code');
  const metadata = {
    ...listField('links', inCode ? [] : linkTargets(chunk.content, links)),
    ...listField('anchors', valuesUnder(chunk, 'anchors')),
    ...listField('symbols', valuesUnder(chunk, 'symbols')),
    ...(shows.length > 0 && shows.every(({ meta }) => meta?.toc === true) ? { toc: true } : {}),
    ...pick(path.findLast(({ kind }) => kind === 'section')?.meta ?? {}, sectionKeys),
  };
  return {
    ...headersOf(path),
    isCode: inCode || shows.some(containsCode),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}

/** The only section of a document, or the root. */
const onlySection = (root: Node): Node =>
  root.children.length === 1 && root.children[0].kind === 'section' ? root.children[0] : root;

const pick = (meta: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.flatMap((key) => (meta[key] === undefined ? [] : [[key, meta[key]]])));

const listField = (key: string, values: readonly string[]): Record<string, readonly string[]> =>
  values.length > 0 ? { [key]: [...new Set(values)] } : {};

const linkTargets = (content: string, links: RegExp): string[] =>
  [...content.matchAll(links)].map((match) => match.slice(1).find((group) => group !== undefined) ?? match[0]);

const containsCode = (node: Node): boolean => node.kind === 'code' || node.children.some(containsCode);

/**
 * Values that nodes list under a key of their `meta`: anchors, symbols of
 * embedded code. Includes all nodes of the chunk, and the section around it if
 * its heading is in the chunk.
 */
function valuesUnder({ node, shows, content, source }: ParsedChunk, key: 'anchors' | 'symbols'): string[] {
  const found: string[] = [];
  const addValues = ({ meta }: Node): void => {
    const values = meta?.[key];
    if (Array.isArray(values)) for (const value of values) if (typeof value === 'string') found.push(value);
  };
  const visit = (shown: Node): void => {
    addValues(shown);
    shown.children.forEach(visit);
  };
  if (!shows.includes(node) && content.startsWith(source.text.slice(node.start, node.head?.end ?? node.end)))
    addValues(node);
  shows.forEach(visit);
  return found;
}
