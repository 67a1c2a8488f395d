/**
 * A table of contents only repeats the headings. It is kept with weight 0, so
 * that a search never finds it instead of the sections. It is one of
 *
 *     - [Wood](#wood)            a list of nothing but links into the same document
 *       - [Oak](#oak)
 *
 *     [TOC]                      a placeholder that a tool replaces
 *
 *     <!-- toc -->  …  <!-- tocstop -->     generated between two marks
 *
 *     ## Table of contents       a section of this name with only lists
 */
import type { Node } from '../../types.js';

const contentsTitles =
  /^(?:table of contents?|toc|contents|index of contents|inhalt(?:sverzeichnis)?|table des matières|sommaire|índice|contenido|contenidos|indice|sommario|目录|目次|목차|содержание|оглавление)\W*$/i;

/** Minimum number of links. */
const MIN_LINKS = 2;
const linkItem =
  /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?:\*\*|__|`)?\[[^\n]{1,400}?\]\(#[^)\n]{0,400}\)\W*$/;

/** Every line of the list is an item, and every item is a link to a heading. */
function isLinkList(list: string): boolean {
  let links = 0;
  for (let at = 0; at < list.length; ) {
    const newline = list.indexOf('\n', at);
    const next = newline < 0 ? list.length : newline + 1;
    const line = list.slice(at, next);
    at = next;
    if (line.trim() === '') continue;
    if (!linkItem.test(line)) return false;
    links++;
  }
  return links >= MIN_LINKS;
}

const MAX_MARK_CHARS = 40;
const isPlaceholder = (paragraph: string): boolean => /^\s*(?:@?\[\[?_?toc_?\]?\]|\$?\{:?toc\})\s*$/i.test(paragraph);

const openingComment = /^\s*<!--\s*(?:toc(?:\s|-->|:)|start doctoc|begin toc|table of contents|mdtoc)/i;
const closingComment = /<!--\s*(?:\/toc|tocstop|toc\s*stop|end doctoc|end toc|endtoc|\/mdtoc)/i;

/** Gives weight 0 to the tables of contents among the blocks of a document. */
export function markTableOfContents(text: string, blocks: readonly Node[]): Node[] {
  const lastClosing = blocks.findLastIndex((block) => isComment(text, block, closingComment));
  const out: Node[] = [];
  for (let i = 0; i < blocks.length; i++) {
    if (i < lastClosing && isComment(text, blocks[i], openingComment)) {
      let end = i + 1;
      while (!isComment(text, blocks[end], closingComment)) end++;
      for (; i < end; i++) out.push(asTableOfContents(blocks[i]));
    }
    out.push(isContentsBlock(text, blocks[i]) ? asTableOfContents(blocks[i]) : blocks[i]);
  }
  return out;
}

const isComment = (text: string, { kind, start, end }: Node, mark: RegExp): boolean =>
  kind === 'html' && mark.test(text.slice(start, Math.min(end, start + 200)));

function isContentsBlock(text: string, { kind, start, end }: Node): boolean {
  if (kind === 'list') return isLinkList(text.slice(start, end));
  return kind === 'paragraph' && end - start <= MAX_MARK_CHARS && isPlaceholder(text.slice(start, end));
}

/** A section of this name that contains only lists and marks. */
export const isTableOfContents = ({ kind, name, children }: Node): boolean =>
  kind === 'section' &&
  name !== undefined &&
  name.length <= MAX_MARK_CHARS &&
  contentsTitles.test(name) &&
  children.every((child) => child.weight === 0 || child.kind === 'list' || child.kind === 'html');

export const asTableOfContents = (node: Node): Node => ({ ...node, weight: 0, meta: { ...node.meta, toc: true } });
