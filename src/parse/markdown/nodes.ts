/** Blocks as nodes, along which a section is cut. */
import type { Node } from '../../types.js';
import type { MarkdownBlock } from './block.js';

const NO_CHILDREN: readonly Node[] = [];

/** `inQuote`: its lines start with `>`, so that no other parser could read them. */
export function blockNode(text: string, block: MarkdownBlock, inQuote = false): Node {
  const { kind, start, end, from } = block;
  switch (kind) {
    case 'fence':
      return fenceNode(text, block, inQuote);
    case 'table': {
      const rows = block.children.map((row): Node => leafNode('row', row.start, row.end, 'lines'));
      if (rows.length === 0) return leafNode('table', start, end, 'lines');
      return { kind, start, end, children: rows, grain: 'lines', lead: { start, end: from } };
    }
    case 'html':
      return isHiddenElement(text, block)
        ? { ...leafNode(kind, start, end, 'lines'), weight: 0 }
        : leafNode(kind, start, end, 'lines');
    case 'quote':
    case 'item': {
      // A single paragraph in an item needs no node of its own.
      const [only] = block.children;
      if (block.children.length === 0 || (block.children.length === 1 && only.kind === 'paragraph'))
        return leafNode(kind, start, end, 'prose');
      return containerNode(text, block, inQuote || kind === 'quote');
    }
    case 'list':
      return containerNode(text, block, inQuote);
    case 'paragraph':
    case 'heading':
      return leafNode(kind, start, end, 'prose');
    default:
      return leafNode(kind, start, end, 'lines');
  }
}

const leafNode = (kind: string, start: number, end: number, grain: Node['grain']): Node => ({
  kind,
  start,
  end,
  children: NO_CHILDREN,
  grain,
});

const containerNode = (text: string, { kind, start, end, children }: MarkdownBlock, inQuote: boolean): Node => ({
  kind,
  start,
  end,
  children: children.map((child) => blockNode(text, child, inQuote)),
  grain: 'prose',
});

/** Not visible on the page. */
const isHiddenElement = (text: string, { start, level }: MarkdownBlock): boolean =>
  level === 1 && /^\s*<(?:script|style)/i.test(text.slice(start, start + 20));

/** Languages with headings of their own: those of an example are not this document's. */
const documentLanguages = new Set(
  'md mdx markdown qmd rmd rst rest adoc asciidoc org tex latex htm html xhtml'.split(' '),
);

function fenceNode(text: string, { start, end, level, from, to }: MarkdownBlock, inQuote: boolean): Node {
  if (to <= from) return leafNode('fence', start, end, 'lines');
  const lead = { start, end: from };
  const info = text.slice(level, Math.min(from, level + MAX_INFO_CHARS)).trim();
  if (info === '') return { kind: 'fence', start, end, children: NO_CHILDREN, grain: 'lines', lead };
  const meta = { info };
  const language = languageOf(info);
  if (language === '' || inQuote || documentLanguages.has(language.toLowerCase()))
    return { kind: 'fence', start, end, children: NO_CHILDREN, grain: 'lines', lead, meta };
  const inner = { language, start: from, end: to };
  return { kind: 'fence', start, end, children: NO_CHILDREN, grain: 'lines', lead, meta, inner };
}

const MAX_INFO_CHARS = 200;

/** `js` of "js{1,3}", `r` of "{r, echo=FALSE}", `python` of "{.python .numbered}", `rust` of "rust,ignore" */
const languageOf = (info: string): string => /^\{?\.?([A-Za-z][\w+#-]*)/.exec(info)?.[1] ?? '';
