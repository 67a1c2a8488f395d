/**
 * Block structure as micromark sees it, and as we do, in one form that can be
 * compared: every block as `kind first-last`, what it holds in brackets.
 *
 *     - a          list 1-2 [item 1-2 [paragraph 1-1, quote 2-2 [paragraph 2-2]]]
 *       > b
 */
import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import type { MarkdownBlock } from '../../../src/parse/markdown/block.js';
import { markdownBlocks } from '../../../src/parse/markdown/blocks.js';
import { Offsets } from '../../../src/text/offsets.js';

interface Shape {
  readonly kind: string;
  first: number;
  last: number;
  readonly children: Shape[];
}

const leaves: Readonly<Record<string, string>> = {
  paragraph: 'paragraph',
  definition: 'definition',
  atxHeading: 'heading',
  setextHeading: 'heading',
  thematicBreak: 'break',
  codeFenced: 'fence',
  codeIndented: 'code',
  htmlFlow: 'html',
  tableHead: 'header',
};
const containers: Readonly<Record<string, string>> = {
  blockQuote: 'quote',
  listOrdered: 'list',
  listUnordered: 'list',
  table: 'table',
};

/** Leaves that may hold blank lines. */
const lasting = new Set(['fence', 'html', 'code']);

/** Of GitHub's additions only the tables: footnotes are text to us. */
const tables = { flow: gfm().flow ?? {} };

/** micromark's own answer. */
export function expectedBlocks(text: string): string {
  const tokens = parse({ extensions: [tables] })
    .document()
    .write(preprocess()(text, undefined, true));
  const root: Shape = { kind: 'root', first: 1, last: 1, children: [] };
  const open = [root];
  const top = (): Shape => open[open.length - 1];
  const close = (): void => {
    const shape = open.pop();
    if (shape) top().last = Math.max(top().last, shape.last);
  };
  const add = (kind: string, first: number, last: number): Shape => {
    const shape = { kind, first, last, children: [] };
    top().children.push(shape);
    return shape;
  };
  let inHead = false;
  let marked = 0; // the line of the last `>`, and how many it had
  let marks = 0;
  for (const [event, token] of postprocess(tokens)) {
    const type: string = token.type; // its own list of types lacks those of tables
    const entering = event === 'enter';
    const { line: first } = token.start;
    const last = token.end.column === 1 && token.end.line > first ? token.end.line - 1 : token.end.line;
    if (type in containers) {
      if (entering) open.push(add(containers[type], first, first));
      else {
        if (top().kind === 'item') close();
        close();
      }
    } else if (type === 'listItemPrefix' && entering) {
      if (top().kind === 'item') close();
      open.push(add('item', first, first));
    } else if (type === 'blockQuotePrefix' && entering) {
      // Containers that end here are left only later: the first mark of a line is the outermost quote's.
      marks = first === marked ? marks + 1 : 1;
      marked = first;
      const quote = open.filter(({ kind }) => kind === 'quote')[marks - 1];
      if (quote) quote.last = Math.max(quote.last, first);
    } else if (type in leaves && entering) {
      const visible = lasting.has(leaves[type]) ? lastVisible(text, first, last) : last;
      top().last = Math.max(top().last, visible);
      // Right after a quote, micromark gives every line of indented code its own block. There are no two in a row.
      const before = top().children.at(-1);
      if (type === 'codeIndented' && before?.kind === 'code') before.last = visible;
      else add(leaves[type], first, visible);
    } else if (type === 'setextHeadingText' && entering) {
      // Definitions above a heading are inside its token; its text is not.
      const heading = top().children.at(-1);
      if (heading) heading.first = first;
    } else if (type === 'tableRow' && entering && !inHead) {
      top().last = Math.max(top().last, last);
      add('row', first, last);
    }
    if (type === 'tableHead') inHead = entering;
  }
  return root.children.map(drawn).join('\n');
}

/** Indented code, and a fence that is never closed, end with their last line that shows anything; micromark is not sure. */
function lastVisible(text: string, first: number, last: number): number {
  const lines = text.split(/\r\n|\n|\r/);
  while (last > first && /^[ \t>]*$/.test(lines[last - 1])) last--;
  return last;
}

/** Ours. */
export function ownBlocks(text: string): string {
  const offsets = new Offsets(text, Buffer.byteLength(text));
  const shape = ({ kind, start, end, from, children }: MarkdownBlock): Shape => ({
    kind,
    first: offsets.lineAt(start),
    last: lasting.has(kind)
      ? lastVisible(text, offsets.lineAt(start), offsets.lineAt(end - 1))
      : offsets.lineAt(end - 1),
    children: [
      ...(kind === 'table'
        ? [{ kind: 'header', first: offsets.lineAt(start), last: offsets.lineAt(from - 1), children: [] }]
        : []),
      ...children.map(shape),
    ],
  });
  return markdownBlocks(text).map(shape).map(drawn).join('\n');
}

const drawn = ({ kind, first, last, children }: Shape): string =>
  `${kind} ${first}-${last}${children.length > 0 ? ` [${children.map(drawn).join(', ')}]` : ''}`;
