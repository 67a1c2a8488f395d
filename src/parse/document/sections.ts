/**
 * Builds the tree of sections from flat lists of headings and blocks.
 * A section is a heading and all that follows, up to the next heading of its own
 * level or a higher one:
 *
 *     Wood          h1   ┐ section 'Wood'
 *     Grows.             │   paragraph
 *     Oak           h2   │ ┐ section 'Oak', inside it
 *     Hard.              │ ┘
 *                        ┘
 *     Iron          h1   ─ heading 'Iron': an empty section, which can still be found by its title
 *
 * Skipped levels do not matter: the parent is the nearest preceding heading with
 * a strictly lower level.
 */
import type { Node, Span } from '../../types.js';
import type { OpenHeading } from '../parser.js';

/** The lines of a heading, the last line break included. */
export interface DocumentHeading extends Span {
  /** 1 is the highest. */
  readonly level: number;
  /** Its title as plain text; may be empty. */
  readonly name: string;
  /** More metadata of the section. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

interface OpenSection {
  readonly heading: DocumentHeading;
  /** Its heading is in a window before. */
  readonly continued?: true;
  readonly children: Node[];
}

/** Deeper headings are treated as this level. */
export const MAX_SECTION_DEPTH = 60;

/**
 * Headings and blocks are in order and do not overlap; every block starts after the heading it follows.
 * `continuedHeadings`: those of sections that are open where the text begins.
 */
export function buildSections(
  headings: readonly DocumentHeading[],
  blocks: readonly Node[],
  end: number,
  continuedHeadings: readonly OpenHeading[] = [],
): Node[] {
  const topLevel: Node[] = [];
  const openSections = continuedHeadings.map(
    (openHeading): OpenSection => ({ heading: { ...openHeading, start: 0, end: 0 }, children: [], continued: true }),
  );
  let nextBlock = 0;
  const placeBlocks = (limit: number): void => {
    const target = openSections.at(-1)?.children ?? topLevel;
    for (; nextBlock < blocks.length && blocks[nextBlock].start < limit; nextBlock++) target.push(blocks[nextBlock]);
  };
  const closeTo = (level: number, at: number): void => {
    for (
      let last = openSections.at(-1);
      last !== undefined && levelOf(last.heading) >= level;
      last = openSections.at(-1)
    ) {
      openSections.pop();
      if (last.continued && last.children.length === 0) continue; // it ended where the text begins
      (openSections.at(-1)?.children ?? topLevel).push(sectionNode(last, at));
    }
  };
  for (const heading of headings) {
    placeBlocks(heading.start);
    closeTo(levelOf(heading), heading.start);
    openSections.push({ heading, children: [] });
  }
  placeBlocks(Number.POSITIVE_INFINITY);
  closeTo(0, end);
  return topLevel;
}

/** Every chunk below a heading repeats its name several times, so a heading of a megabyte must be shortened. */
const MAX_NAME_CHARS = 1000;
export const shortName = (name: string): string =>
  name.length <= MAX_NAME_CHARS ? name : `${name.slice(0, MAX_NAME_CHARS - 1)}…`.toWellFormed();

const levelOf = ({ level }: DocumentHeading): number => Math.max(1, Math.min(level, MAX_SECTION_DEPTH));

function sectionNode({ heading, children, continued }: OpenSection, end: number): Node {
  const { start } = heading;
  const name = shortName(heading.name);
  const level = levelOf(heading);
  const meta = heading.meta ? { level, ...heading.meta } : { level };
  // Nothing but white space follows a heading.
  const kind = children.length === 0 ? 'heading' : 'section';
  const head = { start, end: heading.end };
  if (continued)
    return { kind, ...(name ? { name } : {}), start, end, children, grain: 'prose', head, meta, continued };
  if (name === '') return { kind, start, end, children, grain: 'prose', head, meta };
  return { kind, name, start, end, children, grain: 'prose', head, meta };
}

/** The nodes from the root's child down to `node`, inclusive. */
export function pathTo(root: Node, node: Node): Node[] {
  const path: Node[] = [];
  for (let at = root; at !== node; ) {
    const child = childAt(at, node);
    if (!child) break;
    path.push(child);
    at = child;
  }
  return path;
}

/** The child that contains the start of a node, by binary search. */
export function childAt({ children }: Node, { start }: Node): Node | undefined {
  let low = 0;
  let high = children.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (children[middle].end <= start) low = middle + 1;
    else high = middle;
  }
  const found = children[low];
  return found && found.start <= start ? found : undefined;
}

const MAX_HEADER_LEVEL = 6;

interface HeadingFields {
  readonly headers: Readonly<Record<string, string>>;
  /** Of the innermost heading; null above the first one. */
  readonly headingLevel: number | null;
}

/** The headings along a path: { h1: 'Wood', h2: 'Oak' }. Levels below h6 are left out. */
export function headersOf(path: readonly Node[]): HeadingFields {
  const headers: Record<string, string> = {};
  let headingLevel: number | null = null;
  for (const node of path) {
    if (node.closed) break; // an example in another language has no headings of ours
    const { name, meta } = node;
    const level = meta?.level;
    if (typeof level !== 'number') continue;
    if (level <= MAX_HEADER_LEVEL && name) headers[`h${level}`] = name;
    headingLevel = Math.min(level, MAX_HEADER_LEVEL);
  }
  return { headers, headingLevel };
}
