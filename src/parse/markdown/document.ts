/**
 * A markdown text as a tree:
 *
 *     document             named by its front matter, or its first h1
 *       front-matter
 *       paragraph          before the first heading
 *       section Wood       from its heading to the next one of its level or a higher one
 *         paragraph
 *         section Oak
 *       heading Iron       a heading with nothing below it
 *
 * A heading in a quote or a list item is a heading of the document. Its container is
 * then not a node, since the section that begins inside may end after it; the blocks
 * in the container are.
 *
 *     - # Oak              section Oak
 *       Hard.                paragraph
 *     - Heavy.               item
 */
import type { Node } from '../../types.js';
import { buildSections, type DocumentHeading, shortName } from '../document/sections.js';
import type { DocumentState } from '../parser.js';
import type { MarkdownBlock } from './block.js';
import { markdownBlocks } from './blocks.js';
import { type FrontMatter, frontMatterOf } from './frontMatter.js';
import { blockNode } from './nodes.js';
import { headingTitle } from './plainText.js';
import { asTableOfContents, isTableOfContents, markTableOfContents } from './tableOfContents.js';

export function markdownDocument(text: string, mdx: boolean, before?: DocumentState): Node {
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const frontMatter = before ? undefined : frontMatterOf(text, from);
  const documentParts: DocumentParts = { headings: [], topLevelHeadings: [], blocks: [] };
  for (const block of markdownBlocks(text, frontMatter?.end ?? from, { mdx }))
    collectParts(text, block, { any: false, quote: false }, documentParts);
  const { headings, topLevelHeadings, blocks } = documentParts;
  const body = markTableOfContents(text, blocks);
  const parts = frontMatter ? [frontMatterNode(frontMatter), ...body] : body;
  const children = buildSections(headings, parts, text.length, before?.open).map(markTablesOfContents);
  // A title outside of quotes and lists is preferred.
  const ownTitle =
    frontMatterTitle(frontMatter) ?? [...topLevelHeadings, ...headings].find(({ level }) => level === 1)?.name;
  const name = before?.title || ownTitle;
  const root: Node = { kind: 'document', start: 0, end: text.length, children, grain: 'prose' };
  const namedRoot = name ? { ...root, name: shortName(name) } : root;
  return before ? { ...namedRoot, continued: true } : namedRoot;
}

/** Whether a block is in a container, and in a quote, whose marks are before every line. */
interface Containers {
  readonly any: boolean;
  readonly quote: boolean;
}

interface DocumentParts {
  readonly headings: DocumentHeading[];
  /** Headings outside of all containers. */
  readonly topLevelHeadings: DocumentHeading[];
  readonly blocks: Node[];
}

function collectParts(text: string, block: MarkdownBlock, containers: Containers, documentParts: DocumentParts): void {
  if (block.kind === 'heading') {
    const heading = headingOf(text, block, containers);
    documentParts.headings.push(heading);
    if (!containers.any) documentParts.topLevelHeadings.push(heading);
  } else if (containsHeading(block)) {
    const childContainers = { any: true, quote: containers.quote || block.kind === 'quote' };
    for (const child of block.children) collectParts(text, child, childContainers, documentParts);
  } else documentParts.blocks.push(blockNode(text, block, containers.quote));
}

const containsHeading = ({ children }: MarkdownBlock): boolean =>
  children.some((child) => child.kind === 'heading' || containsHeading(child));

function headingOf(
  text: string,
  { start, end, level, from, to }: MarkdownBlock,
  { quote }: Containers,
): DocumentHeading {
  const isAtx = text.charCodeAt(from - 1) === 0x23; // #
  const raw = text.slice(from, to);
  const { text: name, anchor } = headingTitle(quote ? raw.replace(/[\r\n]+[ \t>]*/g, ' ') : raw, isAtx);
  return anchor === undefined ? { start, end, level, name } : { start, end, level, name, meta: { anchors: [anchor] } };
}

/** Front matter is a leaf, with its data: it is not cut if it fits. */
const frontMatterNode = ({ start, end, format, data, text }: FrontMatter): Node => ({
  kind: 'front-matter',
  start,
  end,
  children: [],
  grain: 'lines',
  meta: { format, data: data ?? text },
});

function frontMatterTitle(frontMatter: FrontMatter | undefined): string | undefined {
  const title = frontMatter?.data?.title;
  const trimmed = typeof title === 'string' || typeof title === 'number' ? String(title).trim() : '';
  return trimmed === '' ? undefined : trimmed;
}

/** The same node, unless there is a table of contents below it. */
function markTablesOfContents(node: Node): Node {
  if (node.kind !== 'section') return node;
  if (isTableOfContents(node)) return asTableOfContents(node);
  let children: Node[] | undefined;
  node.children.forEach((child, i) => {
    const marked = markTablesOfContents(child);
    if (marked === child) return;
    children ??= [...node.children];
    children[i] = marked;
  });
  return children ? { ...node, children } : node;
}
