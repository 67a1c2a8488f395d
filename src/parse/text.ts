/** Prose without markup: one node. chunk/levels.ts finds the boundaries inside it. */
import { textSizes } from '../options.js';
import { filenameOf } from '../sources/read.js';
import type { Node } from '../types.js';
import type { Parser } from './parser.js';

const documentNode = (text: string, grain: Node['grain']): Node => ({
  kind: 'document',
  start: 0,
  end: text.length,
  children: [],
  grain,
});

export const text: Parser = {
  id: 'text',
  sourceType: 'text',
  preset: textSizes,
  anchors: 'path',
  chunkType: ({ whole }) => (whole ? 'text_file' : 'text_file_chunk'),
  isUnit: () => false,
  fields: ({ source: { path } }) => ({ title: titleOf(path), slug: null }),
  parse: (source) => documentNode(source.text, 'prose'),
};

/** The file name without its extension. */
function titleOf(path: string): string {
  const filename = filenameOf(path);
  const dot = filename.lastIndexOf('.');
  return dot > 0 && dot < filename.length - 1 ? filename.slice(0, dot) : filename;
}

/** The last fallback, which accepts any text: whole lines, named by their line numbers. */
export const lines: Parser = {
  ...text,
  id: 'lines',
  preset: {},
  splitsBy: 'lines',
  describe: (filename, startLine, endLine) => `Filename: ${filename}, lines ${startLine}–${endLine}`,
  parse: (source) => documentNode(source.text, 'lines'),
};
