/**
 * A markdown text as a tree:
 *
 *     document             named by its front matter, or its first h1
 *       front-matter
 *       paragraph          before the first heading
 *       section Wood       from its heading to the next one of its level or a higher one
 *         paragraph
 *         section Oak
 *       heading            a heading with nothing below it
 *
 * Headings in quotes and list items are blocks like any other: they name a part
 * of the quote, not of the document.
 */
import type { Node } from '../../types.js';
import { type Heading, sections } from '../document/sections.js';
import type { Block } from './block.js';
import { blocksOf } from './blocks.js';
import { asContents, isContentsSection, withContents } from './contents.js';
import { type FrontMatter, frontMatterOf } from './frontMatter.js';
import { nodeOf } from './nodes.js';
import { titleOf } from './title.js';

export function documentOf(text: string, mdx: boolean): Node {
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const front = frontMatterOf(text, from);
  const headings: Heading[] = [];
  const blocks: Node[] = [];
  for (const block of blocksOf(text, front?.end ?? from, { mdx })) {
    if (block.kind === 'heading') headings.push(headingOf(text, block));
    else blocks.push(nodeOf(text, block));
  }
  const body = withContents(text, blocks);
  const children = sections(headings, front ? [frontNode(front), ...body] : body, text.length).map(markContents);
  const name = frontTitle(front) ?? headings.find(({ level }) => level === 1)?.name;
  const root: Node = { kind: 'document', start: 0, end: text.length, children, grain: 'prose' };
  return name ? { ...root, name } : root;
}

function headingOf(text: string, { start, end, level, from, to }: Block): Heading {
  const isAtx = text.charCodeAt(from - 1) === 0x23; // #
  const { text: name, anchor } = titleOf(text.slice(from, to), isAtx);
  return anchor === undefined ? { start, end, level, name } : { start, end, level, name, meta: { anchors: [anchor] } };
}

/** Front matter is never cut if it fits: a leaf, with what it says. */
const frontNode = ({ start, end, format, data, text }: FrontMatter): Node => ({
  kind: 'front-matter',
  start,
  end,
  children: [],
  grain: 'lines',
  meta: { format, data: data ?? text },
});

function frontTitle(front: FrontMatter | undefined): string | undefined {
  const title = front?.data?.title;
  const said = typeof title === 'string' || typeof title === 'number' ? String(title).trim() : '';
  return said === '' ? undefined : said;
}

/** The same node, unless there is a table of contents below it. */
function markContents(node: Node): Node {
  if (node.kind !== 'section') return node;
  if (isContentsSection(node)) return asContents(node);
  let children: Node[] | undefined;
  node.children.forEach((child, i) => {
    const marked = markContents(child);
    if (marked === child) return;
    children ??= [...node.children];
    children[i] = marked;
  });
  return children ? { ...node, children } : node;
}
