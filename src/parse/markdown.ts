/**
 * Markdown: CommonMark with GitHub's tables, front matter, and the MDX and
 * Quarto flavours. docs/markdown.md says how it is read and where that differs.
 */
import { markdownDocument } from './markdown/document.js';
import { markdownFields } from './markdown/fields.js';
import type { Parser } from './parser.js';

export const markdown: Parser = {
  id: 'markdown',
  sourceType: 'markdown',
  preset: { maxTokens: 1000, overlap: 200 },
  anchors: 'slug',
  headings: true,
  chunkType: ({ node, whole, part }) => (whole || (!part && node.name) ? 'markdown_section' : 'markdown_section_chunk'),
  isUnit: ({ kind, head }) => kind === 'section' || (kind === 'heading' && head !== undefined),
  fields: markdownFields,
  parse: ({ text, language, path }) => markdownDocument(text, language === 'mdx' || /\.mdx$/i.test(path)),
};
