/**
 * Blocks → text and nodes. A heading opens a section that lasts until the next
 * heading of its depth or above; items make a list, rows a table below its
 * header rows.
 *
 *     h1 A, p, h2 B, item, item, h1 C   →   section A { paragraph, section B { list } }, section C
 */
import type { Node } from '../types.js';
import type { Layout } from './layout.js';

interface Section {
  readonly level: number;
  readonly name: string;
  readonly start: number;
  readonly headEnd: number;
  readonly children: Node[];
}

export function writeBlocks(layout: Layout, blocks: readonly ExtractedBlock[]): Node[] {
  const topLevel: Node[] = [];
  const openSections: Section[] = []; // at most six deep
  const currentChildren = (): Node[] => openSections.at(-1)?.children ?? topLevel;
  const closeSections = (level: number): void => {
    while ((openSections.at(-1)?.level ?? 0) >= level) {
      const section = openSections.pop();
      if (section) currentChildren().push(sectionNode(section));
    }
  };
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at];
    const { level, text } = block;
    if (block.kind === 'heading') {
      closeSections(level);
      layout.gap();
      const start = layout.at;
      layout.line(text);
      openSections.push({ level, name: text, start, headEnd: layout.at, children: [] });
      at++;
      continue;
    }
    layout.gap();
    const next = endOfGroup(blocks, at);
    currentChildren().push(writeGroup(layout, blocks.slice(at, next)));
    at = next;
  }
  closeSections(1);
  return topLevel;
}

const sectionNode = ({ level, name, start, headEnd, children }: Section): Node => ({
  kind: 'section',
  name,
  start,
  end: Math.max(headEnd, children.at(-1)?.end ?? 0),
  head: { start, end: headEnd },
  children,
  grain: 'prose',
  meta: { heading_level: level },
});

/** Items of one list, rows of one table; anything else is a group of its own. */
function endOfGroup(blocks: readonly ExtractedBlock[], from: number): number {
  const { kind, group } = blocks[from];
  let end = from + 1;
  if (group > 0) while (end < blocks.length && blocks[end].kind === kind && blocks[end].group === group) end++;
  return end;
}

function writeGroup(layout: Layout, blocks: readonly ExtractedBlock[]): Node {
  const [first] = blocks;
  const start = layout.at;
  const grain = first.kind === 'row' || first.kind === 'pre' ? 'lines' : 'prose';
  const children = blocks.map(({ kind, text }): Node => {
    const from = layout.at;
    layout.line(text);
    return { kind, start: from, end: layout.at, children: [], grain };
  });
  if (first.group === 0) return children[0];
  // The header rows at the top; a table of nothing else has no header.
  const firstBodyRow = blocks.findIndex(({ kind, level }) => kind !== 'row' || level === 0);
  const lead = first.kind === 'row' && firstBodyRow > 0 ? { lead: { start, end: children[firstBodyRow - 1].end } } : {};
  const kind = first.kind === 'row' ? 'table' : 'list';
  return { kind, start, end: layout.at, children, grain, ...lead };
}

/** A block of a document, on lines of its own, before it is written. */
export interface ExtractedBlock {
  readonly kind: 'title' | 'heading' | 'paragraph' | 'item' | 'row' | 'pre';
  /** Depth of a heading, or of the list of an item, from 1; 1 for a header row; otherwise 0. */
  readonly level: number;
  /** Depth of quotes around it. */
  readonly quote: number;
  /** Rows of one table, items of one outermost list: the same number. */
  readonly group: number;
  readonly text: string;
}
